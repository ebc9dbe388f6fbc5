/** Guidance by ear, while somebody aims and wants it. */
import { Guide } from "./guide";
import type { Gunner } from "./gunner.svelte";
import { preferences } from "./preferences.svelte";
import { bearing, turned } from "./shape";
import { prey } from "./sides";
import type * as ShipAhoy from "./wire";

/** For a component that lets somebody aim: the tone follows the barrel, and stops with the component. */
export function listening(gunner: () => Gunner | null, view: () => ShipAhoy.View, seat: () => number): void {
  const guide = new Guide();
  $effect(() => {
    const [aimed, muzzle] = [gunner(), gunner()?.muzzle];
    if (!preferences.guided || !aimed || !muzzle) {
      guide.stop();
      return;
    }
    const targets = prey(view(), seat(), aimed.gun);
    const offs = targets.map(({ x, y }) => turned(bearing(muzzle, [x, y]) - aimed.barrel));
    const nearest = offs.length ? offs.reduce((best, off) => (Math.abs(off) < Math.abs(best) ? off : best)) : null;
    const met = aimed.wedge?.meets?.piece;
    guide.lead(
      nearest,
      targets.some(({ piece }) => piece === met),
    );
  });
  $effect(() => () => guide.stop());
}
