/** What happened, in moments: dice fall, a stack walks field by field, eggs are laid, the next card is turned up. */
import type { Scene } from "$lib/game";
import { inMoments } from "$lib/moments";
import type * as Mahe from "./wire";

import { fold, opening, put, walking } from "./fold";
import { carried, LAST_FIELD, turtleOf } from "./stacks";

type View = Mahe.View;
type Event = Mahe.Event;
type Kind = Event["event"];

/** How long an event is looked at, in milliseconds. A walk takes its time field by field. */
const LOOKED_AT: Readonly<Record<Exclude<Kind, "moved" | "sank">, number>> = {
  turn_began: 250,
  turtle_chosen: 450,
  rolled: 900,
  die_ordered: 650,
  stopped: 420,
  card_played: 900,
  climbed: 480,
  eggs_laid: 1300,
  card_turned_up: 700,
  beach_uncovered: 1100,
  beach_won: 1600,
};
const TOO_MUCH = 800;
const SWIM = 900;
const WALK = 1500;
const STEP = 150;

export function scenes(before: View | null, events: readonly Event[], after: View): Scene<Mahe.Types>[] {
  return inMoments<Mahe.Types>(before ?? opening(events, after), events, after, (view, event) =>
    played(view, event, after),
  );
}

/** See `GameTable.essential`: a prize that somebody gets, and one's own turtle that swims back to the raft. */
export function essential(event: Event, view: View, eye: number | null): boolean {
  if (event.event === "sank") return carried(view, event.turtle).some((each) => each.seat === eye);
  return event.event === "eggs_laid" || event.event === "beach_uncovered" || event.event === "beach_won";
}

/** See `GameTable.begunBy`: M6, the first die of one's own turtle, which is no decision; on one's own turn. */
export function begunBy(event: Event, view: View, seat: number): boolean {
  if (event.event !== "rolled" || event.die !== event.total) return false;
  return view.active === seat && turtleOf(view, event.turtle).seat === seat;
}

function played(view: View, event: Event, after: View): Scene<Mahe.Types>[] {
  const folded = fold(view, event, after);
  if (event.event === "moved") return walk(folded, event);
  if (event.event === "sank") return sink(view, folded, event);
  return [{ view: folded, event, ms: LOOKED_AT[event.event] }];
}

/** Field by field to where they are in the end. */
function walk(arrived: View, event: Mahe.Moved): Scene<Mahe.Types>[] {
  const from = event.start % LAST_FIELD;
  const steps = (event.field - from + LAST_FIELD) % LAST_FIELD || LAST_FIELD;
  const turtles = walking(arrived, event);
  return Array.from({ length: steps }, (_, step) => ({
    view: put(arrived, turtles, ((from + step) % LAST_FIELD) + 1),
    event,
    ms: Math.min(STEP, WALK / steps),
  }));
}

/** First one sees that it is too much, then all of them swim to the raft. */
function sink(view: View, sunk: View, event: Mahe.Sank): Scene<Mahe.Types>[] {
  return [
    { view, event, ms: TOO_MUCH },
    { view: sunk, event, ms: SWIM },
  ];
}
