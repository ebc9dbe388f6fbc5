/** Where things lie in a shoal: its extent, what lies beside what, and which way the arrows lead. */
import type * as KunaYala from "./wire";

export type Card = KunaYala.LaidCard["card"];

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Columns and rows that a shoal's picture has, from the north-western corner on. */
export interface Extent extends Spot {
  readonly columns: number;
  readonly rows: number;
}

export type Direction = "left" | "right" | "up" | "down";

const STEPS: Readonly<Record<Direction, Spot>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};
/** A picture of a shoal is never smaller than this, so that its first cards are not giants. */
const LEAST = 3;

/** The smallest picture with all these in it. */
export function extentOf(spots: readonly Spot[]): Extent {
  const [west, width] = span(spots.map((spot) => spot.x));
  const [north, height] = span(spots.map((spot) => spot.y));
  return { x: west, y: north, columns: width, rows: height };
}

/** Whether something lies within a picture. */
export function within(extent: Extent, { x, y }: Spot): boolean {
  return x >= extent.x && y >= extent.y && x < extent.x + extent.columns && y < extent.y + extent.rows;
}

function span(values: readonly number[]): [start: number, length: number] {
  const start = Math.min(...values, Infinity);
  const length = Math.max(...values, -Infinity) - start + 1;
  if (values.length === 0) return [0, LEAST];
  return length < LEAST ? [start - (LEAST - length) / 2, LEAST] : [start, length];
}

/** The places beside a place. */
export function spotsBeside(spot: Spot): Spot[] {
  return Object.values(STEPS).map(({ x, y }) => ({ x: spot.x + x, y: spot.y + y }));
}

/** The cards beside a place, by the side they are on. */
export function beside(shoal: KunaYala.Shoal, spot: Spot): [Direction, KunaYala.LaidCard][] {
  return (Object.keys(STEPS) as Direction[]).flatMap((side): [Direction, KunaYala.LaidCard][] => {
    const { x, y } = STEPS[side];
    const card = shoal.cards.find((each) => each.x === spot.x + x && each.y === spot.y + y);
    return card ? [[side, card]] : [];
  });
}

/** The nearest of these in a direction; sideways distance counts double, so that the arrows keep their line. */
export function nearest<S extends Spot>(spots: readonly S[], from: Spot, direction: Direction): S | null {
  const { x: dx, y: dy } = STEPS[direction];
  let best: S | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const ahead = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
    const far = ahead + 2 * aside;
    if (ahead > 0 && far < least) [best, least] = [spot, far];
  }
  return best;
}

/** The fish that a card shows, alive and not covered; 0 of any other. */
export function fishOn(laid: KunaYala.LaidCard): number {
  if (laid.state !== "open") return 0;
  return laid.card.card === "two_fish" ? 2 : laid.card.card === "one_fish" ? 1 : 0;
}

function floorOf(laid: KunaYala.LaidCard | undefined): KunaYala.Floor | null {
  return laid && fishOn(laid) > 0 && "floor" in laid.card ? laid.card.floor : null;
}

/** The cards that a curse means: the longest it tells of across and down, on its floor. */
export function cursedCards(shoal: KunaYala.Shoal, curse: KunaYala.Cursed): KunaYala.LaidCard[] {
  const rows = curse.across ? lines(shoal, curse.floor, "right", curse.across) : [];
  const columns = curse.down ? lines(shoal, curse.floor, "down", curse.down) : [];
  return [...new Set([...rows, ...columns])];
}

function lines(
  shoal: KunaYala.Shoal,
  floor: KunaYala.Floor,
  direction: Direction,
  length: number,
): KunaYala.LaidCard[] {
  const { x: dx, y: dy } = STEPS[direction];
  const at = (x: number, y: number) => shoal.cards.find((card) => card.x === x && card.y === y);
  return shoal.cards.flatMap((start) => {
    const line = Array.from({ length }, (_, i) => at(start.x + i * dx, start.y + i * dy));
    return line.every((card) => floorOf(card) === floor) ? (line as KunaYala.LaidCard[]) : [];
  });
}
