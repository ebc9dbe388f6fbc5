import { describe, expect, test } from "vitest";

import { player, viewOf } from "./fixtures";
import { around, sameMove, taking } from "../../src/games/duck/places";

const table = (seats: number) => viewOf(Array.from({ length: seats }, (_, seat) => player(seat)));

describe("round the table", () => {
  test("the next seat is on the left, the one before on the right, others across", () => {
    expect(around(table(5), 1)).toEqual({ left: 2, right: 0, far: [3, 4] });
    expect(around(table(4), 3)).toEqual({ left: 0, right: 2, far: [1] });
    expect(around(table(3), 0)).toEqual({ left: 1, right: 2, far: [] });
  });

  test("of two, the ghost sits left of the dealer", () => {
    const view = { ...table(2), dealer: 1, ghost: { pile: 0, top: null, card: null, sum: null } };
    expect(around(view, 1)).toEqual({ left: "ghost", right: 0, far: [] });
    expect(around(view, 0)).toEqual({ left: 1, right: "ghost", far: [] });
  });

  test("taking from one neighbour is not taking from another", () => {
    expect(sameMove(taking(1), taking(1))).toBe(true);
    expect(sameMove(taking(1), taking(2))).toBe(false);
    expect(sameMove(taking("ghost"), taking(2))).toBe(false);
  });
});
