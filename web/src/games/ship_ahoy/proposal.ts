/** What a hint proposes, as a ghost on the table and in words: the same distances and angles as the docks tell. */
import { rollOf } from "./felling";
import { jams, speedOf } from "./hand";
import { inLine } from "./muzzle";
import { PHYSICS } from "./physics";
import type { Point, Proposal } from "./picture";
import { alongWay, knotsOf, ropeLength } from "./rope";
import { along, bearing } from "./shape";
import { pieceOf } from "./sides";
import { compass, edgeCm } from "./targets";
import { words } from "./words";
import type { Sentences } from "$lib/sentences";
import type * as ShipAhoy from "./wire";

export type Proposable = ShipAhoy.Shoot | ShipAhoy.Sail;

/** How far the line of a shot that meets nothing is drawn. */
const OPEN = 1.2;

/** The move, if it is one that is set up on the table before it is made, and its piece is there. */
export function proposable(move: ShipAhoy.Move | null, view: ShipAhoy.View): Proposable | null {
  if (move?.move !== "shoot" && move?.move !== "sail") return null;
  return pieceOf(view, move.piece) && move;
}

export function proposalOf(move: Proposable, view: ShipAhoy.View): Proposal {
  if (move.move === "sail") {
    const [x, y] = move.way.at(-1)!;
    const count = Math.floor(ropeLength(move.way) / PHYSICS.knot);
    const knots = Array.from({ length: count }, (_, nth) => alongWay(move.way, (nth + 1) * PHYSICS.knot));
    return { cannon: null, line: move.way, knots, ship: { piece: move.piece, x, y, yaw: move.yaw } };
  }
  const { heading, pull } = move;
  const from: Point = [move.x, move.y];
  const to = metBy(move, view)?.at ?? along(from, heading, Math.min(OPEN, reachOf(pull)));
  return { cannon: { at: from, heading, pull, free: true, recoil: 0 }, line: [from, to], knots: [], ship: null };
}

/** The same in a sentence. */
export function proposalTold(move: Proposable, view: ShipAhoy.View, sentences: Sentences): string {
  const w = words().proposal;
  const name = (piece: number): string => sentences.name("piece", piece);
  if (move.move === "sail") {
    const way = bearing(move.way[0]!, move.way.at(-1)!);
    return w.sail(name(move.piece), knotsOf(ropeLength(move.way)), compass(way));
  }
  const met = pieceOf(view, metBy(move, view)?.piece ?? null);
  const aim = w.shoot(name(move.piece), compass(move.heading), Math.round(100 * move.pull));
  return met ? `${aim} ${words().shoot.meets(name(met.piece), edgeCm(met, [move.x, move.y]))}` : aim;
}

const reachOf = (pull: number): number => (jams(pull) ? 0 : rollOf(speedOf(pull)));

function metBy({ x, y, heading, pull }: ShipAhoy.Shoot, { pieces }: ShipAhoy.View): ReturnType<typeof inLine> {
  return inLine([x, y], heading, pieces, reachOf(pull));
}
