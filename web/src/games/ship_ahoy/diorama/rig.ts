/** Where the camera is: how it frames a place, follows the gunner, and obeys the hand. Pure reckoning, no drawing. */
import type { Cannon, Chase, Picture, Point } from "../picture";

/** What is looked at, from how far, in which direction (against the clock from x) and from how high (an angle). */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly far: number;
  readonly azimuth: number;
  readonly elevation: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** The camera's field of view from top to bottom. */
export const VIEW = (34 * Math.PI) / 180;
/** How long it takes to go to another place, in milliseconds. */
const TRAVEL = 600;
/** How fast it follows the cannon, and the ball, in milliseconds. */
const LAG = { gunner: 260, ball: 170 };
const LOWEST = 0.14;
const HIGHEST = 1.5;
const NEAREST = 0.22;
/** As tall as the tallest pieces are. */
const TALL = 0.1;
const MARGIN = 1.02;
/** How far behind a ball the eye is, how high over it, and from which side a repeat is seen. */
const ASTERN = { far: 0.66, elevation: 0.3, aside: 0 };
const ABEAM = { far: 0.5, elevation: 0.36, aside: 0.9 };

type Vector = readonly [number, number, number];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** To the right, upwards and forwards, as the camera sees it. */
export function axes({ azimuth, elevation }: Pick<Pose, "azimuth" | "elevation">): readonly [Vector, Vector, Vector] {
  const [c, s, up, flat] = [Math.cos(azimuth), Math.sin(azimuth), Math.sin(elevation), Math.cos(elevation)];
  return [
    [s, -c, 0],
    [c * up, s * up, flat],
    [c * flat, s * flat, -up],
  ];
}

/** Where the eye is. */
export function eyeOf(pose: Pose): Vector {
  const [, , ahead] = axes(pose);
  return [pose.x - pose.far * ahead[0], pose.y - pose.far * ahead[1], pose.z - pose.far * ahead[2]];
}

/** The nearest pose in this direction that shows a square of this side and all that stands on it. */
export function framed(at: Point, span: number, frame: Frame, azimuth: number, elevation: number): Pose {
  const [right, up, ahead] = axes({ azimuth, elevation });
  const high = Math.tan(VIEW / 2) / MARGIN;
  const wide = (high * frame.width) / Math.max(1, frame.height);
  const half = span / 2;
  const corners = [-half, half].flatMap((x) => [-half, half].flatMap((y) => [0, TALL].map((z): Vector => [x, y, z])));
  // What is near takes more room than what is far: shift what is looked at until above and below are alike.
  let [shift, far] = [0, 0];
  for (let round = 0; round < 6; round++) {
    const [dx, dy] = [shift * Math.cos(azimuth), shift * Math.sin(azimuth)];
    const seen = corners.map(([x, y, z]): Vector => [x - dx, y - dy, z]);
    far = Math.max(
      ...seen.map((corner) => {
        const needed = Math.max(Math.abs(dot(corner, right)) / wide, Math.abs(dot(corner, up)) / high);
        return needed - dot(corner, ahead);
      }),
    );
    const heights = seen.map((corner) => dot(corner, up) / (far + dot(corner, ahead)));
    const middle = (Math.max(...heights) + Math.min(...heights)) / 2;
    shift += (middle * far) / Math.sin(elevation);
  }
  return { x: at[0] + shift * Math.cos(azimuth), y: at[1] + shift * Math.sin(azimuth), z: 0, far, azimuth, elevation };
}

/** Behind and above the cannon, along its barrel. */
export function behind({ at, heading }: Cannon, frame: Frame, nearer: number): Pose {
  const ahead = 0.22;
  const narrow = Math.max(1, 0.9 / (frame.width / Math.max(1, frame.height)));
  return {
    x: at[0] + ahead * Math.cos(heading),
    y: at[1] + ahead * Math.sin(heading),
    z: 0.03,
    far: (0.68 * Math.min(1.3, narrow)) / nearer,
    azimuth: heading,
    elevation: 0.28,
  };
}

/** Behind a ball that rolls; in a repeat, beside the place where it strikes. */
export function after({ at, heading, slowly }: Chase, frame: Frame): Pose {
  const { far, elevation, aside } = slowly ? ABEAM : ASTERN;
  const narrow = Math.max(1, 0.9 / (frame.width / Math.max(1, frame.height)));
  return { x: at[0], y: at[1], z: 0.03, far: far * Math.min(1.3, narrow), azimuth: heading + aside, elevation };
}

const nearest = (angle: number, to: number): number => to + Math.atan2(Math.sin(angle - to), Math.cos(angle - to));

/** A pose between two others. */
export function between(from: Pose, to: Pose, part: number): Pose {
  const mix = (a: number, b: number): number => a + (b - a) * part;
  return {
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    z: mix(from.z, to.z),
    far: Math.exp(mix(Math.log(from.far), Math.log(to.far))),
    azimuth: mix(from.azimuth, nearest(to.azimuth, from.azimuth)),
    elevation: mix(from.elevation, to.elevation),
  };
}

/** Whether two poses look the same on the screen. */
const alike = (a: Pose, b: Pose): boolean =>
  Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.z - b.z) < 2e-4 * a.far &&
  Math.abs(a.far / b.far - 1) < 2e-4 &&
  Math.abs(nearest(a.azimuth, b.azimuth) - b.azimuth) + Math.abs(a.elevation - b.elevation) < 2e-4;

