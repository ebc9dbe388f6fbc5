/** How fast the scene is shown that is on the page now: what moves in it has to keep up. */
import { settings } from "$lib/settings.svelte";

class Pace {
  /** What the durations of the scene are multiplied by; 1 where nothing is shown. The Director sets it. */
  factor = $state(1);
}

export const pace = new Pace();

/** Milliseconds for which something moves that belongs to a scene, at its pace and as the person likes it. */
export function lasting(ms: number): number {
  return settings.reducedMotion ? 0 : ms * pace.factor;
}
