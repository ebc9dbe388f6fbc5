/** Where everything on the table is at a moment of a scene: what moves, moves by the clock and never by frames. */
import type { Scene } from "$lib/game";
import type { Body, Chase, Place, Point, Quaternion } from "./picture";
import { alongWay, ropeLength } from "./rope";
import { repeated, repeatMs, shotMs, SLOWER, SMOKE } from "./scenes";
import { turned } from "./shape";
import { fromAbove, type Pose, poseOf, ShotPlayback } from "./track";
import type * as ShipAhoy from "./wire";

/** A piece at a moment: what the table says of it, and how it is in space. */
export type Actor = ShipAhoy.PieceView & Pose;

export interface Moment {
  readonly actors: readonly Actor[];
  readonly ball: Place | null;
  readonly trail: readonly Place[];
  /** The cannon that fires, while a shot is shown. */
  readonly gun: { readonly at: Point; readonly heading: number; readonly recoil: number } | null;
  /** The ball, for a camera that follows it; from its first touch on, where it struck. */
  readonly chase: Chase | null;
}

/** Nothing on the table. */
export const NOWHERE: Moment = { actors: [], ball: null, trail: [], gun: null, chase: null };

/** How long a piece takes from where it was to where it is, in milliseconds. */
const GLIDE = 450;
/** How high a trophy is lifted on its way home. */
const LIFT = 0.22;
const RECOIL = 260;

/** A scene on the stage: what was drawn before it, and what it is about. */
export class Act {
  readonly #playback: ShotPlayback | null;
  readonly #before: ReadonlyMap<number, Actor>;

  constructor(
    before: readonly Actor[],
    readonly scene: Scene<ShipAhoy.Types>,
  ) {
    this.#before = new Map(before.map((actor) => [actor.piece, actor]));
    this.#playback = scene.event?.event === "shot_fired" ? new ShotPlayback(scene.event.shot) : null;
  }

  /** How long something moves, in milliseconds: after that, nothing has to be drawn anew. */
  get ms(): number {
    return this.#playback || this.scene.event?.event === "sailed"
      ? this.scene.ms
      : Math.min(this.scene.ms || GLIDE, 2 * GLIDE);
  }

  at(ms: number): Moment {
    const { event } = this.scene;
    if (event?.event === "shot_fired" && this.#playback && ms < this.scene.ms)
      return this.#shot(event, this.#playback, ms);
    return { actors: [...this.#present(ms), ...this.#leaving(ms)], ball: null, trail: [], gun: null, chase: null };
  }

  #shot(event: ShipAhoy.ShotFired, playback: ShotPlayback, shown: number): Moment {
    const { from, until } = repeated(playback);
    // Where the scene has to hurry, all of the shot is played faster.
    const ms = shown * Math.max(1, (this.scene.again ? repeatMs(playback) : shotMs(playback)) / this.scene.ms);
    const time = this.scene.again ? Math.min(until, from + ms / SLOWER) : ms - SMOKE;
    const actors = this.scene.view.pieces.map((piece) => {
      const before = this.scene.again ? undefined : this.#before.get(piece.piece);
      const pose = playback.pose(piece.piece, time);
      if (pose) return { ...piece, ...fromAbove(piece.kind, pose), ...pose };
      return before && !playback.moving.includes(piece.piece)
        ? { ...before, foes: [] }
        : this.#unmoved(playback, piece);
    });
    const fired = this.scene.again ? from + ms : time;
    return {
      actors,
      ball: time < 0 ? null : playback.ball(time),
      trail: time < 0 ? [] : playback.trail(time),
      gun: { at: [event.x, event.y], heading: event.heading, recoil: fired < 0 ? 0 : Math.max(0, 1 - fired / RECOIL) },
      chase: this.#chase(event, playback, time),
    };
  }

  /** Where the ball is, until it touches something; a repeat looks there from the beginning. */
  #chase({ heading }: ShipAhoy.ShotFired, playback: ShotPlayback, time: number): Chase | null {
    const slowly = this.scene.again === true;
    const strikes = Math.min(playback.contact, playback.ms - 1);
    const seen = playback.ball(slowly ? strikes : Math.min(strikes, Math.max(0, time)));
    return seen && { at: [seen[0], seen[1]], heading, slowly };
  }

  /** Where the ball struck, for a camera that rests there; null: this is no shot. */
  get rest(): Chase | null {
    const { event } = this.scene;
    return event?.event === "shot_fired" && this.#playback ? this.#chase(event, this.#playback, Infinity) : null;
  }

  /** A piece that the ball has not moved yet: as the first frame of its track shows it. */
  #unmoved(playback: ShotPlayback, piece: ShipAhoy.PieceView): Actor {
    const pose = playback.begins(piece.piece) ?? poseOf(piece);
    return { ...piece, ...fromAbove(piece.kind, pose), ...pose };
  }

