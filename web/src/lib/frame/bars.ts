/**
 * The bars of the count. What a seat has won lies end to end from zero on; what it loses eats back from the end. So the
 * solid part of a bar is as long as the score, and what was eaten is seen beyond it.
 */
import type { Count } from "$lib/game";

/** A piece of a bar, in points from zero: solid, eaten away, or solid on the other side of zero. */
export interface BarPiece {
  readonly part: string;
  readonly kind: "won" | "eaten" | "debt";
  readonly from: number;
  readonly to: number;
  /** What the part counts; a piece is shorter where something was eaten. */
  readonly points: number;
}

/** From where to where all bars go at any time, zero included. */
export interface BarScale {
  readonly low: number;
  readonly high: number;
}

const summed = (points: readonly number[]): number => points.reduce((sum, each) => sum + each, 0);

/** The pieces of one seat's bar; `parts` says in which order they lie. */
export function barOf(counted: Readonly<Record<string, number>>, parts: readonly string[]): BarPiece[] {
  const told = parts.map((part) => ({ part, points: counted[part] ?? 0 })).filter(({ points }) => points !== 0);
  const score = summed(told.map(({ points }) => points));
  const pieces: BarPiece[] = [];
  let end = 0;
  for (const { part, points } of told.filter((each) => each.points > 0)) {
    const to = Math.min(end + points, Math.max(score, 0));
    if (to > end) pieces.push({ part, kind: "won", from: end, to, points });
    end += points;
  }
  for (const { part, points } of told.filter((each) => each.points < 0)) {
    const from = end + points;
    if (end > 0) pieces.push({ part, kind: "eaten", from: Math.max(from, 0), to: end, points });
    if (from < 0) pieces.push({ part, kind: "debt", from, to: Math.min(end, 0), points });
    end = from;
  }
  return pieces;
}

/** The scale on which every count of a story can be drawn. */
export function scaleOf(counts: readonly Count[]): BarScale {
  const seats = counts.flat().map((counted) => Object.values(counted));
  return {
    low: Math.min(0, ...seats.map(summed)),
    high: Math.max(1, ...seats.map((points) => summed(points.filter((each) => each > 0)))),
  };
}

/** Where a number of points lies on a scale, in percent from its left end. */
export function placeOn({ low, high }: BarScale, points: number): number {
  return (100 * (points - low)) / (high - low);
}
