/**
 * What the law of folding cannot ask of Mahé.
 *
 * Taken from `after` on purpose: before the first event whose turtles there are; and all piles when the beach is won.
 */
import { RAFT, turtleOf } from "../../src/games/mahe/stacks";
import type * as Mahe from "../../src/games/mahe/wire";

export const UNFOLDED = {
  ahead: "what another die would bring is counted by the rules; scenes keep what was said of the value that came",
};

export const UNRECORDED = {};

export function broken(view: Mahe.View): string | null {
  if (view.deck < 0 || view.piles.some(({ cards }) => cards < 0)) return "Fewer cards than none.";
  if (view.piles.some(({ cards, values }) => values && values.length !== cards)) return "A pile is miscounted.";
  const ridden = view.turtles.filter(({ rider }) => rider !== null);
  if (ridden.some(({ field }) => field === RAFT)) return "A turtle is ridden on the raft.";
  if (ridden.some(({ field, rider }) => turtleOf(view, rider!).field !== field)) return "A rider is somewhere else.";
  return null;
}
