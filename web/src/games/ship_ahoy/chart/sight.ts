/** What part of the table the chart shows: a middle, so many pixels to the metre, and how the table is turned. */
import type { Picture, Point } from "../picture";

export interface Sight {
  readonly x: number;
  readonly y: number;
  /** Pixels to the metre. */
  readonly scale: number;
  /** How far the table is turned against the clock; 0: y points up. */
  readonly turn: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** The wooden rim around the water, in metres. */
export const RIM = 0.05;
const NEAREST = 3200;
/** How much of the water the gunner sees: ahead of the muzzle, and behind it. */
const AHEAD = 0.9;
const ASTERN = 0.15;

/** A place on the table, in pixels from the frame's top left corner. */
export function onScreen({ x, y, scale, turn }: Sight, { width, height }: Frame, [px, py]: Point): Point {
  const [right, up] = turned([px - x, py - y], turn);
  return [width / 2 + right * scale, height / 2 - up * scale];
}

/** The place on the table under a pixel. */
export function onTable({ x, y, scale, turn }: Sight, { width, height }: Frame, [left, top]: Point): Point {
  const [px, py] = turned([(left - width / 2) / scale, (height / 2 - top) / scale], -turn);
  return [x + px, y + py];
}

/** The whole table. */
export function whole(table: number, frame: Frame): Sight {
  return { x: 0, y: 0, scale: Math.min(frame.width, frame.height) / (2 * (table + RIM)), turn: 0 };
}

/** What the picture asks to be shown, as large as it fits. */
export function focused({ table, focus }: Pick<Picture, "table" | "focus">, frame: Frame): Sight {
  if (focus.span >= 2 * table) return whole(table, frame);
  const scale = Math.min(frame.width, frame.height) / focus.span;
  return limited({ x: focus.at[0], y: focus.at[1], scale, turn: 0 }, table, frame);
}

/** What lies ahead of the muzzle, with the heading up. */
export function overTheBarrel([x, y]: Point, heading: number, frame: Frame): Sight {
  const middle = (AHEAD - ASTERN) / 2;
  return {
    x: x + middle * Math.cos(heading),
    y: y + middle * Math.sin(heading),
    scale: frame.height / (AHEAD + ASTERN),
    turn: Math.PI / 2 - heading,
  };
}

/** Closer by a factor, with what is under a pixel kept there. */
export function closer(sight: Sight, factor: number, at: Point, table: number, frame: Frame): Sight {
  const least = whole(table, frame).scale;
  const scale = within(sight.scale * factor, least, NEAREST);
  return limited(dragged({ ...sight, scale }, frame, onTable(sight, frame, at), at), table, frame);
}

/** Moved so that a place on the table lies under a pixel. */
export function dragged(sight: Sight, frame: Frame, place: Point, to: Point): Sight {
  const [x, y] = onTable(sight, frame, to);
  return { ...sight, x: sight.x + place[0] - x, y: sight.y + place[1] - y };
}

/** The same, but neither too near nor too far, and with no more beside the table in sight than needed. */
export function limited(sight: Sight, table: number, frame: Frame): Sight {
  const scale = within(sight.scale, whole(table, frame).scale, NEAREST);
  const edge = table + RIM;
  // A turned table is not measured against the upright frame: its middle merely stays on the water.
  const room = (pixels: number): number => (sight.turn === 0 ? Math.max(0, edge - pixels / 2 / scale) : table);
  const [wide, high] = [room(frame.width), room(frame.height)];
  return { ...sight, scale, x: within(sight.x, -wide, wide), y: within(sight.y, -high, high) };
}

/** On the way from one sight to another: 0 is still here, 1 is there. The table turns the short way. */
export function between(from: Sight, to: Sight, part: number): Sight {
  const mix = (a: number, b: number): number => a + (b - a) * part;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    scale: Math.exp(mix(Math.log(from.scale), Math.log(to.scale))),
    turn: from.turn + wrapped(to.turn - from.turn) * part,
  };
}

/** Whether two sights differ by less than anybody sees. */
export function alike(one: Sight, other: Sight): boolean {
  const far = Math.hypot(one.x - other.x, one.y - other.y) * one.scale;
  return (
    far < 0.3 && Math.abs(one.scale / other.scale - 1) < 0.0005 && Math.abs(wrapped(one.turn - other.turn)) < 0.0005
  );
}

/** An angle between -π and π. */
export function wrapped(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}

function turned([x, y]: Point, angle: number): Point {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos - y * sin, x * sin + y * cos];
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
