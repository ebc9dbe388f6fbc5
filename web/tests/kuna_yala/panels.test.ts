/** The panel in front has the shape of its shoal, and its cards are as large as the table lets them. */
import { expect, it } from "vitest";

import { cardIn, holds, panelsFor } from "../../src/games/kuna_yala/panels";

const DESK = { width: 862, height: 598, strip: false, yielding: false };
const HAND = { width: 374, height: 400, strip: true, yielding: false };

it.each([
  ["a tall shoal", { columns: 3, rows: 7 }, true],
  ["a wide shoal", { columns: 9, rows: 3 }, false],
])("%s stands where it has the most room", (_, shape, beside) => {
  expect(panelsFor(shape, DESK).beside).toBe(beside);
});

it("leaves the others what a small shoal does not need", () => {
  const small = panelsFor({ columns: 3, rows: 3 }, DESK).thickness;
  const large = panelsFor({ columns: 7, rows: 7 }, DESK).thickness;
  expect(small).toBeLessThan(large);
});

it.each([3, 4, 5, 6, 7, 8])("holds cards of 56 px on a desk for a shoal of %i by as many", (side) => {
  const shape = { columns: side, rows: side };
  const panels = panelsFor(shape, DESK);
  expect(cardIn(shape, DESK, panels)).toBeGreaterThanOrEqual(56);
  expect(holds(shape, DESK, panels)).toBe(true);
});

it.each([
  { columns: 7, rows: 5 },
  { columns: 5, rows: 7 },
])("holds cards of 44 px in a hand for a shoal of $columns by $rows", (shape) => {
  expect(holds(shape, HAND, panelsFor(shape, HAND))).toBe(true);
});

it("says when the sea is too small", () => {
  const shape = { columns: 9, rows: 9 };
  expect(holds(shape, HAND, panelsFor(shape, HAND))).toBe(false);
});

it("makes room where somebody else's shoal is to be laid in", () => {
  const shape = { columns: 6, rows: 6 };
  expect(panelsFor(shape, { ...DESK, yielding: true }).thickness).toBeLessThan(panelsFor(shape, DESK).thickness);
});

it("keeps a strip for the others in a hand", () => {
  const wide = panelsFor({ columns: 7, rows: 4 }, HAND);
  expect(wide.beside).toBe(false);
  expect(HAND.height - wide.thickness).toBeGreaterThanOrEqual(58);
  const tall = panelsFor({ columns: 4, rows: 7 }, HAND);
  expect(tall.beside).toBe(true);
  expect(HAND.width - tall.thickness).toBeGreaterThanOrEqual(92);
});
