/** Where the cannon may stand beside a piece (S8), as the referee will judge it, and what its barrel looks at. */
import { PHYSICS } from "./physics";
import type { Berth, Point } from "./picture";
import { along, Outline, type Placed, solid } from "./shape";

export type MuzzleReason = "muzzle_off_table" | "muzzle_too_far" | "muzzle_blocked";

const BERTHS = 72;
/** How far from a piece's edge the cannon usually stands. */
export const STAND_OFF = 0.03;

/** Why the muzzle may not be there to fire from a piece; null: it may. */
export function muzzleRefusal(gun: Placed, at: Point, pieces: readonly Placed[], table: number): MuzzleReason | null {
  if (Math.max(Math.abs(at[0]), Math.abs(at[1])) > table - PHYSICS.muzzle_rim) return "muzzle_off_table";
  if (Outline.of(gun).toPoint(at) > PHYSICS.beside) return "muzzle_too_far";
  const room = PHYSICS.ball_radius + PHYSICS.muzzle_room;
  const blocked = [gun, ...pieces].some((piece) => solid(piece.kind) && Outline.of(piece).toPoint(at) < room);
  return blocked ? "muzzle_blocked" : null;
}

/** The place beside a piece in a direction, so far from its edge. */
export function beside(gun: Placed, direction: number, off: number): Point {
  const outline = Outline.of(gun);
  let [near, far] = [0, outline.bound + off];
  // The distance from the edge grows along the ray: halve until it is found to a hundredth of a millimetre.
  while (far - near > 1e-5) {
    const middle = (near + far) / 2;
    if (outline.toPoint(along(outline.middle, direction, middle)) < off) near = middle;
    else far = middle;
  }
  return along(outline.middle, direction, far);
}

/** The places all around a piece, free or not. */
export function berths(gun: Placed, pieces: readonly Placed[], table: number): Berth[] {
  return Array.from({ length: BERTHS }, (_, nth) => {
    const at = beside(gun, (2 * Math.PI * nth) / BERTHS, STAND_OFF);
    return { at, free: muzzleRefusal(gun, at, pieces, table) === null };
  });
}

/** A place for the muzzle in a direction, or as near to that direction as there is one; null: nowhere. */
export function freeBerth(gun: Placed, direction: number, pieces: readonly Placed[], table: number): Point | null {
  for (let step = 0; step <= BERTHS / 2; step++) {
    for (const side of [1, -1]) {
      const at = beside(gun, direction + (side * step * 2 * Math.PI) / BERTHS, STAND_OFF);
      if (muzzleRefusal(gun, at, pieces, table) === null) return at;
    }
  }
  return null;
}

/** The first solid piece that a ball rolling straight from the muzzle touches, and where its middle is then. */
export function inLine(
  from: Point,
  heading: number,
  pieces: readonly Placed[],
  far: number,
): { piece: number; at: Point } | null {
  const outlines = pieces
    .filter((piece) => solid(piece.kind))
    .map((piece) => ({ piece: piece.piece, outline: Outline.of(piece) }));
  const end = along(from, heading, far);
  const near = outlines.filter(({ outline }) => outline.toSegment(from, end) <= PHYSICS.ball_radius);
  for (let rolled = 0; near.length && rolled < far; rolled += 0.002) {
    const at = along(from, heading, rolled);
    const met = near.find(({ outline }) => outline.toPoint(at) <= PHYSICS.ball_radius);
    if (met) return { piece: met.piece, at };
  }
  return null;
}
