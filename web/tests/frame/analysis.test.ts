import { describe, expect, it } from "vitest";

import { decided, moments, wholePercents } from "$lib/frame/analysis";
import type { Account, Verdict } from "$lib/wire";

const account = (result: number, own: number, others: number, luck: number): Account => ({
  seat: 0,
  result,
  fair: 0.5,
  own,
  others,
  luck,
  mistakes: 0,
  decisions: 9,
});

const verdict = (number: number, seat: number, lost: number, slipped = 0): Verdict => ({
  number,
  seat,
  move: { move: "roll" },
  better: lost > 0 ? { move: "stop" } : null,
  lost,
  points_lost: 0,
  swing: [],
  moment: { chapter: "turn", number },
  told: null,
  better_told: null,
  figures: null,
  better_figures: null,
  slipped,
});

describe("what decided a game", () => {
  it("is what helped a winner most", () => {
    expect(decided(account(1, 0.1, 0.2, 0.4))).toBe("luck_helped");
    expect(decided(account(1, 0.1, 0.4, 0.2))).toBe("others_helped");
  });

  it("is what hurt everybody else most", () => {
    expect(decided(account(0, 0.4, 0.1, -0.2))).toBe("own_hurt");
    expect(decided(account(0, 0.1, 0, -0.4))).toBe("luck_hurt");
    expect(decided(account(0, 0, -0.4, -0.1))).toBe("others_hurt");
  });

  it("is nothing where all parts are nothing", () => {
    expect(decided(account(0.5, 0, 0, 0))).toBe("even");
  });
});

describe("the parts of a result", () => {
  it("add up as they are shown", () => {
    const third = { ...account(1, 0.128, 0.126, 1 - 1 / 3 + 0.128 - 0.126), fair: 1 / 3 };
    const { fair, own, others, luck } = wholePercents(third);
    expect([fair, own, others, luck]).toEqual([33, -13, 13, 67]);
    expect(fair + own + others + luck).toBe(100);
  });
});

describe("the moments worth another look", () => {
  it("are mistakes and slips of a hand, one's own first and the costliest first", () => {
    const all = [verdict(1, 0, 0.3), verdict(2, 1, 0.1), verdict(3, 1, 0, 0.2), verdict(4, 1, 0), verdict(5, 0, 0.4)];
    expect(moments(all, [1]).map(({ number }) => number)).toEqual([3, 2, 5, 1]);
    expect(moments(all, []).map(({ number }) => number)).toEqual([5, 1, 3, 2]);
  });
});
