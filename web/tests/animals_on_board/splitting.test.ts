import { describe, expect, test } from "vitest";

import { group, question, tiles } from "./fixtures";
import { maySplit, splittingMove, taking } from "../../src/games/animals_on_board/offers";
import { halves, jumped, opened, partedBy, still } from "../../src/games/animals_on_board/splitting";

const five = group("fox 1, panda 2, tiger 3, zebra 4, ?");

describe("a group that is parted", () => {
  test("a tile jumps the rope and back", () => {
    const there = jumped(opened(five), "tiger-3");
    expect(halves(there).go.tiles).toEqual(tiles("tiger 3"));
    expect(halves(there).stay.tiles).toEqual(tiles("fox 1, panda 2, zebra 4, ?"));
    expect(halves(jumped(there, "tiger-3")).go.tiles).toEqual([]);
  });

  test("each half costs its share", () => {
    const { stay, go } = halves(partedBy(five, ["fox-1", "face_down"]));
    expect([stay.price, go.price]).toEqual([3, 2]);
  });

  test("tiles of other groups are not parted", () => {
    expect(halves(partedBy(five, ["fox-1", "camel-1"])).go.tiles).toEqual(tiles("fox 1"));
  });

  test("it is kept as long as the group lies there, and forgotten when it changes", () => {
    const parted = partedBy(five, ["fox-1"]);
    const again = group("?, zebra 4, fox 1, panda 2, tiger 3");
    expect(still(parted, [group("hippo 1"), again])?.group).toBe(again);
    expect(still(parted, [group("fox 1"), group("panda 2, tiger 3, zebra 4, ?")])).toBeNull();
    expect(still(null, [five])).toBeNull();
  });
});

describe("what is offered", () => {
  test("a group that is offered can be taken, whatever the order of its tiles", () => {
    const take = { move: "take", tiles: tiles("panda 2, fox 1") } as const;
    expect(taking(question([take]), group("fox 1, panda 2"))).toBe(take);
    expect(taking(question([take]), group("fox 1, panda 3"))).toBeNull();
  });

  test("where splits are free, any split with a tile on both sides", () => {
    const free = question([], ["split"]);
    expect(maySplit(free, partedBy(five, ["fox-1"]))).toBe(true);
    expect(maySplit(free, opened(five))).toBe(false);
    expect(maySplit(free, partedBy(five, ["fox-1", "panda-2", "tiger-3", "zebra-4", "face_down"]))).toBe(false);
  });

  test("where splits are listed, only those, named by either half", () => {
    const three = group("fox 1, panda 2, tiger 3");
    const listed = question([{ move: "split", tiles: tiles("fox 1") }]);
    expect(maySplit(listed, partedBy(three, ["fox-1"]))).toBe(true);
    expect(maySplit(listed, partedBy(three, ["panda-2", "tiger-3"]))).toBe(true);
    expect(maySplit(listed, partedBy(three, ["tiger-3"]))).toBe(false);
  });

  test("the move names what goes over the rope", () => {
    expect(splittingMove(partedBy(five, ["zebra-4", "fox-1"]))).toEqual({
      move: "split",
      tiles: tiles("fox 1, zebra 4"),
    });
  });
});
