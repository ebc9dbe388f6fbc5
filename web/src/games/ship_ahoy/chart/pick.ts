/** Which piece a hand means. */
import type { Body, Point } from "../picture";
import { footprint, Outline, solid } from "../shape";

/** How far from a piece a hand may be, in pixels. */
const NEAR = 28;
/**
 * In pixels: a token gives way to the ship on it, land to the token under it, and to both what cannot be chosen now.
 */
const UNDER = 5;
const LAND = 6;
const UNMARKED = 8;

/** The piece at a place, when a metre has so many pixels; null: water. */
export function pick(bodies: readonly Body[], at: Point, scale: number): number | null {
  let found: number | null = null;
  let best = Infinity;
  for (const body of bodies) {
    const far = Outline.of(body).toPoint(at) * scale;
    if (far > NEAR) continue;
    const weight = far + depth(body) + (body.mark || far === 0 ? 0 : UNMARKED);
    // The middle decides between two that are both under the hand.
    const rank = weight + Math.hypot(body.x - at[0], body.y - at[1]) * 0.01;
    if (rank < best) [found, best] = [body.piece, rank];
  }
  return found;
}

function depth(body: Body): number {
  return !solid(body.kind) ? UNDER : footprint(body).radius > 0 ? LAND : 0;
}
