/** How Animals on Board ends: the arks sail in, Noah takes the pairs, the surplus stays ashore, and the rest counts. */
import type { Beat, Count, EndingFacts } from "$lib/game";
import { bySpecies, keysOf } from "../tiles";
import { words } from "../words";
import { capital } from "$lib/sentences";
import type * as AnimalsOnBoard from "../wire";

type View = AnimalsOnBoard.View;
type Animals = readonly AnimalsOnBoard.Animal[];

/** What a beat tells. */
export type Moment =
  | { readonly tells: "sailing" | "ashore" | "singles" | "crates" }
  | { readonly tells: "pair"; readonly seat: number; readonly tiles: Animals }
  | { readonly tells: "herd"; readonly seat: number; readonly kin: AnimalsOnBoard.Kin };

const MS: Readonly<Record<Moment["tells"], number>> = {
  sailing: 1300,
  pair: 900,
  ashore: 800,
  singles: 800,
  herd: 800,
  crates: 700,
};

/** What is told, in order (A16 to A18). */
export function momentsOf({ players }: View): Moment[] {
  const pairs = players.flatMap(({ noah }, seat) =>
    bySpecies(noah ?? []).map((tiles): Moment => ({ tells: "pair", seat, tiles })),
  );
  const herds = players.flatMap(({ kin }, seat) =>
    (kin ?? []).filter((each) => each.counts_as === "herd").map((each): Moment => ({ tells: "herd", seat, kin: each })),
  );
  const ashore: Moment[] = players.some(({ discarded }) => discarded?.length) ? [{ tells: "ashore" }] : [];
  const crates: Moment[] = players.some((player) => player.crates > 0) ? [{ tells: "crates" }] : [];
  return [{ tells: "sailing" }, ...pairs, ...ashore, { tells: "singles" }, ...herds, ...crates];
}

/** What has happened to one seat's animals after these moments. */
export interface Crew {
  /** Who is on the ark, by species. */
  readonly aboard: readonly Animals[];
  readonly noah: Animals;
  readonly ashore: Animals;
}

export function crewOf({ players }: View, seat: number, told: readonly Moment[]): Crew {
  const player = players[seat];
  const noah = told.flatMap((moment) => (moment.tells === "pair" && moment.seat === seat ? moment.tiles : []));
  const ashore = told.some(({ tells }) => tells === "ashore") ? (player?.discarded ?? []) : [];
  const gone = keysOf([...noah, ...ashore]);
  const all = [...(player?.ark ?? []), ...(player?.noah ?? []), ...(player?.discarded ?? [])];
  return { aboard: bySpecies(all.filter((tile) => !gone.has(`${tile.species}-${tile.value}`))), noah, ashore };
}

function countOf({ view, card }: EndingFacts<AnimalsOnBoard.Types>, told: readonly Moment[]): Count {
  const has = (tells: Moment["tells"]): boolean => told.some((moment) => moment.tells === tells);
  return view.players.map((_, seat) => {
    const parts = card.standings.find((standing) => standing.seat === seat)?.parts ?? {};
    return {
      singles: has("singles") ? (parts["singles"] ?? 0) : 0,
      herds: told.reduce((sum, each) => sum + (each.tells === "herd" && each.seat === seat ? each.kin.points : 0), 0),
      crates: has("crates") ? (parts["crates"] ?? 0) : 0,
    };
  });
}

/** The sentence of a moment, for those who do not see it. */
function said(moment: Moment, { view, card, sentences }: EndingFacts<AnimalsOnBoard.Types>): string {
  const everybody = (part: string): string =>
    [...card.standings]
      .sort((one, other) => one.seat - other.seat)
      .map(({ seat, parts }) => `${sentences.name("seat", seat)} ${parts[part] ?? 0}`)
      .join(", ");
  switch (moment.tells) {
    case "sailing":
      return words().over;
    case "pair": {
      const left: AnimalsOnBoard.Event = { event: "pair_left", seat: moment.seat, tiles: moment.tiles };
      return sentences.event(left);
    }
    case "ashore":
      return view.players
        .flatMap(({ discarded }, seat): AnimalsOnBoard.Event[] =>
          discarded?.length ? [{ event: "discarded", seat, tiles: discarded }] : [],
        )
        .map((event) => sentences.event(event))
        .join(" ");
    case "herd": {
      const { tiles, points } = moment.kin;
      const name = sentences.name("seat", moment.seat);
      return `${name}: ${words().family(sentences.name("tiles", tiles), points, words().herd)}`;
    }
    default:
      return `${capital(sentences.part(moment.tells))}: ${everybody(moment.tells)}`;
  }
}

export function beats(facts: EndingFacts<AnimalsOnBoard.Types>): Beat[] {
  const moments = momentsOf(facts.view);
  return moments.map((moment, place) => ({
    ms: MS[moment.tells],
    says: said(moment, facts),
    count: countOf(facts, moments.slice(0, place + 1)),
  }));
}
