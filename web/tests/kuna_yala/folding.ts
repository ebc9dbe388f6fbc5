/**
 * What the law of folding cannot ask of Kuna Yala.
 *
 * Taken from `after` on purpose: before the first event the shoals and one's own token, as nothing changes them then.
 */
import { fishOn } from "../../src/games/kuna_yala/shoal";
import type * as KunaYala from "../../src/games/kuna_yala/wire";

const FITTING = "which card may be laid where is for the rules to say; while scenes are told nobody may lay one";

const COUNTED = "points are counted when all tokens are open: for the rules to say";

export const UNFOLDED = {
  "shoals.*.free.*.slots": FITTING,
  "shoals.*.cards.*.slots": FITTING,
  points: COUNTED,
  fish_in: COUNTED,
  own_points: "what a table is worth is for the rules to say, also while it changes",
};

export const UNRECORDED = {
  cards_ran_out: "a game nearly never comes to its last cards",
};

export function broken({ piles, shoals }: KunaYala.View): string | null {
  if (piles.some((left) => left < 0)) return "Fewer cards than none.";
  for (const { cards, fish, corals, octopuses, sharks } of shoals) {
    const counted = cards.reduce((sum, card) => sum + fishOn(card), 0);
    const covered = (state: string): number => cards.filter((card) => card.state === state).length;
    if (Object.values(fish).reduce((sum, each) => sum + each, 0) !== counted) return "Fish are miscounted.";
    if (octopuses !== covered("octopus") || sharks !== covered("shark")) return "What covers cards is miscounted.";
    if (corals !== cards.filter(({ card, state }) => card.card === "coral" && state === "open").length)
      return "Corals are miscounted.";
  }
  return null;
}
