/** A turn in a sentence: what was thrown, and where it led. */
import type { Sentences } from "$lib/sentences";
import type * as Mahe from "./wire";
import { words } from "./words";

/** One turtle's way in a turn: its dice, cards, and how it ended; as far as it has come. */
interface Walk {
  readonly dice: number[];
  readonly cards: number[];
  total: number;
  sank: boolean;
  field: number | null;
  under: number | null;
}

export function summary(events: readonly Mahe.Event[], sentences: Sentences): string | null {
  const turn = events.find((event) => event.event === "turn_began");
  const walks = walksOf(events);
  if (!turn || !walks.length) return null;
  const said = walks.map((walk, number) => {
    const thrown = words().told.throws(
      number ? null : sentences.name("seat", turn.seat),
      sentences.listed(walk.dice.map(String)),
    );
    const played = walk.cards.map((card) => words().told.adds(card)).join("");
    return `${thrown}${played}${ending(walk, sentences)}`;
  });
  const prizes = events.filter(({ event }) => event === "eggs_laid" || event === "beach_won");
  return [...said, ...prizes.map((event) => sentences.event(event))].join(" ");
}

function ending({ sank, field, under, total, dice }: Walk, sentences: Sentences): string {
  const { told } = words();
  if (sank) return told.sinks(total);
  if (field === null) return dice.length > 1 ? told.makes(total) : ".";
  return under === null ? told.walks(field) : told.climbs(field, sentences.name("under", under, "gen"));
}

function walksOf(events: readonly Mahe.Event[]): Walk[] {
  const walks: Walk[] = [];
  let over = true;
  for (const event of events) {
    const thrown = event.event === "rolled" || event.event === "card_played";
    if (thrown && over) walks.push({ dice: [], cards: [], total: 0, sank: false, field: null, under: null });
    const walk = walks.at(-1);
    if (!walk) continue;
    if (thrown) [over, walk.total] = [false, event.total];
    if (event.event === "rolled") walk.dice.push(event.die);
    if (event.event === "card_played") walk.cards.push(event.value);
    if (event.event === "sank") over = walk.sank = true;
    if (event.event === "moved") [over, walk.field] = [true, event.field];
    if (event.event === "climbed") walk.under = event.under;
  }
  return walks;
}
