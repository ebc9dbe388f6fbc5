/** Outlines on the table, discs and turned rectangles, and how far apart they are: measured as the referee measures. */
import { FLAT, LYING, type Shape, STANDING } from "./physics";
import type { Point } from "./picture";
import type * as ShipAhoy from "./wire";

/** What has a place on the table. */
export type Placed = Pick<ShipAhoy.PieceView, "piece" | "kind" | "x" | "y" | "yaw" | "lying">;

export const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** In which direction a place lies. */
export const bearing = (from: Point, to: Point): number => Math.atan2(to[1] - from[1], to[0] - from[0]);

/** A place some way off in a direction. */
export const along = (from: Point, heading: number, far: number): Point => [
  from[0] + far * Math.cos(heading),
  from[1] + far * Math.sin(heading),
];

/** An angle between -π and π. */
export const turned = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Whether balls and ships stop at it. */
export const solid = (kind: ShipAhoy.Kind): boolean => !(FLAT as readonly string[]).includes(kind);

/** The room that a piece takes, in its own frame. */
export const footprint = ({ kind, lying }: Pick<Placed, "kind" | "lying">): Shape =>
  (lying && LYING[kind]) || STANDING[kind];

/** A shape at its place on the table. */
export class Outline {
  /** No point of it is further from its middle. */
  readonly bound: number;
  readonly #cos: number;
  readonly #sin: number;

  constructor(
    readonly shape: Shape,
    readonly x: number,
    readonly y: number,
    yaw: number,
  ) {
    this.#cos = Math.cos(yaw);
    this.#sin = Math.sin(yaw);
    this.bound = Math.hypot(shape.halfX, shape.halfY) + shape.radius;
  }

  static of(piece: Placed): Outline {
    return new Outline(footprint(piece), piece.x, piece.y, piece.yaw);
  }

  get middle(): Point {
    return [this.x, this.y];
  }

  get isDisc(): boolean {
    return this.shape.halfX === 0 && this.shape.halfY === 0;
  }

  /** Whether all of it lies in the square of this half side. */
  within(half: number): boolean {
    const { halfX, halfY, radius } = this.shape;
    const [cos, sin] = [Math.abs(this.#cos), Math.abs(this.#sin)];
    const reachX = cos * halfX + sin * halfY + radius;
    const reachY = sin * halfX + cos * halfY + radius;
    return Math.abs(this.x) + reachX <= half && Math.abs(this.y) + reachY <= half;
  }

  /** The four corners, each side pushed out by `grow`. */
  corners(grow = 0): Point[] {
    const [x, y] = [this.shape.halfX + grow, this.shape.halfY + grow];
    return [
      [x, y],
      [-x, y],
      [-x, -y],
      [x, -y],
    ].map(([u, v]) => this.#outward(u!, v!));
  }

  /** Distance to a point; 0 inside. */
  toPoint([x, y]: Point): number {
    return Math.max(0, this.#boxTo(x, y) - this.shape.radius);
  }

  /** Distance to the straight line from a to b; 0 where they meet. */
  toSegment(a: Point, b: Point): number {
    const { halfX, halfY, radius } = this.shape;
    if (this.isDisc) return Math.max(0, apart(this.middle, nearestOnSegment(a, b, this.middle)) - radius);
    return Math.max(0, segmentToBox(this.#inward(a), this.#inward(b), halfX, halfY) - radius);
  }

  /** Distance edge to edge; 0 where they meet. */
  toOutline(other: Outline): number {
    const between = other.isDisc
      ? this.#boxTo(other.x, other.y)
      : this.isDisc
        ? other.#boxTo(this.x, this.y)
        : this.#boxToBox(other);
    return Math.max(0, between - this.shape.radius - other.shape.radius);
  }

  #boxTo(x: number, y: number): number {
    const [u, v] = this.#inward([x, y]);
    return Math.hypot(Math.max(Math.abs(u) - this.shape.halfX, 0), Math.max(Math.abs(v) - this.shape.halfY, 0));
  }

  #boxToBox(other: Outline): number {
    if (!this.#parted(other) && !other.#parted(this)) return 0;
    return Math.min(
      ...other.corners().map(([x, y]) => this.#boxTo(x, y)),
      ...this.corners().map(([x, y]) => other.#boxTo(x, y)),
    );
  }

  /** Whether a side of this rectangle has all of the other one beyond it. */
  #parted(other: Outline): boolean {
    const [u, v] = this.#inward(other.middle);
    const cos = Math.abs(this.#cos * other.#cos + this.#sin * other.#sin);
    const sin = Math.abs(this.#cos * other.#sin - this.#sin * other.#cos);
    return (
      Math.abs(u) > this.shape.halfX + cos * other.shape.halfX + sin * other.shape.halfY ||
      Math.abs(v) > this.shape.halfY + sin * other.shape.halfX + cos * other.shape.halfY
    );
  }

  #inward([x, y]: Point): Point {
    const [dx, dy] = [x - this.x, y - this.y];
    return [this.#cos * dx + this.#sin * dy, this.#cos * dy - this.#sin * dx];
  }

  #outward(u: number, v: number): Point {
    return [this.x + this.#cos * u - this.#sin * v, this.y + this.#sin * u + this.#cos * v];
  }
}

/** The point of the straight line from a to b that is nearest to p. */
export function nearestOnSegment(a: Point, b: Point, p: Point): Point {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  if (square === 0) return a;
  const part = Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square));
  return [a[0] + part * dx, a[1] + part * dy];
}

function segmentToBox(a: Point, b: Point, halfX: number, halfY: number): number {
  if (crossesBox(a, b, halfX, halfY)) return 0;
  const ends = [a, b].map(([x, y]) => Math.hypot(Math.max(Math.abs(x) - halfX, 0), Math.max(Math.abs(y) - halfY, 0)));
  const corners: Point[] = [
    [halfX, halfY],
    [-halfX, halfY],
    [-halfX, -halfY],
    [halfX, -halfY],
  ];
  return Math.min(...ends, ...corners.map((corner) => apart(corner, nearestOnSegment(a, b, corner))));
}

/** Whether some of the segment is left when the box's four sides have cut it (Liang and Barsky). */
function crossesBox(a: Point, b: Point, halfX: number, halfY: number): boolean {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const cuts: Point[] = [
    [-dx, a[0] + halfX],
    [dx, halfX - a[0]],
    [-dy, a[1] + halfY],
    [dy, halfY - a[1]],
  ];
  let [first, last] = [0, 1];
  for (const [slope, room] of cuts) {
    if (slope === 0) {
      if (room < 0) return false;
    } else if (slope < 0) {
      first = Math.max(first, room / slope);
    } else {
      last = Math.min(last, room / slope);
    }
  }
  return first <= last;
}
