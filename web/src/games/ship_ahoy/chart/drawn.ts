/** From the table to the paper: millimetres, y downwards. */
import type { Body, Place, Point, Quaternion } from "../picture";
import type { Sight } from "./sight";

/** What everything on the chart needs to know of how it is looked at. */
export interface Lens {
  /** Millimetres in a pixel. */
  readonly px: number;
  /** How much larger than life small pieces are drawn, so that they are seen from afar. */
  readonly swell: number;
  /** Degrees by which writing is turned so that it stands upright. */
  readonly up: number;
}

/** A ship is drawn this long at least, in pixels, as far as its neighbours leave room. */
const SHIP_LENGTH = 34;
const MOST_SWELL = 1.4;
const SHIP = 0.06;

export function lensOf({ scale, turn }: Pick<Sight, "scale" | "turn">): Lens {
  return {
    px: 1000 / scale,
    swell: Math.min(MOST_SWELL, Math.max(1, SHIP_LENGTH / (SHIP * scale))),
    up: degrees(turn),
  };
}

export function mm(metres: number): number {
  return Math.round(metres * 10000) / 10;
}

/** A place as two numbers of a path. */
export function spot([x, y]: Point | Place): string {
  return `${mm(x)} ${mm(-y)}`;
}

/** An open line through places. */
export function line(places: readonly (Point | Place)[]): string {
  return places.map((place, at) => `${at ? "L" : "M"}${spot(place)}`).join("");
}

/** Degrees with the clock, as the paper has them, of an angle against it. */
export function clockwise(angle: number): number {
  return -degrees(angle);
}

function degrees(angle: number): number {
  return Math.round((angle * 18000) / Math.PI) / 100;
}

/** Where a body's own axes lie on the table, seen from above, and how far it leans over: 0 upright. */
export interface Leaning {
  readonly across: Point;
  readonly up: Point;
  readonly tilt: number;
}

export function leaning([w, x, y, z]: Quaternion): Leaning {
  return {
    across: [2 * (x * y - w * z), 1 - 2 * (x * x + z * z)],
    up: [2 * (x * z + w * y), 2 * (y * z - w * x)],
    tilt: Math.acos(Math.max(-1, Math.min(1, 1 - 2 * (x * x + y * y)))),
  };
}

/** How a drawing of a piece's side is laid on the paper, for a piece that leans over. */
export interface Cut {
  /** Millimetres in its unit, along and up. */
  readonly wide: number;
  readonly high: number;
  /** Where its foot is. */
  readonly foot: Point;
}

/** The transform that lays the drawing of a leaning piece's side on the paper as it is seen from above. */
export function laid({ at, turn }: Pick<Body, "at" | "turn">, { wide, high, foot }: Cut, round = false): string {
  const { across, up } = leaning(turn);
  const long = Math.hypot(...up) || 1;
  // A tower has no broad side: it shows the one that is up.
  const [sx, sy] = round ? [up[1] / long, -up[0] / long] : across;
  const [a, b, c, d] = [sx * wide, -sy * wide, -up[0] * high, up[1] * high];
  const e = at[0] * 1000 - a * foot[0] - c * foot[1];
  const f = -at[1] * 1000 - b * foot[0] - d * foot[1];
  return `matrix(${[a, b, c, d, e, f].map((each) => Math.round(each * 1000) / 1000).join(" ")})`;
}
