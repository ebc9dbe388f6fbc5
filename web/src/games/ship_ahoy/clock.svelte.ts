/** While the plunger is drawn, the clock goes. */
import type { Gunner } from "./gunner.svelte";

/** For a component that lets somebody aim. */
export function ticking(gunner: Gunner): void {
  $effect(() => {
    if (!gunner.aiming) return;
    let frame = requestAnimationFrame(function tick(now) {
      gunner.tick(now);
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  });
}
