import { expect, test } from "vitest";

import { caught, type Point, type Spot } from "../../src/games/animals_on_board/lasso";

/** Two groups: a row of four at the top, a row of two below. */
const spots: Spot[] = [
  ...[100, 200, 300, 400].map((x, place) => ({ key: `a${place}`, group: 0, x, y: 100 })),
  ...[100, 200].map((x, place) => ({ key: `b${place}`, group: 1, x, y: 300 })),
];

function loop(x: number, y: number, wide: number, high: number): Point[] {
  return Array.from({ length: 25 }, (_, step) => {
    const turn = (2 * Math.PI * step) / 24;
    return { x: x + (wide / 2) * Math.cos(turn), y: y + (high / 2) * Math.sin(turn) };
  });
}

test("a loop parts the tiles inside it", () => {
  expect(caught(loop(350, 100, 180, 120), spots)).toEqual({ group: 0, tiles: ["a2", "a3"] });
});

test("a loop over two groups is for the one that has more tiles in it", () => {
  expect(caught(loop(150, 200, 900, 500), spots)?.group).toBe(0);
});

test("a straight line cuts a group, and the smaller side goes", () => {
  expect(
    caught(
      [
        { x: 150, y: 20 },
        { x: 150, y: 60 },
        { x: 152, y: 180 },
      ],
      spots,
    ),
  ).toEqual({ group: 0, tiles: ["a0"] });
});

test("a cut reaches no further than it was drawn", () => {
  expect(
    caught(
      [
        { x: 150, y: 240 },
        { x: 150, y: 360 },
      ],
      spots,
    )?.group,
  ).toBe(1);
});

test("a line through water parts nothing", () => {
  expect(
    caught(
      [
        { x: 600, y: 20 },
        { x: 600, y: 400 },
      ],
      spots,
    ),
  ).toBeNull();
  expect(caught(loop(600, 200, 50, 50), spots)).toBeNull();
  expect(caught([{ x: 100, y: 100 }], spots)).toBeNull();
});
