import { describe, expect, test } from "vitest";

import { layOut } from "../../src/games/animals_on_board/layout";

const TABLES = [
  [344, 200],
  [374, 330],
  [830, 420],
  [1700, 1000],
] as const;
const GROUPS = [[13], [7, 6], [5, 4, 4], [3, 3, 3, 2, 2], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [12, 1]];

describe.each(TABLES)("on a table of %d x %d", (width, height) => {
  test.each(GROUPS.map((groups) => [groups]))("groups %j stay on the water, and apart", (groups) => {
    const { size, islets } = layOut(groups, width, height);
    for (const [place, islet] of islets.entries()) {
      expect(islet.places).toHaveLength(groups[place] ?? 0);
      expect(islet.x).toBeGreaterThanOrEqual(0);
      expect(islet.x + islet.width).toBeLessThanOrEqual(width);
      expect(islet.y).toBeGreaterThanOrEqual(0);
      expect(islet.y + islet.height).toBeLessThanOrEqual(height);
      for (const { x, y } of islet.places) {
        expect(x).toBeGreaterThanOrEqual(islet.x);
        expect(x + size).toBeLessThanOrEqual(islet.x + islet.width + 0.001);
        expect(y + size).toBeLessThanOrEqual(islet.y + islet.height + 0.001);
      }
      for (const other of islets.slice(place + 1)) {
        const beside = islet.x + islet.width <= other.x || other.x + other.width <= islet.x;
        const below = islet.y + islet.height <= other.y || other.y + other.height <= islet.y;
        expect(beside || below).toBe(true);
      }
    }
  });
});

test("the larger the table, the larger the tiles", () => {
  expect(layOut([5, 4, 4], 830, 420).size).toBeGreaterThan(layOut([5, 4, 4], 374, 330).size);
});

test("no groups, no islets", () => {
  expect(layOut([], 800, 500).islets).toEqual([]);
});
