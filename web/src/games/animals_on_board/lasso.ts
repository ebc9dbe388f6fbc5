/** A line drawn on the table: a loop round tiles, or a cut through a group. */
import type { TileKey } from "./tiles";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a tile's middle is, and in which group it lies. */
export interface Spot extends Point {
  readonly key: TileKey;
  readonly group: number;
}

export interface Caught {
  readonly group: number;
  readonly tiles: readonly TileKey[];
}

/** A line whose ends are so far apart, measured by its length, is a cut. */
const STRAIGHT = 0.62;

/** What a drawn line parts from its group; null: nothing. */
export function caught(line: readonly Point[], spots: readonly Spot[]): Caught | null {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 2) return null;
  const length = line.slice(1).reduce((sum, point, index) => sum + far(point, line[index] ?? point), 0);
  return far(first, last) > STRAIGHT * length ? cut(first, last, spots) : looped(line, spots);
}

/** Of the group that has most tiles inside the loop: those. */
function looped(line: readonly Point[], spots: readonly Spot[]): Caught | null {
  const inside = spots.filter((spot) => within(spot, line));
  const counts = new Map<number, number>();
  for (const { group } of inside) counts.set(group, (counts.get(group) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  if (!most) return null;
  return { group: most[0], tiles: inside.filter(({ group }) => group === most[0]).map(({ key }) => key) };
}

/** Of the first group that the cut goes through, the tiles on the side that has fewer. */
function cut(from: Point, to: Point, spots: readonly Spot[]): Caught | null {
  for (const group of new Set(spots.map((spot) => spot.group))) {
    const tiles = spots.filter((spot) => spot.group === group);
    if (!tiles.some((spot) => between(spot, from, to))) continue;
    const left = tiles.filter((spot) => side(spot, from, to) > 0);
    const right = tiles.filter((spot) => side(spot, from, to) <= 0);
    if (left.length && right.length) {
      return { group, tiles: (left.length < right.length ? left : right).map(({ key }) => key) };
    }
  }
  return null;
}

function far(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** On which side of a line a point is. */
function side(point: Point, from: Point, to: Point): number {
  return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
}

/** Whether a point is abreast of a line, not before or beyond it. */
function between(point: Point, from: Point, to: Point): boolean {
  const along = (point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y);
  return along >= 0 && along <= far(from, to) ** 2;
}

/** Whether a point lies inside a loop: a ray from it leaves through an odd number of sides. */
function within(point: Point, loop: readonly Point[]): boolean {
  let inside = false;
  loop.forEach((corner, index) => {
    const next = loop[(index + 1) % loop.length] ?? corner;
    const crosses = corner.y > point.y !== next.y > point.y;
    if (crosses && point.x < ((next.x - corner.x) * (point.y - corner.y)) / (next.y - corner.y) + corner.x)
      inside = !inside;
  });
  return inside;
}
