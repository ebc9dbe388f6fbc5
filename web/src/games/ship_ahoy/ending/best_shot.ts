/** The best shot of a battle, from its replay: the scenes in which it is shown again. */
import type { Scene } from "$lib/game";
import type { ReplayStep } from "$lib/wire";
import type { Eye, Picture } from "../picture";
import { repeat, scenes } from "../scenes";
import { ShotPlayback } from "../track";
import type * as ShipAhoy from "../wire";

/** How much of the table is seen in the end, in metres. */
const CLOSE_UP = 0.45;

export interface Reel {
  /** The shot as it was fired. */
  readonly fired: Scene<ShipAhoy.Types>;
  /** The same slowly, from where it touches something. */
  readonly slowly: Scene<ShipAhoy.Types>;
  /** All that fell. */
  readonly fell: readonly number[];
  /** Where it struck: what is looked at when all is still again. */
  readonly focus: Picture["focus"];
}

/** From the step of the shot and the one before it; null: these are others. */
export function reelOf(steps: readonly ReplayStep<ShipAhoy.Types>[]): Reel | null {
  const [before, step] = steps;
  const fired = before && step && scenes(before.view, step.events, step.view).find(isShot);
  if (fired?.event?.event !== "shot_fired") return null;
  const { shot, x, y } = fired.event;
  const playback = new ShotPlayback(shot);
  const [atX, atY] = playback.ball(Math.min(playback.contact, playback.ms - 1)) ?? [x, y];
  return { fired, slowly: repeat(fired), fell: shot.toppled, focus: { at: [atX, atY], span: CLOSE_UP } };
}

const isShot = ({ event }: Scene<ShipAhoy.Types>): boolean => event?.event === "shot_fired";

/** A straight shot is seen best along the barrel, a ricochet or a row of falling pieces from above. */
export function seenBestBy({ how }: ShipAhoy.BestShot): Eye {
  return how === "straight" ? "gunner" : "overview";
}
