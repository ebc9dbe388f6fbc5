import { expect, it } from "vitest";

import { coral, laid, one, shoal } from "./fixtures";
import { beside, cursedCards, extentOf, nearest, within } from "../../src/games/kuna_yala/shoal";

it("frames a shoal as tightly as it goes, but never a single card alone", () => {
  expect(
    extentOf([
      { x: -2, y: 0 },
      { x: 3, y: 4 },
    ]),
  ).toEqual({ x: -2, y: 0, columns: 6, rows: 5 });
  expect(extentOf([{ x: 0, y: 0 }])).toEqual({ x: -1, y: -1, columns: 3, rows: 3 });
});

it("names what lies beside a place by its side", () => {
  const cards = [laid(0, 0, coral), laid(1, 1, one("red", "star"))];
  expect(beside(shoal(cards), { x: 1, y: 0 })).toEqual([
    ["left", cards[0]],
    ["down", cards[1]],
  ]);
});

it("leads the arrows straight on before aside", () => {
  const spots = [
    { x: 3, y: 0 },
    { x: 1, y: 2 },
    { x: -1, y: 0 },
  ];
  expect(nearest(spots, { x: 0, y: 0 }, "right")).toEqual({ x: 3, y: 0 });
  expect(nearest(spots, { x: 0, y: 0 }, "up")).toBeNull();
});

it("finds the cards that a curse across and down tells of, and no others of their floor", () => {
  const row = [0, 1, 2].map((x) => laid(x, 0, one("red", "star")));
  const column = [1, 2].map((y) => laid(2, y, one("blue", "star")));
  const far = laid(5, 5, one("red", "star"));
  const found = cursedCards(shoal([...row, ...column, far]), {
    event: "cursed",
    seat: 0,
    floor: "star",
    cards: 5,
    across: 3,
    down: 3,
  });
  expect(new Set(found)).toEqual(new Set([...row, ...column]));
});

it("knows what lies within a picture", () => {
  const extent = extentOf([
    { x: 0, y: 0 },
    { x: 3, y: 3 },
  ]);
  expect(within(extent, { x: 3, y: 0 })).toBe(true);
  expect(within(extent, { x: 4, y: 0 })).toBe(false);
  expect(within(extent, { x: 0, y: -1 })).toBe(false);
});
