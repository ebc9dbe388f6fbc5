/** How a game ended, as it is told: line by line, every seat's points growing. */
import type { Standing } from "$lib/wire";

/** One line of the count: a part of the score, and what every seat has for it. */
export interface ResultLine {
  readonly part: string;
  readonly points: readonly number[];
}

/** The lines of the count, in the order of the game's parts; those that brought nobody anything are left out. */
export function resultLines(standings: readonly Standing[]): ResultLine[] {
  const bySeat = [...standings].sort((one, other) => one.seat - other.seat);
  const parts = [...new Set(bySeat.flatMap((standing) => Object.keys(standing.parts)))];
  return parts
    .map((part) => ({ part, points: bySeat.map((standing) => standing.parts[part] ?? 0) }))
    .filter((line) => line.points.some((points) => points !== 0));
}

/** The seats from the first place to the last. */
export function ranking(standings: readonly Standing[]): Standing[] {
  return [...standings].sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** Seats with equal points of which one was placed better, best first: the tie-breaker decided. */
export function tiesBroken(standings: readonly Standing[]): Standing[][] {
  const scores = [...new Set(standings.map(({ score }) => score))].sort((one, other) => other - one);
  return scores
    .map((score) => ranking(standings).filter((each) => each.score === score && each.tie_break))
    .filter((tied) => tied.some((each, rank) => rank > 0 && tied[rank - 1]!.tie_break!.count > each.tie_break!.count));
}

/** The seats that won; several share it. */
export function winners(standings: readonly Standing[]): number[] {
  return standings.filter((standing) => standing.place === 1).map((standing) => standing.seat);
}

/** A number with the sign that belongs before it in print. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}
