import { expect, it } from "vitest";

import { turtles, view } from "./positions";
import { fold } from "../../src/games/mahe/fold";

it("opens everybody's pile when the beach is won", () => {
  const before = view({ turtles: turtles({ 20: [0], 3: [1, 2, 3] }), piles: piles(null) });
  const after = { ...before, piles: piles([2, 5]) };
  const won = fold(before, { event: "beach_won", turtle: 0, eggs: 7 }, after);
  expect(won).toMatchObject({ beach: 0, piles: after.piles });
});

function piles(values: readonly number[] | null): { cards: number; values: readonly number[] | null }[] {
  return Array.from({ length: 4 }, () => ({ cards: 2, values }));
}
