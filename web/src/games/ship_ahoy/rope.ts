/**
 * The rope before it is pulled tight: where a ship could go, by which way, and what stands in it (S14, S15).
 *
 * It only foresees what the referee will say, with the referee's own numbers; `referee.cases.json` of the tests holds
 * it to that.
 */
import { PHYSICS } from "./physics";
import type { Point } from "./picture";
import { apart, footprint, nearestOnSegment, Outline, type Placed, solid, turned } from "./shape";

export type Reason = "rope_too_short" | "off_table" | "way_blocked" | "no_room";

/** Why a way cannot be gone: the reason, where, and what is in the way. */
export interface Blocked {
  readonly reason: Reason;
  readonly at: Point;
  readonly by: number | null;
}

const TINY = 1e-6;
const RIM_CORNERS = 20;

/** How much rope a way takes. */
export const ropeLength = (way: readonly Point[]): number =>
  way.slice(1).reduce((length, point, nth) => length + apart(way[nth]!, point), 0);

/** How many points so much rope costs. */
export const knotsOf = (rope: number): number => Math.max(1, Math.ceil((rope - PHYSICS.rope_slack) / PHYSICS.knot));

/** The place so far along a way; its end where the way is shorter. */
export function alongWay(way: readonly Point[], far: number): Point {
  let left = far;
  for (let nth = 1; nth < way.length; nth++) {
    const [a, b] = [way[nth - 1]!, way[nth]!];
    const length = apart(a, b);
    if (length >= left)
      return length ? [a[0] + (left / length) * (b[0] - a[0]), a[1] + (left / length) * (b[1] - a[1])] : a;
    left -= length;
  }
  return way.at(-1)!;
}

interface Obstacle {
  readonly piece: number;
  readonly outline: Outline;
  /** How far from it the mover's middle must keep: who stands nearer may leave, but come no nearer. */
  readonly room: number;
}

/** The sea around one piece that is about to move. */
export class Sea {
  readonly start: Point;
  readonly obstacles: readonly Obstacle[];

  constructor(
    readonly mover: Placed,
    pieces: readonly Placed[],
    readonly table: number,
  ) {
    this.start = [mover.x, mover.y];
    const others = solid(mover.kind) ? pieces.filter((piece) => solid(piece.kind) && piece.piece !== mover.piece) : [];
    this.obstacles = others.map((piece) => {
      const outline = Outline.of(piece);
      return { piece: piece.piece, outline, room: Math.min(PHYSICS.rope_room, outline.toPoint(this.start) - TINY) };
    });
  }

  /** Why the mover may not go this way and then face `yaw` for so many points; null: it may. */
  check(way: readonly Point[], yaw: number, points: number): Blocked | null {
    const end = way.at(-1)!;
    const off = way.find(([x, y]) => Math.max(Math.abs(x), Math.abs(y)) > this.table);
    if (off) return { reason: "off_table", at: off, by: null };
    if (knotsOf(ropeLength(way)) > points) return { reason: "rope_too_short", at: end, by: null };
    return this.#barred(way) ?? this.crowded(end, yaw);
  }

  /** The first obstacle in the straight way from a to b. */
  barrier(a: Point, b: Point): Obstacle | null {
    const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const half = apart(a, b) / 2;
    return (
      this.obstacles.find(
        ({ outline, room }) =>
          apart(outline.middle, middle) < outline.bound + PHYSICS.rope_room + half && outline.toSegment(a, b) < room,
      ) ?? null
    );
  }

  /** Why the mover has no room at a place. */
  crowded(at: Point, yaw: number): Blocked | null {
    const place = new Outline(footprint(this.mover), at[0], at[1], turned(yaw));
    if (!place.within(this.table)) return { reason: "off_table", at, by: null };
    const near = this.obstacles.find(
      ({ outline }) =>
        apart(outline.middle, at) < outline.bound + place.bound + PHYSICS.gap && place.toOutline(outline) < PHYSICS.gap,
    );
    return near ? { reason: "no_room", at, by: near.piece } : null;
  }

