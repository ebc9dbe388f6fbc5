// @vitest-environment jsdom

import { kindName, type Move, offered, sameMove, wayTo } from "../../src/lib/generic/moves";
import { scenes } from "../../src/lib/generic/scenes";
import { Sentences } from "../../src/lib/sentences";

const MOVES: readonly Move[] = [
  { move: "lay", card: 3, seat: 0 },
  { move: "lay", card: 3, seat: 1 },
  { move: "lay", card: 5, seat: 1 },
  { move: "pass" },
];

test("moves are the same if their facts are, in whatever order", () => {
  expect(sameMove({ move: "lay", card: 3, seat: 0 }, { seat: 0, card: 3, move: "lay" })).toBe(true);
  expect(sameMove({ move: "pass" }, { move: "lay", card: 3, seat: 0 })).toBe(false);
  expect(sameMove({ move: "pass" }, null)).toBe(false);
});

test("what a hint proposes is offered, too, and not twice", () => {
  expect(offered(MOVES, { move: "pass" })).toBe(MOVES);
  expect(offered(MOVES, { move: "swim" })).toEqual([...MOVES, { move: "swim" }]);
});

describe("the way to a move", () => {
  test("begins with the first of everything", () => {
    const { choices, move } = wayTo(MOVES, {});
    expect(move).toBe(MOVES[0]);
    expect(choices.map(({ field, values }) => [field, values])).toEqual([
      ["move", ["lay", "pass"]],
      ["card", [3, 5]],
      ["seat", [0, 1]],
    ]);
  });

  test("a choice narrows down the next ones, and a field without a choice is not asked for", () => {
    const { choices, move } = wayTo(MOVES, { card: "5" });
    expect(move).toBe(MOVES[2]);
    expect(choices.map(({ field }) => field)).toEqual(["move", "card"]);
  });

  test("what was wanted of another kind does not hinder", () => {
    expect(wayTo(MOVES, { move: '"pass"', card: "5" }).move).toBe(MOVES[3]);
    expect(wayTo([], {}).move).toBeNull();
  });

  test("leads to every move", () => {
    for (const move of MOVES) {
      const wanted = Object.fromEntries(Object.entries(move).map(([field, value]) => [field, JSON.stringify(value)]));
      expect(wayTo(MOVES, wanted).move).toBe(move);
    }
  });
});

test("a kind of move is called by its sentence, without what is yet to be chosen", () => {
  const sentences = new Sentences("en", { moves: { lay: "lay {card} for {seat}" } });
  expect(kindName(sentences, "lay")).toBe("Lay … for …");
  expect(kindName(sentences, "swim_on")).toBe("Swim on");
});

describe("scenes", () => {
  const [before, after] = [{ round: 1 }, { round: 2 }];

  test("every event has one, and the last shows the server's view", () => {
    const told = scenes(before, [{ event: "rolled" }, { event: "held" }], after);
    expect(told.map(({ event }) => event?.event)).toEqual(["rolled", "held"]);
    expect(told.map(({ view }) => view)).toEqual([before, after]);
  });

  test("without events, or without a view before, there is the server's view", () => {
    expect(scenes(before, [], after)).toEqual([{ view: after, event: null, ms: 0 }]);
    expect(scenes(null, [{ event: "rolled" }, { event: "held" }], after).map(({ view }) => view)).toEqual([
      after,
      after,
    ]);
  });
});
