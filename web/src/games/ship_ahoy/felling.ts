/** What a shot may knock over, and how likely: by the same angles and numbers as the bots' gunners weigh shots. */
import { speedOf, spreadDeviation } from "./hand";
import { FELLING, PHYSICS, ROLLS } from "./physics";
import type { Falls, Point } from "./picture";
import { apart, bearing, footprint, type Placed, solid, turned } from "./shape";

/** A shot before the hand shakes. `spread` is the standard deviation of its heading. */
export interface Aimed {
  readonly from: Point;
  readonly heading: number;
  readonly speed: number;
  readonly spread: number;
}

/** What falls more seldom is not worth a mark. */
const WORTH_A_MARK = 0.1;
/** Nobody's hand is steadier. */
const STEADIEST = 1e-4;

/** How a piece looks from the muzzle: how far, where it begins, in which direction, and half the angle it fills. */
interface Look {
  readonly piece: Placed;
  readonly far: number;
  readonly front: number;
  readonly bearing: number;
  readonly half: number;
}

/** How far a ball rolls that leaves the muzzle at this speed. */
export const rollOf = (speed: number): number => ROLLS * speed ** 2;

/** A shot with this pull by a hand so steady, let go at any moment. */
export const aimedWith = (from: Point, heading: number, pull: number, steadyHand: number): Aimed => ({
  from,
  heading,
  speed: speedOf(pull),
  spread: Math.max(STEADIEST, spreadDeviation(pull, steadyHand)),
});

/** The pieces that the shot may knock over, the likeliest first; what the ball does not reach is none of them. */
export function falls(aimed: Aimed, pieces: readonly Placed[]): Falls[] {
  const looks = pieces.filter(({ kind }) => solid(kind)).map((piece) => look(aimed.from, piece));
  const reach = rollOf(aimed.speed);
  return looks
    .filter(({ piece, front }) => mayFall(piece) && front <= reach)
    .map((each) => ({ piece: each.piece.piece, chance: chance(aimed, each, looks) }))
    .filter((each) => each.chance >= WORTH_A_MARK)
    .sort((a, b) => b.chance - a.chance);
}

/** How likely the shot is to knock this piece over. */
export function chanceToFall(aimed: Aimed, target: Placed, pieces: readonly Placed[]): number {
  const looks = pieces.filter(({ kind }) => solid(kind)).map((piece) => look(aimed.from, piece));
  return chance(aimed, look(aimed.from, target), looks);
}

const mayFall = ({ kind, lying }: Placed): boolean =>
  !lying && (kind === "ship" || kind === "pirate" || kind === "tower" || kind === "monster");

function look(eye: Point, piece: Placed): Look {
  const at: Point = [piece.x, piece.y];
  const [far, towards] = [apart(eye, at), bearing(eye, at)];
  const { halfX, halfY, radius } = footprint(piece);
  const [cos, sin] = [Math.abs(Math.cos(towards - piece.yaw)), Math.abs(Math.sin(towards - piece.yaw))];
  const across = halfX * sin + halfY * cos + radius + PHYSICS.ball_radius;
  const deep = halfX * cos + halfY * sin + radius;
  return {
    piece,
    far,
    front: far - deep,
    bearing: towards,
    half: across < far ? Math.asin(across / far) : Math.PI / 2,
  };
}

function chance({ heading, speed, spread }: Aimed, target: Look, looks: readonly Look[]): number {
  const fit = target.piece.kind === "tower" ? FELLING.tower : FELLING.card;
  const square = target.half * (fit.square + (fit.square_askew - fit.square) * askew(target));
  const off = turned(heading - target.bearing);
  const hit = gaps(target, looks).reduce((sum, [low, high]) => {
    const [from, to] = [Math.max(low, -square), Math.min(high, square)];
    return from < to ? sum + below((to - off) / spread) - below((from - off) / spread) : sum;
  }, 0);
  return hit * felled(target, speed);
}

/** How likely a ball of this speed fells a piece that it meets squarely. */
function felled(target: Look, speed: number): number {
  if (target.piece.lying) return 0;
  if (target.piece.kind === "monster") return 1;
  const fit = target.piece.kind === "tower" ? FELLING.tower : FELLING.card;
  const needed = fit.needed + fit.needed_far * target.far + fit.needed_askew * askew(target);
  return 1 / (1 + Math.exp(Math.min(50, (needed - speed) / fit.blur)));
}

/** 0 for a card's broadside or a tower's side, 1 for a card's edge or a tower's corner. */
function askew({ piece, bearing: towards }: Look): number {
  const turn = towards - piece.yaw;
  return Math.abs(Math.sin(piece.kind === "tower" ? 2 * turn : turn)) ** 3;
}

/** The angles beside a piece's bearing in which nothing else is before it. */
function gaps(target: Look, looks: readonly Look[]): (readonly [number, number])[] {
  let open: (readonly [number, number])[] = [[-target.half, target.half]];
  for (const other of looks) {
    if (other.front >= target.front || other.piece.piece === target.piece.piece) continue;
    const beside = turned(other.bearing - target.bearing);
    const [low, high] = [beside - other.half, beside + other.half];
    open = open.flatMap(([from, to]) => {
      if (high <= from || low >= to) return [[from, to] as const];
      return [...(low > from ? [[from, low] as const] : []), ...(high < to ? [[high, to] as const] : [])];
    });
  }
  return open;
}

/** The part of a normal distribution below so many deviations (Abramowitz and Stegun 26.2.17, to 1e-7). */
function below(deviations: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(deviations));
  const tail =
    (Math.exp(-(deviations ** 2) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return deviations < 0 ? tail : 1 - tail;
}
