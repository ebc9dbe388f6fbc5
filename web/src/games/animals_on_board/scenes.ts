/** What happened between two views of Animals on Board, moment by moment. */
import { fold, opening } from "./fold";
import type { Scene } from "$lib/game";
import type * as AnimalsOnBoard from "./wire";

type View = AnimalsOnBoard.View;
type Event = AnimalsOnBoard.Event;

/** How long each event is looked at. */
const MS: Readonly<Record<Event["event"], number>> = {
  species_removed: 500,
  started: 500,
  dealt: 250,
  chosen: 350,
  laid: 700,
  round_began: 900,
  tiles_drawn: 800,
  group_split: 1000,
  group_taken: 1200,
  hidden_taken: 1300,
  flag_won: 700,
  ark_filled: 1000,
  passed: 700,
  last_turn: 500,
  arks_closed: 1200,
  pair_left: 700,
  discarded: 500,
  // the end of the game tells these: the arks sail in, and all is counted
  ark_shown: 0,
  ark_emptied: 0,
  scored: 0,
};

/** See `GameTable.essential`: the end comes near, or Noah takes one's own animals. */
export function essential(event: Event, _view: View, eye: number | null): boolean {
  if (event.event === "pair_left" || event.event === "ark_emptied") return event.seat === eye;
  return event.event === "ark_filled" || event.event === "arks_closed";
}

export function scenes(before: View | null, events: readonly Event[], after: View): Scene<AnimalsOnBoard.Types>[] {
  let view = before ?? opening(events, after);
  const last = events.length - 1;
  return events.map((event, place) => {
    view = place === last ? after : fold(view, event, after);
    return { view, event, ms: MS[event.event] };
  });
}
