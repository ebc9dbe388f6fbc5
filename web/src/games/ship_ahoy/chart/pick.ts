/** Which piece a hand means. */
import { FLAT, LYING, STANDING, type Shape } from "../physics";
import type { Body, Point } from "../picture";

/** How far from a piece a hand may be, in pixels. */
const NEAR = 28;
/** In pixels: a token gives way to the ship on it, land to the token under it, and to both what cannot be chosen now. */
const UNDER = 5;
const LAND = 6;
const UNMARKED = 8;

/** The piece at a place, when a metre has so many pixels; null: water. */
export function pick(bodies: readonly Body[], at: Point, scale: number): number | null {
  let found: number | null = null;
  let best = Infinity;
  for (const body of bodies) {
    const far = apart(body, at) * scale;
    if (far > NEAR) continue;
    const weight = far + depth(body) + (body.mark || far === 0 ? 0 : UNMARKED);
    // The middle decides between two that are both under the hand.
    const rank = weight + Math.hypot(body.x - at[0], body.y - at[1]) * 0.01;
    if (rank < best) [found, best] = [body.piece, rank];
  }
  return found;
}

function depth(body: Body): number {
  return isFlat(body) ? UNDER : room(body).radius > 0 ? LAND : 0;
}

/** The room that a body takes. */
export function room(body: Pick<Body, "kind" | "lying">): Shape {
  return (body.lying ? LYING[body.kind] : undefined) ?? STANDING[body.kind];
}

/** How far its outermost point is from its middle. */
export function girth(body: Pick<Body, "kind" | "lying">): number {
  const { halfX, halfY, radius } = room(body);
  return Math.hypot(halfX, halfY) + radius;
}

export function isFlat(body: Pick<Body, "kind">): boolean {
  return (FLAT as readonly string[]).includes(body.kind);
}

/** From a place to the edge of the room that a body takes; 0 inside. */
function apart(body: Body, [x, y]: Point): number {
  const { halfX, halfY, radius } = room(body);
  const [dx, dy] = [x - body.x, y - body.y];
  const [cos, sin] = [Math.cos(body.yaw), Math.sin(body.yaw)];
  const along = Math.max(0, Math.abs(dx * cos + dy * sin) - halfX);
  const across = Math.max(0, Math.abs(dy * cos - dx * sin) - halfY);
  return Math.max(0, Math.hypot(along, across) - radius);
}
