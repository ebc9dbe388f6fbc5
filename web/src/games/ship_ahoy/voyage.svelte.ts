/**
 * A voyage being planned: the rope from a ship to where the hand is, its bends, and how the ship will face (S14, S15).
 */
import { leftOrPassed } from "./harbour";
import { PHYSICS } from "./physics";
import type { Point, Reached, RopeLine } from "./picture";
import { alongWay, type Blocked, knotsOf, Reach, ropeLength, Sea } from "./rope";
import { along, apart, bearing, solid, turned } from "./shape";
import { pieceOf } from "./sides";
import type * as ShipAhoy from "./wire";

/** From square to square where reachable water is shaded. */
export const CELL = 0.02;
/** How far the handle that turns the ship is from it. */
const HANDLE = 0.075;
/** So much further than the rope reaches, a way is still looked for: then the rope is too short for it. */
const BEYOND = 0.4;
const SAMPLES = 24;
/** Screens round: a rope that is all laid out is so much shorter. */
const SHORT = 2e-4;

interface Laid {
  readonly way: readonly Point[];
  readonly blocked: (Blocked & { readonly to: Point }) | null;
}

export class Voyage {
  ship = $state<number | null>(null);
  /** Where the rope was bent and held; after it the rope goes the shortest way. */
  #bends = $state.raw<readonly Point[]>([]);
  /** Where the hand is; null: the rope is not laid yet. */
  #goal = $state.raw<Point | null>(null);
  #yaw = $state<number | null>(null);
  /** S31: whether the barrel of a port comes along. */
  #load = $state<boolean | null>(null);

  constructor(private readonly view: () => ShipAhoy.View) {}

