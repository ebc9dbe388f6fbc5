import { expect, test } from "vitest";

import { pointsWithout } from "../../src/games/animals_on_board/staying";
import { keysOf } from "../../src/games/animals_on_board/tiles";
import type * as AnimalsOnBoard from "../../src/games/animals_on_board/wire";
import { animals, player } from "./fixtures";

const KIN: AnimalsOnBoard.Kin[] = [
  { tiles: animals("fox 1, fox 3, fox 4"), counts_as: "herd", points: 15, staying: [0, null, 0, 15] },
  { tiles: animals("zebra 5"), counts_as: "single", points: 5, staying: [0, null] },
];
const ME = player({ points: 23, kin: KIN });
const without = (tiles: string): number => pointsWithout(ME, keysOf(animals(tiles)));

test("counts what the server says of the animals that stay", () => {
  expect(without("zebra 5")).toBe(18);
  expect(without("fox 1, fox 3, fox 4")).toBe(8);
});

test("counts the value of a single animal that stays", () => {
  expect(without("fox 1, fox 3")).toBe(23 - 15 + 4);
});

test("leaves crates and everybody else as they are", () => {
  expect(pointsWithout(ME, new Set())).toBe(23);
});
