/** A shot as the referee saw it, to be played back by the clock: where everything is at a moment. */
import { HEIGHT, PHYSICS, TILT, UNITS } from "./physics";
import type { Place, Quaternion } from "./picture";
import type { Placed } from "./shape";
import type * as ShipAhoy from "./wire";

/** Where a body is in space: its foot, and how it is turned. */
export interface Pose {
  readonly at: Place;
  readonly turn: Quaternion;
}

/** How a body is in space that stands or lies as the table says. */
export function poseOf(piece: Placed): Pose {
  const { tilt, foot } = (piece.lying && TILT[piece.kind]) || { tilt: 0, foot: 0 };
  const back = ((HEIGHT[piece.kind] ?? 0) / 2) * Math.sin(tilt);
  const [cosYaw, sinYaw] = [Math.cos(piece.yaw / 2), Math.sin(piece.yaw / 2)];
  const [cosTilt, sinTilt] = [Math.cos(tilt / 2), Math.sin(tilt / 2)];
  return {
    at: [piece.x - back * Math.cos(piece.yaw), piece.y - back * Math.sin(piece.yaw), foot],
    turn: [cosYaw * cosTilt, -sinYaw * sinTilt, cosYaw * sinTilt, sinYaw * cosTilt],
  };
}

/**
 * How a body that is so in space looks from above: the middle of the room it takes, where it faces, whether it lies.
 */
export function fromAbove(kind: ShipAhoy.Kind, pose: Pose): Pick<Placed, "x" | "y" | "yaw" | "lying"> {
  const [w, x, y, z] = pose.turn;
  const up = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)] as const;
  if (up[2] >= Math.cos(PHYSICS.topple_tilt)) {
    return {
      x: pose.at[0],
      y: pose.at[1],
      yaw: Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z)),
      lying: false,
    };
  }
  const half = (HEIGHT[kind] ?? 0) / 2;
  return { x: pose.at[0] + half * up[0], y: pose.at[1] + half * up[1], yaw: Math.atan2(up[1], up[0]), lying: true };
}

/** The frames of a track: its numbers are how each differs from where the last two frames pointed. */
export function decode(numbers: readonly number[], width: number): number[][] {
  const frames: number[][] = [];
  const pace = new Array<number>(width).fill(0);
  for (let at = 0; at < numbers.length; at += width) {
    const row = numbers.slice(at, at + width);
    const last = frames.at(-1);
    if (last) row.forEach((step, nth) => (pace[nth] = pace[nth]! + step));
    frames.push(last ? last.map((number, nth) => number + pace[nth]!) : row);
  }
  return frames;
}

/** A shot played back: any moment of it, by the clock. */
export class ShotPlayback {
  /** How long it lasts, in milliseconds. */
  readonly ms: number;
  /** When the ball first touches a piece, in milliseconds; the end if it never does. */
  readonly contact: number;
  readonly #ball: number[][];
  readonly #tracks: ReadonlyMap<number, { readonly first: number; readonly frames: number[][] }>;

  constructor(readonly shot: ShipAhoy.Shot) {
    this.#ball = decode(shot.ball, 3);
    this.#tracks = new Map(
      Object.entries(shot.tracks).map(([piece, { first, poses }]) => [
        Number(piece),
        { first, frames: decode(poses, 7) },
      ]),
    );
    this.ms = 1000 * shot.duration;
    const firsts = [...this.#tracks.values()].map(({ first }) => (1000 * first) / PHYSICS.frames);
    this.contact = Math.min(this.ms, ...firsts);
  }

  /** Where the ball is; null once it was taken away. */
  ball(ms: number): Place | null {
    if (ms >= this.ms) return null;
    const [x, y, z] = between(this.#ball, ms);
    return [x! / UNITS, y! / UNITS, z! / UNITS];
  }

  /** Where the ball has been up to a moment, a place for every fourth frame. */
  trail(ms: number): Place[] {
    const until = Math.min(this.#ball.length, Math.floor((ms * PHYSICS.frames) / 1000) + 1);
    return this.#ball
      .slice(0, until)
      .filter((_, nth) => nth % 4 === 0)
      .map(([x, y, z]) => [x! / UNITS, y! / UNITS, z! / UNITS]);
  }

  /** The pieces that move. */
  get moving(): readonly number[] {
    return [...this.#tracks.keys()];
  }

  /** How a piece was before it began to move; null: it never does. */
  begins(piece: number): Pose | null {
    const track = this.#tracks.get(piece);
    return track ? this.pose(piece, (1000 * track.first) / PHYSICS.frames) : null;
  }

  /** How a piece is at a moment; null: as before the shot. */
  pose(piece: number, ms: number): Pose | null {
    const track = this.#tracks.get(piece);
    const since = track ? ms - (1000 * track.first) / PHYSICS.frames : -1;
    if (!track || since < 0) return null;
    const [x, y, z, ...turn] = between(track.frames, since);
    const whole = Math.hypot(...turn) || 1;
    const [a, b, c, d] = turn.map((part) => part / whole);
    return { at: [x! / UNITS, y! / UNITS, z! / UNITS], turn: [a!, b!, c!, d!] };
  }
}

/** The numbers at a moment, between the two frames beside it; the last frame's after the end. */
function between(frames: readonly number[][], ms: number): number[] {
  const frame = Math.max(0, (ms * PHYSICS.frames) / 1000);
  const before = frames[Math.min(Math.floor(frame), frames.length - 1)]!;
  const after = frames[Math.min(Math.floor(frame) + 1, frames.length - 1)]!;
  const part = frame - Math.floor(frame);
  return before.map((number, nth) => number + part * (after[nth]! - number));
}
