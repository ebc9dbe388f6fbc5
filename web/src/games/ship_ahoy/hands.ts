/** What a hand does on the drawn table, by what is asked: takes the cannon, the rope's end, a ship, the wind. */
import type { Gunner } from "./gunner.svelte";
import { PHYSICS } from "./physics";
import type { Hands, Point } from "./picture";
import { along, apart, bearing, Outline, turned } from "./shape";
import { prey } from "./sides";
import { CELL, type Voyage } from "./voyage.svelte";
import type * as ShipAhoy from "./wire";

/** What there is to be taken hold of. */
export interface Held {
  readonly view: ShipAhoy.View;
  readonly seat: number;
  readonly gunner: Gunner | null;
  readonly voyage: Voyage | null;
  /** S30: put the wind somewhere, while that is chosen. */
  readonly blow: ((to: Point) => void) | null;
  readonly fight: ((piece: number) => boolean) | null;
}

type Drag = (at: Point) => void;

const GRIP = 0.04;
const FINGER = 0.06;
/** How near to the line of the barrel a press turns it, in radians. */
const NEAR_LINE = 0.12;

/** The hands of whoever is asked; `held` says what is asked now. */
export function handsFor(held: () => Held): Hands {
  let drag: Drag | null = null;
  return {
    press(at, piece, touch) {
      const now = held();
      const grip = touch ? FINGER : GRIP;
      drag =
        (now.gunner && gunnersGrip(now, now.gunner, at, piece, grip)) ??
        (now.blow && windGrip(now.blow, at)) ??
        (now.voyage && sailorsGrip(now, now.voyage, at, piece, grip)) ??
        (piece !== null && now.fight?.(piece) ? () => {} : null);
      return drag !== null;
    },
    move: (at) => drag?.(at),
    release: () => (drag = null),
  };
}

function gunnersGrip({ view, seat }: Held, gunner: Gunner, at: Point, piece: number | null, grip: number): Drag | null {
  if (gunner.aiming) return null;
  const { muzzle, wedge } = gunner;
  if (muzzle && apart(at, muzzle) < grip) return (to) => gunner.slideTo(to);
  if (piece !== null && piece !== gunner.gun && view.guns.includes(piece)) {
    gunner.choose(piece);
    return (to) => gunner.turnTo(to);
  }
  if (piece !== null && prey(view, seat, gunner.gun).some((each) => each.piece === piece)) {
    gunner.aimAt(piece);
    return (to) => gunner.turnTo(to);
  }
  if (gunner.piece && Outline.of(gunner.piece).toPoint(at) <= PHYSICS.beside) {
    gunner.slideTo(at);
    return (to) => gunner.slideTo(to);
  }
  const off = muzzle && Math.abs(turned(bearing(muzzle, at) - gunner.heading));
  const onLine = muzzle && wedge && off !== null && off < NEAR_LINE && apart(muzzle, at) < wedge.far + GRIP;
  return onLine ? (to) => gunner.turnTo(to) : null;
}

function windGrip(blow: (to: Point) => void, at: Point): Drag {
  blow(at);
  return blow;
}

function sailorsGrip({ view }: Held, voyage: Voyage, at: Point, piece: number | null, grip: number): Drag | null {
  const rope = voyage.rope;
  if (rope && apart(at, rope.handle) < grip) return (to) => voyage.faceTo(to);
  if (rope && apart(at, [rope.ghost.x, rope.ghost.y]) < grip) {
    const [dx, dy] = [rope.ghost.x - at[0], rope.ghost.y - at[1]];
    return (to) => voyage.lay([to[0] + dx, to[1] + dy]);
  }
  if (piece !== null && view.sailors.includes(piece)) {
    if (piece !== voyage.ship) voyage.choose(piece);
    return (to) => apart(to, at) > CELL / 2 && voyage.lay(to);
  }
  const inReach = voyage.reach.some(({ x, y }) => Math.abs(x - at[0]) <= CELL && Math.abs(y - at[1]) <= CELL);
  if (!inReach) return null;
  voyage.lay(at);
  return (to) => voyage.lay(to);
}

/** S30: the wind goes at most one knot from where it is. */
export function windWithin(view: ShipAhoy.View, to: Point): Point {
  const wind = view.pieces.find(({ kind }) => kind === "wind");
  if (!wind) return to;
  const from: Point = [wind.x, wind.y];
  return apart(from, to) <= PHYSICS.knot ? to : along(from, bearing(from, to), PHYSICS.knot);
}

/** The fight that a press on a piece means: its own, or the one that it is the enemy in. */
export function fightWith(fights: readonly ShipAhoy.Fight[], piece: number): ShipAhoy.Fight | null {
  return fights.find((fight) => fight.enemy === piece) ?? fights.find((fight) => fight.piece === piece) ?? null;
}

/** One's damaged pieces. */
export const damagedOf = (view: ShipAhoy.View, seat: number): number[] =>
  view.pieces.filter((piece) => piece.seat === seat && piece.lying).map(({ piece }) => piece);
