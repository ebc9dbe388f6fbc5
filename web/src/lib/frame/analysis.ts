/** What is told first of an analysis: what decided the game for somebody, and the moments worth another look. */
import type { Account, AnyGame, GameTypes, Verdict } from "$lib/wire";

/** At most so many moments are told before the details. With what decided the game that is five sentences. */
export const MOMENTS_TOLD = 2;

/** What helped or hurt a seat most. */
export type Decided = "luck_helped" | "luck_hurt" | "own_hurt" | "others_helped" | "others_hurt" | "even";

const NOTHING = 0.005;

/** What made a seat's result: of a winner what helped most, of everybody else what hurt most. */
export function decided({ result, fair, own, others, luck }: Account): Decided {
  const parts: readonly (readonly [number, Decided, Decided])[] = [
    [luck, "luck_helped", "luck_hurt"],
    [-own, "even", "own_hurt"],
    [others, "others_helped", "others_hurt"],
  ];
  const won = result > fair;
  const weight = (part: number): number => (won ? part : -part);
  const [most, helped, hurt] = parts.reduce((best, part) => (weight(part[0]) > weight(best[0]) ? part : best));
  if (weight(most) <= NOTHING) return "even";
  return won ? helped : hurt;
}

/** The parts of a result in whole percents that add up as they are shown: luck is what the others leave. */
export function wholePercents({
  result,
  fair,
  own,
  others,
}: Account): Record<"fair" | "own" | "others" | "luck", number> {
  const whole = (part: number): number => Math.round(100 * part);
  const parts = { fair: whole(fair), own: -whole(own), others: whole(others) };
  return { ...parts, luck: whole(result) - parts.fair - parts.own - parts.others };
}

const cost = ({ lost, slipped }: Pick<Verdict, "lost" | "slipped">): number => Math.max(lost, slipped);

/** The moments worth another look, one's own before the others', the costliest first. */
export function moments<G extends GameTypes = AnyGame>(
  verdicts: readonly Verdict<G>[],
  mine: readonly number[],
): Verdict<G>[] {
  return verdicts
    .filter((verdict) => verdict.better !== null || verdict.slipped > 0)
    .sort(
      (one, other) => Number(mine.includes(other.seat)) - Number(mine.includes(one.seat)) || cost(other) - cost(one),
    );
}
