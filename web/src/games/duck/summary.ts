/** A turn in a sentence: what was laid and what was drawn, or how a dive went. */
import type { Sentences } from "$lib/sentences";
import type * as Duck from "./wire";
import { words } from "./words";

/** Events that a turn opens with, and those that are worth a sentence beside it. */
const OPENING = ["round_began", "card_played", "set_played", "run_played", "dived"];
const WEIGHTY = ["went_out", "dive_succeeded", "dive_failed", "dive_failed_to_ghost", "bluff_failed"];

/** Whose turn it is from an event on: a turn begins with cards laid, or with a dive. */
export function turnOf(event: Duck.Event): number | null {
  switch (event.event) {
    case "card_played":
    case "set_played":
    case "run_played":
    case "dived":
      return event.seat;
    default:
      return null;
  }
}

export function summary(events: readonly Duck.Event[], sentences: Sentences): string | null {
  const opening = events.find(({ event }) => OPENING.includes(event));
  if (!opening) return null;
  const more = events.flatMap((event) => {
    if (WEIGHTY.includes(event.event)) return sentences.event(event);
    return drawn(event, sentences) ?? [];
  });
  return [sentences.event(opening), ...more].join(" ");
}

/** Where the card came from that ends a turn. */
function drawn(event: Duck.Event, sentences: Sentences): string | null {
  const { told } = words();
  if (event.event === "card_drawn") return told.draws;
  if (event.event === "card_taken") return told.takes(sentences.name("card", event.card, "acc"));
  return event.event === "card_taken_from_ghost"
    ? told.takesFromGhost(sentences.name("card", event.card, "acc"))
    : null;
}