  /** What is on the table: on its way from where it was. */
  #present(ms: number): Actor[] {
    const { event, view } = this.scene;
    return view.pieces.map((piece) => {
      const before = this.#before.get(piece.piece);
      const rest: Actor = { ...piece, ...poseOf(piece) };
      if (!before) return rest;
      if (event?.event === "sailed" && event.piece === piece.piece && ms < this.scene.ms)
        return this.#voyage(event, before, piece, ms);
      return ms >= GLIDE ? rest : between(before, rest, eased(ms / GLIDE));
    });
  }

  #voyage(event: ShipAhoy.Sailed, before: Actor, piece: ShipAhoy.PieceView, ms: number): Actor {
    const part = eased(ms / this.scene.ms);
    const [x, y] = alongWay(event.way, part * ropeLength(event.way));
    const sailing = { ...piece, x, y, yaw: before.yaw + part * turned(event.yaw - before.yaw) };
    return { ...sailing, ...poseOf(sailing) };
  }

  /** What leaves the table: trophies fly to the winner's port, what is lost sinks away upwards. */
  #leaving(ms: number): Actor[] {
    const { event, view } = this.scene;
    if (event?.event !== "trophy_taken" && event?.event !== "lost") return [];
    const gone = this.#before.get(event.piece);
    if (!gone || ms >= 2 * GLIDE) return [];
    const part = eased(ms / (2 * GLIDE));
    const home = event.event === "trophy_taken" ? view.ports.find(({ seat }) => seat === event.seat) : undefined;
    const [x, y] = [gone.x + part * ((home?.x ?? gone.x) - gone.x), gone.y + part * ((home?.y ?? gone.y) - gone.y)];
    const upright = poseOf({ ...gone, x, y, lying: false });
    return [
      {
        ...gone,
        x,
        y,
        lying: false,
        at: [x, y, LIFT * Math.sin(Math.PI * Math.min(1, part + 0.05))],
        turn: upright.turn,
      },
    ];
  }
}

/** Slow at both ends. */
const eased = (part: number): number => {
  const within = Math.min(1, Math.max(0, part));
  return within * within * (3 - 2 * within);
};

function between(from: Actor, to: Actor, part: number): Actor {
  const mix = (a: number, b: number): number => a + part * (b - a);
  const sign = from.turn.reduce((sum, each, nth) => sum + each * to.turn[nth]!, 0) < 0 ? -1 : 1;
  const turn = from.turn.map((each, nth) => mix(each, sign * to.turn[nth]!));
  const whole = Math.hypot(...turn) || 1;
  return {
    ...to,
    x: mix(from.x, to.x),
    y: mix(from.y, to.y),
    yaw: from.yaw + part * turned(to.yaw - from.yaw),
    lying: part < 0.5 ? from.lying : to.lying,
    at: from.at.map((each, nth) => mix(each, to.at[nth]!)) as unknown as Place,
    turn: turn.map((each) => each / whole) as unknown as Quaternion,
  };
}

/** A piece as it is drawn. */
export function bodyOf(actor: Actor, port: number | null, mark: Body["mark"], label: string): Body {
  const { piece, kind, seat, at, turn, x, y, yaw, lying, chest, barrel, held } = actor;
  return { piece, kind, seat, port, at, turn, x, y, yaw, lying, chest, barrel, held, mark, label };
}