export class Rig {
  pose: Pose = { x: 0, y: 0, z: 0, far: 4, azimuth: Math.PI / 2, elevation: 0.9 };
  reducedMotion = false;
  #frame: Frame = { width: 1, height: 1 };
  #table = 1.1;
  #focus: Picture["focus"] | null = null;
  #gunner: Cannon | null = null;
  #chase: Chase | null = null;
  #nearer = 1;
  /** Whether a hand has moved the camera since it last went somewhere by itself. */
  #byHand = false;
  #trip: { from: Pose; since: number | null } | null = null;
  #goal: Pose | null = null;
  #last = 0;

  /** The frame has another size: what was in it stays in it. */
  resize(frame: Frame): void {
    this.#frame = frame;
    if (!this.#byHand && !this.#trip) this.#go(true);
  }

  /** What the picture wants to be seen: a ball that flies before all, then along a gunner's cannon, then its focus. */
  watch({ table, focus, chase }: Pick<Picture, "table" | "focus" | "chase">, gunner: Cannon | null): void {
    const first = !this.#focus;
    const was = this.#focus;
    const elsewhere = !was || focus.at[0] !== was.at[0] || focus.at[1] !== was.at[1] || focus.span !== was.span;
    const turned = this.#follows !== (chase ? "ball" : gunner ? "gunner" : null);
    this.#table = table;
    this.#focus = focus;
    this.#gunner = gunner;
    this.#chase = chase;
    if (turned) this.#nearer = 1;
    if (this.#follows) this.#goal = this.#followed();
    if (chase) {
      // From wherever it is, the eye gains on the ball: no time is left for a trip.
      this.#trip = null;
      this.#byHand = false;
    } else if (turned || (elsewhere && !gunner)) this.#go(first);
  }

  /** What the eye goes along with; null: it rests on the table, and a hand may move it. */
  get #follows(): "ball" | "gunner" | null {
    return this.#chase ? "ball" : this.#gunner ? "gunner" : null;
  }

  #followed(): Pose | null {
    if (this.#chase) return after(this.#chase, this.#frame);
    return this.#gunner && behind(this.#gunner, this.#frame, this.#nearer);
  }

  orbit(dx: number, dy: number): void {
    if (this.#follows) return;
    const turn = 3.4 / Math.max(320, Math.min(this.#frame.width, this.#frame.height));
    const { azimuth, elevation } = this.pose;
    this.#moved({
      azimuth: azimuth - dx * turn,
      elevation: Math.min(HIGHEST, Math.max(LOWEST, elevation + dy * turn)),
    });
  }

  /** The table is drawn along by so many pixels. */
  pan(dx: number, dy: number): void {
    if (this.#follows) return;
    const { x, y, azimuth, elevation } = this.pose;
    const [c, s] = [Math.cos(azimuth), Math.sin(azimuth)];
    const [across, along] = [-dx * this.pixel, (dy * this.pixel) / Math.max(0.35, Math.sin(elevation))];
    const held = (place: number): number => Math.min(this.#table, Math.max(-this.#table, place));
    this.#moved({ x: held(x + across * s + along * c), y: held(y - across * c + along * s) });
  }

  /** Nearer by this factor, towards a place on the table if one is given. */
  zoom(factor: number, to?: Point): void {
    if (this.#follows) {
      this.#nearer = Math.min(2, Math.max(0.6, this.#nearer * factor));
      this.#goal = this.#followed();
      return;
    }
    const farthest = 1.25 * this.#framed([0, 0], 2 * this.#table).far;
    const far = Math.min(farthest, Math.max(NEAREST, this.pose.far / factor));
    const part = to && far < this.pose.far ? 1 - far / this.pose.far : 0;
    const [x, y] = to ?? [0, 0];
    this.#moved({ far, x: this.pose.x + (x - this.pose.x) * part, y: this.pose.y + (y - this.pose.y) * part });
  }

  /** How much of the table a pixel is, where one looks. */
  get pixel(): number {
    return (2 * this.pose.far * Math.tan(VIEW / 2)) / Math.max(1, this.#frame.height);
  }

  /** On to this moment; whether the camera will still move. */
  step(now: number): boolean {
    const passed = Math.min(100, now - this.#last);
    this.#last = now;
    const goal = this.#goal;
    if (!goal) return false;
    if (this.#trip) {
      this.#trip.since ??= now;
      const part = this.reducedMotion ? 1 : Math.min(1, (now - this.#trip.since) / TRAVEL);
      this.pose = between(this.#trip.from, goal, part * part * (3 - 2 * part));
      if (part < 1) return true;
      this.#trip = null;
    } else {
      const gained = 1 - Math.exp(-passed / LAG[this.#follows ?? "gunner"]);
      this.pose = this.reducedMotion || alike(this.pose, goal) ? goal : between(this.pose, goal, gained);
    }
    if (this.pose !== goal && !alike(this.pose, goal)) return true;
    if (!this.#follows) this.#goal = null;
    return false;
  }

  #framed(at: Point, span: number): Pose {
    const upright = this.#frame.width < this.#frame.height;
    return framed(at, span, this.#frame, Math.PI / 2, upright ? 1.08 : 0.88);
  }

  #go(atOnce: boolean): void {
    if (!this.#focus) return;
    this.#byHand = false;
    const { at, span } = this.#focus;
    this.#goal =
      this.#followed() ?? (span >= 2 * this.#table ? this.#framed([0, 0], 2 * this.#table) : this.#framed(at, span));
    if (atOnce) this.pose = this.#goal;
    this.#trip = atOnce ? null : { from: this.pose, since: null };
  }

  #moved(change: Partial<Pose>): void {
    this.pose = { ...this.pose, ...change };
    this.#byHand = true;
    this.#goal = null;
    this.#trip = null;
  }
}