  #barred(way: readonly Point[]): Blocked | null {
    const line = [this.start, ...way.slice(1)];
    for (let nth = 1; nth < line.length; nth++) {
      const [a, b] = [line[nth - 1]!, line[nth]!];
      const found = this.barrier(a, b);
      if (found) return { reason: "way_blocked", at: nearestOnSegment(a, b, found.outline.middle), by: found.piece };
    }
    return null;
  }
}

interface Node {
  readonly at: Point;
  readonly length: number;
  readonly before: Node | null;
}

/**
 * Everywhere that a piece can get to with so much rope, by the shortest ways: these bend only at corners of what is in
 * the way, so the corners that see each other are searched from the mover outwards.
 */
export class Reach {
  readonly #nodes: readonly Node[];

  constructor(
    readonly sea: Sea,
    readonly rope: number,
  ) {
    this.#nodes = this.#search();
  }

  /** The shortest way to a place; null: out of reach. */
  wayTo(goal: Point): Point[] | null {
    const last = this.#last(goal);
    if (!last) return null;
    const way: Point[] = [goal];
    for (let node: Node | null = last; node; node = node.before) way.unshift(node.at);
    return way.length <= PHYSICS.rope_points ? way : null;
  }

  /** How long the shortest way to a place is; null: out of reach. */
  lengthTo(goal: Point): number | null {
    const last = this.#last(goal);
    return last && last.length + apart(last.at, goal);
  }

  /** The places of a grid that can be reached, each with the knots it costs. */
  area(step: number): { x: number; y: number; knots: number }[] {
    const far = Math.floor(this.rope / step);
    const found = [];
    for (let i = -far; i <= far; i++) {
      for (let j = -far; j <= far; j++) {
        const [x, y] = [this.sea.start[0] + i * step, this.sea.start[1] + j * step];
        const length = this.lengthTo([x, y]);
        if (length !== null) found.push({ x, y, knots: knotsOf(length) });
      }
    }
    return found;
  }

  /** The corner from which the shortest way goes straight to a place. */
  #last(goal: Point): Node | null {
    if (Math.max(Math.abs(goal[0]), Math.abs(goal[1])) > this.sea.table) return null;
    const whole = (node: Node): number => node.length + apart(node.at, goal);
    const near = this.#nodes.filter((node) => whole(node) <= this.rope + TINY).sort((a, b) => whole(a) - whole(b));
    return near.find((node) => !this.sea.barrier(node.at, goal)) ?? null;
  }

  #corners(): Point[] {
    return this.sea.obstacles
      .flatMap(({ outline }) => bends(outline))
      .filter(
        (corner) =>
          apart(corner, this.sea.start) <= this.rope &&
          Math.max(Math.abs(corner[0]), Math.abs(corner[1])) <= this.sea.table &&
          !this.sea.barrier(corner, corner),
      );
  }

  /** Dijkstra's search. There are few corners within reach: the nearest is simply looked for. */
  #search(): Node[] {
    let open: Node[] = [{ at: this.sea.start, length: 0, before: null }];
    let unseen = this.#corners();
    const found: Node[] = [];
    while (open.length) {
      const next = open.reduce((best, node) => (node.length < best.length ? node : best));
      found.push(next);
      unseen = unseen.filter((corner) => corner !== next.at);
      open = open.filter((node) => node.at !== next.at);
      for (const at of unseen) {
        const length = next.length + apart(next.at, at);
        const known = open.find((node) => node.at === at);
        if (length > this.rope || (known && known.length <= length) || this.sea.barrier(next.at, at)) continue;
        open = [...open.filter((node) => node !== known), { at, length, before: next }];
      }
    }
    return found;
  }
}

/** The corners of a way that hugs something: just further from it than the rule wants. */
function bends(edge: Outline): Point[] {
  const room = PHYSICS.rope_room + PHYSICS.gap;
  if (!edge.shape.radius) return edge.corners(room);
  const rim = (edge.shape.radius + room) / Math.cos(Math.PI / RIM_CORNERS);
  return Array.from({ length: RIM_CORNERS }, (_, nth) => {
    const angle = (2 * Math.PI * nth) / RIM_CORNERS;
    return [edge.x + rim * Math.cos(angle), edge.y + rim * Math.sin(angle)] as Point;
  });
}
