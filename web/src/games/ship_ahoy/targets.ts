/** What a gunner sees from the muzzle: how far each target is, in which direction, how it stands, what hides it. */
import { inLine } from "./muzzle";
import { HEIGHT } from "./physics";
import type { Point } from "./picture";
import { apart, bearing, Outline, type Placed, turned } from "./shape";
import { prey } from "./sides";
import type * as ShipAhoy from "./wire";

export interface Target {
  readonly piece: number;
  /** Whole centimetres from the muzzle to its edge. */
  readonly cm: number;
  readonly bearing: number;
  /** How it stands: its broadside to the gunner, its end, or neither; null where that makes no difference. */
  readonly stands: "broadside" | "end_on" | "aslant" | null;
  /** What the ball would touch before it; null: the line is free. */
  readonly hidden: number | null;
}

const BROADSIDE = Math.cos(Math.PI / 6);
const END_ON = Math.cos(Math.PI / 3);

/** How far a piece's edge is from the muzzle, in whole centimetres: the distance that docks, lists and hints tell. */
export const edgeCm = (piece: Placed, muzzle: Point): number => Math.round(100 * Outline.of(piece).toPoint(muzzle));

/** All targets, those on a free line first, then the nearest. */
export function targets(view: ShipAhoy.View, seat: number, gun: number | null, muzzle: Point): Target[] {
  return prey(view, seat, gun)
    .map((piece) => {
      const middle: Point = [piece.x, piece.y];
      const heading = bearing(muzzle, middle);
      const met = inLine(muzzle, heading, view.pieces, apart(muzzle, middle) + 0.02);
      return {
        piece: piece.piece,
        cm: edgeCm(piece, muzzle),
        bearing: heading,
        stands: stance(piece, heading),
        hidden: met && met.piece !== piece.piece ? met.piece : null,
      };
    })
    .sort((a, b) => Number(a.hidden !== null) - Number(b.hidden !== null) || a.cm - b.cm);
}

function stance({ kind, yaw, lying }: ShipAhoy.PieceView, heading: number): Target["stands"] {
  if (kind === "tower" || lying || !(kind in HEIGHT)) return null;
  const square = Math.abs(Math.cos(yaw - heading));
  return square > BROADSIDE ? "broadside" : square < END_ON ? "end_on" : "aslant";
}

/** A direction as people say it: degrees clockwise from straight away (up on the chart), 0 to 359. */
export const compass = (heading: number): number => (Math.round(90 - (180 / Math.PI) * turned(heading)) + 720) % 360;
