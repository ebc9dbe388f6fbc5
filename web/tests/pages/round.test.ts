import { neighbour, spotOf, teamsOf } from "../../src/pages/round";

test("one's own seat is nearest, wherever it stands in the order", () => {
  for (const front of [0, 1, 2, 3, 4]) {
    const spots = [0, 1, 2, 3, 4].map((seat) => spotOf(seat, 5, front));
    expect(Math.max(...spots.map(({ top }) => top))).toBe(spots[front]!.top);
    expect(spots[front]!.left).toBeCloseTo(50);
  }
});

test("play goes clockwise: the next seat is to the left of the nearest", () => {
  expect(spotOf(1, 4, 0).left).toBeLessThan(50);
  expect(spotOf(3, 4, 0).left).toBeGreaterThan(50);
});

test("arrows go round the table without an end", () => {
  expect(neighbour("ArrowRight", 3, 4)).toBe(0);
  expect(neighbour("ArrowLeft", 0, 4)).toBe(3);
  expect(neighbour("Enter", 0, 4)).toBeNull();
});

test("a team is the seats of one side, and without teams there is none", () => {
  expect(teamsOf([0, 1, 0, 1].map((side) => ({ side })))).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(teamsOf([0, 1, 2].map((side) => ({ side })))).toEqual([]);
});
