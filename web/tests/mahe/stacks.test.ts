import { describe, expect, it } from "vitest";

import { carried, movers, pairs, stacks, stayers } from "../../src/games/mahe/stacks";
import { turtles, view } from "./positions";

const numbers = (some: readonly { turtle: number }[]): number[] => some.map((each) => each.turtle);

describe("stacks", () => {
  it("tells who stands on whom, from below upwards", () => {
    const table = view({ turtles: turtles({ 9: [2, 0, 3], 4: [1] }) });
    expect(stacks(table).map((each) => [each.field, numbers(each.turtles)])).toEqual([
      [4, [1]],
      [9, [2, 0, 3]],
    ]);
  });

  it("lets a turtle carry those above it, and none below", () => {
    expect(numbers(carried(view({ turtles: turtles({ 9: [2, 0, 3], 4: [1] }) }), 0))).toEqual([0, 3]);
  });

  it("keeps turtles on the raft in their order, also the one that is about to move", () => {
    const [raft] = stacks(view({ mover: 0, thrown: [4], total: 4 }));
    expect(numbers(raft?.turtles ?? [])).toEqual([0, 1, 2, 3]);
  });

  it("draws movers that pass a stack on top of it", () => {
    const apart = turtles({ 9: [0, 1] }).concat(turtles({ 9: [2] }), turtles({ 3: [3] }));
    expect(numbers(stacks(view({ turtles: apart, mover: 0 }))[1]?.turtles ?? [])).toEqual([2, 0, 1]);
  });

  it("parts those who go from those who stay", () => {
    const table = view({ turtles: turtles({ 9: [2, 0, 3], 4: [1] }), mover: 0 });
    expect(numbers(movers(table))).toEqual([0, 3]);
    expect(numbers(stayers(table))).toEqual([2]);
  });

  it("has nobody stay when a turtle sets out from the raft", () => {
    expect(stayers(view({ mover: 1 }))).toEqual([]);
  });

  it("knows when a player's name does not say which turtle", () => {
    expect(pairs(view())).toBe(false);
    expect(pairs(view({ seats: 2, turtles: turtles({ 0: [0, 1, 2, 3] }, 2) }))).toBe(true);
  });
});
