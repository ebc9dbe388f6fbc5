/** Where things are on the table, in the board's own measures: an ellipse that fits any shape of window. */
import { BEACH, LAST_FIELD, RAFT } from "./stacks";

/** Field 1 and the way to the next, in degrees, anticlockwise; between 21 and 1 the raft is moored. */
const FIRST = -38;
const STEP = 16.2;
const FRONT_ROW = 4;

export interface Place {
  /** CSS lengths from the board's top left corner. */
  readonly x: string;
  readonly y: string;
  /** Whether one walks to the left here. */
  readonly left: boolean;
  /** Whether it is at the right edge, so that what stands beside it should stand left of it. */
  readonly edge: boolean;
  /** What is further down is nearer: 0 to 100. */
  readonly depth: number;
}

/** Where a field is. Turtles on the raft have places of their own: see `berth`. */
export function place(field: number): Place {
  if (field === RAFT) return berth(0, 1);
  if (field === BEACH) return { ...NEST, x: `calc(${NEST.x} - var(--tw) * 0.95)` };
  return around(FIRST + (field - 1) * STEP, 1);
}

function around(angle: number, reach: number): Place {
  const radians = (angle * Math.PI) / 180;
  const [across, up] = [reach * Math.cos(radians), reach * Math.sin(radians)];
  return {
    x: `calc(var(--cx) + var(--rx) * ${across.toFixed(4)})`,
    y: `calc(var(--cy) - var(--ry) * ${up.toFixed(4)})`,
    left: up > 0.2,
    edge: across > 0.55,
    depth: Math.round(50 - 50 * up),
  };
}

/** Where the turtle in this place of a row of so many stands on the raft. */
export function berth(nth: number, of: number): Place {
  const back = nth >= FRONT_ROW;
  const row = back ? of - FRONT_ROW : Math.min(of, FRONT_ROW);
  const column = (back ? nth - FRONT_ROW : nth) - (row - 1) / 2;
  return {
    x: `calc(var(--raft-x) + var(--raft) * ${(0.235 * column).toFixed(4)})`,
    y: `calc(var(--raft-y) - var(--raft) * ${back ? 0.11 : 0})`,
    left: false,
    edge: true,
    depth: back ? 101 : 102,
  };
}

/** The nest on the beach, inside of the last field; whoever wins it lies down beside it. */
export const NEST: Place = around(FIRST + (LAST_FIELD - 1) * STEP, 0.6);
