/** What happened, in moments: the ball rolls, what fell is taken home, dice fall, ships sail along the rope. */
import type { Scene } from "$lib/game";
import { inMoments } from "$lib/moments";
import { fold, opening } from "./fold";
import { ShotPlayback } from "./track";
import type * as ShipAhoy from "./wire";

type View = ShipAhoy.View;
type Event = ShipAhoy.Event;
type Kind = Event["event"];

/** How long an event is looked at, in milliseconds. Shots and voyages take as long as they take. */
const LOOKED_AT: Readonly<Record<Exclude<Kind, "shot_fired" | "sailed">, number>> = {
  turn_began: 700,
  player_out: 1500,
  rounds_over: 1500,
  held_fire: 700,
  jammed: 900,
  missed: 900,
  trophy_taken: 1300,
  lost: 1100,
  stood_up: 700,
  damaged: 800,
  pushed: 350,
  put_back: 500,
  made_way: 450,
  knots_rolled: 1200,
  fought: 1500,
  captured: 1000,
  repaired: 700,
  chest_taken: 900,
  chest_returned: 900,
  monster_hit: 900,
  wind_blows: 900,
  wind_moved: 800,
  barrel_dealt: 250,
  barrel_loaded: 700,
  barrel_delivered: 1100,
  barrel_returned: 700,
  kraken_holds: 900,
  kraken_let_go: 800,
};
/** The smoke before the ball is seen, and the silence after it has come to rest. */
export const SMOKE = 150;
const SILENCE = 350;
/** How much slower a repeat is, and how much of it comes before the first touch. */
export const SLOWER = 4;
const LEAD = 180;
const A_KNOT = 550;
const CAST_OFF = 350;

/** From when to when of a shot a repeat shows, in the shot's own milliseconds: from just before the first touch. */
export function repeated(playback: ShotPlayback): { readonly from: number; readonly until: number } {
  const from = Math.max(0, playback.contact - LEAD);
  return { from, until: Math.min(playback.ms, from + 900) };
}

/** How long a shot takes that nothing hurries, with smoke and silence. */
export function shotMs(playback: ShotPlayback): number {
  return SMOKE + playback.ms + SILENCE;
}

/** The same of its repeat. */
export function repeatMs(playback: ShotPlayback): number {
  const { from, until } = repeated(playback);
  return SLOWER * (until - from) + SILENCE;
}

export function scenes(before: View | null, events: readonly Event[], after: View): Scene<ShipAhoy.Types>[] {
  return inMoments<ShipAhoy.Types>(before ?? opening(events, after), events, after, (view, event) =>
    played(view, event, after),
  );
}

const MUST_SEE: readonly Kind[] = ["trophy_taken", "lost", "damaged", "fought", "captured", "player_out"];

/** See `GameTable.essential`: ships that are struck, boarded, taken or lost. */
export function essential(event: Event): boolean {
  return MUST_SEE.includes(event.event);
}

function played(view: View, event: Event, after: View): Scene<ShipAhoy.Types>[] {
  const folded = fold(view, event, after);
  if (event.event === "shot_fired") return fired(folded, event);
  if (event.event === "sailed") return [{ view: folded, event, ms: CAST_OFF + A_KNOT * event.knots, whole: true }];
  return [{ view: folded, event, ms: LOOKED_AT[event.event] }];
}

/** A shot once more, slowly. */
export function repeat(shot: Scene<ShipAhoy.Types>): Scene<ShipAhoy.Types> {
  if (shot.event?.event !== "shot_fired") return shot;
  return { ...shot, ms: repeatMs(new ShotPlayback(shot.event.shot)), again: true };
}

/** The shot in real time; if something fell, once more slowly. */
function fired(rest: View, event: ShipAhoy.ShotFired): Scene<ShipAhoy.Types>[] {
  const shown = { view: rest, event, ms: shotMs(new ShotPlayback(event.shot)), whole: true };
  return event.shot.toppled.length ? [shown, repeat(shown)] : [shown];
}
