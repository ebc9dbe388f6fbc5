import { expect, test } from "vitest";

import { blue, player, red, viewOf, yellow } from "./fixtures";
import { fold } from "../../src/games/duck/fold";

test("of alike cards that everybody knows to be in a hand, only the one that is played leaves it", () => {
  const before = viewOf([player(0), player(1, { cards: 4, known: [red(3), red(7), red(7)] })]);
  const played = fold(before, { event: "card_played", seat: 1, card: red(7) }, before);
  expect(played.players[1]).toMatchObject({ cards: 3, known: [red(3), red(7)], pile: 1, top: red(7) });
  const both = { event: "set_played", seat: 1, cards: [red(7), red(7)], top: red(7) } as const;
  expect(fold(before, both, before).players[1]).toMatchObject({ cards: 2, known: [red(3)], pile: 2 });
});

test("a card comes to its place in a hand, as the server tells hands", () => {
  const before = viewOf([player(0, { cards: 2, hand: [yellow(2), red(1)], sum: 3, known: [red(1)] }), player(1)]);
  const taken = fold(before, { event: "card_taken", seat: 0, neighbour: { seat: 1 }, card: blue(9) }, before);
  expect(taken.players[0]).toMatchObject({ hand: [yellow(2), blue(9), red(1)], sum: 12, known: [blue(9), red(1)] });
});

test("when the game is over, hands stay as they were shown", () => {
  const shown = { cards: 2, hand: [blue(2), red(4)], sum: 6 };
  const before = viewOf([player(0, { ...shown, kept: [] }), player(1, shown)], { round: 5 });
  const over = { ...before, over: true };
  expect(fold(before, { event: "hand_discarded", seat: 1, sum: 6 }, over).players[1]).toMatchObject(shown);
  const kept = fold(before, { event: "card_kept", seat: 0, card: red(4) }, over).players[0];
  expect(kept).toMatchObject({ ...shown, towel: 1, kept: [red(4)] });
  expect(fold(before, { event: "hand_discarded", seat: 1, sum: 6 }, before).players[1]).toMatchObject({ cards: 0 });
});
