/** Whether a ship is in a port (S31): its edge reaches into the port's disc. Measured as the referee measures. */
import { PHYSICS, STANDING } from "./physics";
import type { Point } from "./picture";
import { ropeLength } from "./rope";
import { footprint, Outline, type Placed } from "./shape";
import type * as ShipAhoy from "./wire";

type Harbour = Pick<ShipAhoy.PortView, "port" | "x" | "y">;

/** A ship's move: how it stands now, the way of its middle, and how it faces at the end of it. */
export interface Passage {
  readonly ship: Placed;
  readonly way: readonly Point[];
  readonly yaw: number;
}

/** The first of these ports that a way begins in, or leads into and out of again; null: none. */
export function leftOrPassed<Port extends Harbour>({ ship, way, yaw }: Passage, ports: readonly Port[]): Port | null {
  if (ropeLength(way) <= PHYSICS.rope_slack) return null; // who only turns on the spot has not moved from a port
  const [x, y] = way.at(-1)!;
  const end = { ...ship, x, y, yaw };
  return ports.find((port) => isIn(ship, port) || (crosses(ship, way, port) && !isIn(end, port))) ?? null;
}

const disc = ({ x, y }: Harbour): Outline => new Outline(STANDING.port, x, y, 0);
const touches = (distance: number): boolean => Math.round(distance * 1e6) <= 0;

function isIn(ship: Placed, port: Harbour): boolean {
  return touches(Outline.of(ship).toOutline(disc(port)));
}

/** Under way it may face as it likes, and takes at least half of its narrow side to the left and right of the rope. */
function crosses(ship: Placed, way: readonly Point[], port: Harbour): boolean {
  const { halfX, halfY } = footprint(ship);
  const edge = disc(port);
  return way.slice(1).some((b, nth) => touches(edge.toSegment(way[nth]!, b) - Math.min(halfX, halfY)));
}
