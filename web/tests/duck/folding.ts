/**
 * What the law of folding cannot ask of Duck.
 *
 * Taken from `after` on purpose: at the laying out and when a round begins the whole new table, of which the deal is
 * taken back (who deals and begins is told by no event); a hand that is dealt; what lies under a card that was taken
 * from a pile; and whether the game is over, when hands stay as they were shown.
 */
import { sumOf, without } from "../../src/games/duck/cards";
import type * as Duck from "../../src/games/duck/wire";

export const UNFOLDED = {
  active: "no event says whose turn it is, only what somebody did",
  step: "nor what they are to do next",
  "players.*.kept": {
    why: "when the game is over, all towels are open; no event says so",
    when: (found: unknown) => found === null,
  },
  over: "the last round ends as every other does",
};

export const UNRECORDED = {
  nothing_drawn: "nearly all cards must be in hands at once",
  ghost_waited: "the same",
};

export function broken(view: Duck.View): string | null {
  const { players, draw_pile } = view;
  if (draw_pile < 0 || players.some(({ cards, pile }) => cards < 0 || pile < 0)) return "Fewer cards than none.";
  if (players.some(({ hand, cards }) => hand && hand.length !== cards)) return "A hand is miscounted.";
  if (players.some(({ hand, sum }) => hand && sumOf(hand) !== sum)) return "A sum is wrong.";
  if (players.some(({ hand, known }) => hand && !without(hand, known))) return "A known card is not in the hand.";
  return null;
}
