/** A turn in a sentence: the card at home and the one elsewhere, and what they did. */
import type { Sentences } from "$lib/sentences";
import type { Card } from "./shoal";
import type * as KunaYala from "./wire";
import { words } from "./words";

/** What is worth a sentence of its own. */
const WEIGHTY: readonly KunaYala.Event["event"][] = ["cursed", "octopus_held", "cards_ran_out"];

export function summary(events: readonly KunaYala.Event[], sentences: Sentences): string | null {
  if (events.some(({ event }) => event === "shoal_begun")) return words().told.setup;
  const ended = events.find(({ event }) => event === "ended");
  if (ended) return sentences.event(ended);
  const laid = laidIn(events, sentences);
  if (!laid) return null;
  const more = events.filter(({ event }) => WEIGHTY.includes(event)).map((event) => sentences.event(event));
  return [laid, ...more].join(" ");
}

function laidIn(events: readonly KunaYala.Event[], sentences: Sentences): string | null {
  const home = events.find((event) => event.event === "laid_at_home");
  const away = events.find((event) => event.event === "laid_away" || event.event === "fish_eaten");
  if (!home || !away) {
    const one = home ?? away;
    return one ? sentences.event(one) : null;
  }
  const eaten = away.event === "fish_eaten";
  const there = eaten ? ({ card: "shark" } as const) : away.card;
  const said = words().told.lays(
    sentences.name("seat", home.seat),
    briefly(home.card, sentences),
    briefly(there, sentences),
    sentences.name("seat", away.place.seat),
  );
  return eaten ? `${said} ${words().told.eats(briefly(away.card, sentences))}` : said;
}

/** A card without its floor: the details tell it. */
function briefly(card: Card, sentences: Sentences): string {
  if (!("colour" in card)) return sentences.name("card", card, "acc");
  return sentences.name("colour", card.colour, card.card === "two_fish" ? "two" : "one_acc");
}
