// @vitest-environment jsdom

import { expect, it } from "vitest";

import { table as shipAhoy } from "../../src/games/ship_ahoy";
import { settings } from "../../src/lib/settings.svelte";
import { START, withPieces } from "./table";

settings.language = "en";

it("says of a seat what it still has, its points, and what is awaited of it", () => {
  const view = { ...withPieces(({ piece }) => (piece === 1 ? null : {})), scores: [0, 1, 0] };
  expect(shipAhoy.note(view, 0, true)).toEqual({
    has: "2 ships, tower",
    score: 0,
    unit: "points",
    awaited: "you shoot",
  });
  expect(shipAhoy.note(view, 1, false)).toMatchObject({ has: "3 ships, tower", score: 1, unit: "point" });
});

it("says at the end who has no fleet left, unless a team counts together", () => {
  const over = { ...START, out: [2] };
  expect([0, 2].map((seat) => shipAhoy.fate!(over, seat))).toEqual([null, "no fleet left"]);
  expect(shipAhoy.fate!({ ...over, teams: true }, 2)).toBeNull();
});

it("counts the monster's lives where there is one", () => {
  expect(shipAhoy.progress({ ...START, monster_lives: 1 })).toBe("turn 1 · Monster: 1 life");
});

it("says how many turns are left only when they are few", () => {
  const at = (turn: number): string => shipAhoy.progress({ ...START, turn, last_turn: 90 });
  expect([1, 84, 85, 90].map(at)).toEqual(["turn 1", "turn 84", "turn 85, 5 more", "turn 90, the last"]);
  expect(shipAhoy.progress({ ...START, turn: 200, last_turn: null })).toBe("turn 200");
});
