/** A turn in a sentence: the group that was split or taken; at the end everybody's points. */
import type { Sentences } from "$lib/sentences";
import type * as AnimalsOnBoard from "./wire";
import { words } from "./words";

/** What a turn or a chapter is about, the weightiest first. */
const WEIGHT: readonly AnimalsOnBoard.Event["event"][] = [
  "group_taken",
  "hidden_taken",
  "group_split",
  "passed",
  "arks_closed",
  "round_began",
  "started",
];

/** Whose turn it is from an event on. */
export function turnOf(event: AnimalsOnBoard.Event): number | null {
  switch (event.event) {
    case "group_split":
    case "group_taken":
    case "hidden_taken":
    case "passed":
      return event.seat;
    default:
      return null;
  }
}

export function summary(events: readonly AnimalsOnBoard.Event[], sentences: Sentences): string | null {
  const scored = events.filter((event) => event.event === "scored");
  if (scored.length) {
    return words().told.scores(
      sentences.listed(scored.map(({ seat, points }) => words().told.score(sentences.name("seat", seat), points))),
    );
  }
  const main = WEIGHT.map((name) => events.find(({ event }) => event === name)).find(Boolean);
  const full = events.find(({ event }) => event === "ark_filled");
  return main ? [main, ...(full ? [full] : [])].map((event) => sentences.event(event)).join(" ") : null;
}