  readonly piece = $derived.by(() => pieceOf(this.view(), this.ship));
  /** S14, S30, S32: the points that the ship could spend. */
  readonly points = $derived.by(() => (this.piece ? this.view().points + this.piece.own_points : 0));
  readonly #pinned = $derived.by((): readonly Point[] =>
    this.piece ? [[this.piece.x, this.piece.y], ...this.#bends] : [],
  );
  readonly #rope = $derived.by(() => Math.max(0, this.points * PHYSICS.knot - ropeLength(this.#pinned)));
  readonly #sea = $derived.by(() => {
    const [x, y] = this.#pinned.at(-1) ?? [0, 0];
    return this.piece && new Sea({ ...this.piece, x, y }, this.view().pieces, this.view().table);
  });
  readonly #near = $derived.by(() => this.#sea && new Reach(this.#sea, this.#rope));
  readonly #far = $derived.by(() => this.#sea && new Reach(this.#sea, this.#rope + BEYOND));

  /** The water within reach, in squares. */
  readonly reach = $derived.by((): readonly Reached[] => this.#near?.area(CELL) ?? []);

  readonly #laid = $derived.by((): Laid | null => {
    if (!this.#goal || !this.#near || !this.#far || !this.#sea) return null;
    const rest = this.#to(this.#goal);
    return { way: [...this.#pinned.slice(0, -1), ...rest.way], blocked: rest.blocked };
  });

  /** The rope, from the ship to where it will be; null: not laid yet. */
  get way(): readonly Point[] | null {
    return this.#laid?.way ?? null;
  }

  get knots(): number {
    return this.way ? knotsOf(ropeLength(this.way)) : 0;
  }

  get end(): Point | null {
    return this.way?.at(-1) ?? null;
  }

  /** How the ship will face: as it was turned by hand, or else along its way. */
  get yaw(): number {
    const [piece, way] = [this.piece, this.way];
    if (this.#yaw !== null || !piece || !way || !solid(piece.kind)) return this.#yaw ?? piece?.yaw ?? 0;
    const [before, end] = [way.at(-2)!, way.at(-1)!];
    if (apart(before, end) < 0.005) return piece.yaw;
    const ahead = bearing(before, end) - Math.PI / 2;
    return turned(Math.abs(turned(ahead - piece.yaw)) <= Math.PI / 2 ? ahead : ahead + Math.PI);
  }

  /** Why the ship cannot go on, or not stop there; null: it can. */
  get blocked(): Blocked | null {
    const laid = this.#laid;
    if (!laid || !this.#sea) return null;
    return this.#sea.crowded(laid.way.at(-1)!, this.yaw) ?? laid.blocked;
  }

  /** Whether the rope as it lies may be sailed. A hand beyond its end does not matter. */
  get sailable(): boolean {
    const laid = this.#laid;
    return !!laid && !!this.#sea && !this.#sea.crowded(laid.way.at(-1)!, this.yaw);
  }

  get rope(): RopeLine | null {
    const [laid, end, piece] = [this.#laid, this.end, this.piece];
    if (!laid || !end || !piece) return null;
    const free = this.sailable;
    const blocked = laid.blocked && apart(laid.blocked.at, laid.blocked.to) > 0.01 ? laid.blocked : null;
    const knots = Array.from({ length: this.points }, (_, nth) => {
      const far = (nth + 1) * PHYSICS.knot;
      return { far, at: alongWay(laid.way, far), spent: nth < this.knots };
    }).filter(({ far }) => far <= ropeLength(laid.way) + 1e-3);
    return {
      way: laid.way,
      knots,
      blocked: blocked && { at: blocked.at, to: blocked.to },
      ghost: { piece: piece.piece, x: end[0], y: end[1], yaw: this.yaw, free },
      handle: along(end, this.yaw + Math.PI / 2, HANDLE),
    };
  }

  /** S31: the port whose barrel the ship could take along: it leaves it, or passes through it. */
  readonly port = $derived.by((): ShipAhoy.PortView | null => {
    const [way, ship] = [this.way, this.piece];
    if (!way || ship?.kind !== "ship") return null;
    const laden = this.view().ports.filter(({ barrel }) => barrel !== null);
    return leftOrPassed({ ship, way, yaw: this.yaw }, laden);
  });

  get load(): boolean {
    return this.port !== null && (this.#load ?? this.piece?.barrel === null);
  }

  set load(wanted: boolean) {
    this.#load = wanted;
  }

  /** Let this ship sail; the rope of another one is taken back. */
  choose(ship: number | null): void {
    if (ship === this.ship) return;
    this.ship = ship;
    this.undo();
  }

  /** Lay the rope as for this voyage. */
  adopt({ piece, way, yaw, load }: ShipAhoy.Sail): void {
    this.choose(piece);
    this.#bends = way.slice(1, -1);
    this.#goal = way.at(-1) ?? null;
    this.#yaw = yaw;
    this.#load = load;
  }

  /** Lay the rope towards a place. */
  lay(to: Point): void {
    this.#goal = to;
  }

  /** Move the rope's end by a step. */
  step(dx: number, dy: number): void {
    const from = this.end ?? this.#pinned.at(-1);
    if (from) this.lay([from[0] + dx, from[1] + dy]);
  }

  /** Bend the rope at its end: from here it goes on afresh. */
  bend(): void {
    const end = this.end;
    if (!end || this.#bends.length >= PHYSICS.rope_points - 4) return;
    this.#bends = [...this.way!.slice(1)];
    this.#goal = end;
  }

  /** Turn the ship by a handle at this place, or by an angle. */
  faceTo(at: Point): void {
    if (this.end) this.#yaw = turned(bearing(this.end, at) - Math.PI / 2);
  }

  face(by: number): void {
    this.#yaw = turned(this.yaw + by);
    if (!this.#goal && this.piece) this.#goal = [this.piece.x, this.piece.y];
  }

  /** Take the rope back to the last bend, then to the ship. */
  back(): void {
    this.#goal = this.#bends.at(-1) ?? null;
    this.#bends = this.#bends.slice(0, -1);
  }

  /** Take all of it back. */
  undo(): void {
    this.#bends = [];
    this.#goal = null;
    this.#yaw = null;
    this.#load = null;
  }

  move(): ShipAhoy.Sail | null {
    if (this.ship === null || !this.way) return null;
    return { move: "sail", piece: this.ship, way: this.way, yaw: this.yaw, load: this.load };
  }

  /** The way from the last bend to a place, or as far as it goes. */
  #to(goal: Point): Laid {
    const straight = this.#near!.wayTo(goal);
    if (straight) return { way: straight, blocked: null };
    const beyond = this.#far!.wayTo(goal);
    if (beyond) {
      const way = cut(beyond, Math.max(0, this.#rope - SHORT));
      return { way, blocked: { reason: "rope_too_short", at: way.at(-1)!, by: null, to: goal } };
    }
    const at = this.#nearest(goal);
    const way = this.#near!.wayTo(at) ?? [this.#sea!.start, this.#sea!.start];
    const by = this.#sea!.barrier(at, goal)?.piece ?? null;
    const off = Math.max(Math.abs(goal[0]), Math.abs(goal[1])) > this.view().table;
    return {
      way,
      blocked: { reason: off ? "off_table" : by === null ? "rope_too_short" : "way_blocked", at, by, to: goal },
    };
  }

  /** The last place on the straight line to somewhere out of reach where the ship can get to and has room. */
  #nearest(goal: Point): Point {
    const start = this.#sea!.start;
    const yaw = this.#yaw ?? bearing(start, goal) - Math.PI / 2;
    for (let nth = SAMPLES - 1; nth > 0; nth--) {
      const at: Point = [
        start[0] + (nth / SAMPLES) * (goal[0] - start[0]),
        start[1] + (nth / SAMPLES) * (goal[1] - start[1]),
      ];
      if (this.#near!.lengthTo(at) !== null && !this.#sea!.crowded(at, yaw)) return at;
    }
    return start;
  }
}

/** A way up to a length. */
function cut(way: readonly Point[], far: number): Point[] {
  const kept: Point[] = [way[0]!];
  let left = far;
  for (let nth = 1; nth < way.length; nth++) {
    const length = apart(way[nth - 1]!, way[nth]!);
    if (length >= left) return [...kept, alongWay([way[nth - 1]!, way[nth]!], left)];
    kept.push(way[nth]!);
    left -= length;
  }
  return kept;
}
