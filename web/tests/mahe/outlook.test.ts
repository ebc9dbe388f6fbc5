import { describe, expect, it } from "vitest";

import { faces, outlook } from "../../src/games/mahe/outlook";
import { turtles, view } from "./positions";

const at = (field: number, ...thrown: number[]) =>
  view({
    turtles: turtles(field ? { [field]: [0], 0: [1, 2, 3] } : { 0: [0, 1, 2, 3] }),
    mover: 0,
    decider: 0,
    thrown,
    total: thrown.reduce((sum, die) => sum + die, 0),
    prize: 5,
  });

describe("outlook: the worked examples of the rules", () => {
  it.each([
    [[4], 4],
    [[2, 4], 12],
    [[2, 4, 1], 21],
    [[3, 1], 8],
  ])("goes the sum times the dice: %j is %i fields", (thrown, fields) => {
    expect(outlook(at(0, ...thrown))?.fields).toBe(fields);
  });

  it("is too much past 7: 2 and then 6", () => {
    expect(outlook(at(3, 2), 6)).toMatchObject({ bust: true, total: 8, field: 0, eggs: 0 });
  });

  it("goes on after 21 with 1, and wins the prize on the way", () => {
    expect(outlook(at(17, 3, 1))).toMatchObject({ field: 4, eggs: 5 });
  });

  it("wins the prize on 21 itself", () => {
    expect(outlook(at(13, 3, 1))).toMatchObject({ field: 21, eggs: 5 });
  });

  it("wins nothing for leaving 21, but for walking round to it again", () => {
    expect(outlook(at(21, 3, 1))).toMatchObject({ field: 8, eggs: 0 });
    expect(outlook(at(21, 2, 4, 1))).toMatchObject({ field: 21, eggs: 5 });
  });

  it("is nothing while nobody moves", () => {
    expect(outlook(view())).toBeNull();
    expect(faces(view())).toEqual([]);
  });
});

describe("faces", () => {
  it("tells for each face whether it is too much", () => {
    expect(faces(at(9, 3, 1)).map((each) => each.bust)).toEqual([false, false, false, true, true, true]);
  });

  it("counts the next die in", () => {
    expect(faces(at(9, 3, 1)).map((each) => each.fields)).toEqual([15, 18, 21, 0, 0, 0]);
  });
});
