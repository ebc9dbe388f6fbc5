// @vitest-environment jsdom

import { expect, it } from "vitest";

import { beats, momentsOf } from "../../src/games/duck/ending/moments";
import type * as Duck from "../../src/games/duck/wire";
import { Sentences } from "../../src/lib/sentences";
import type { TableCard } from "../../src/lib/wire";

const player = (seat: number, ...values: number[]): Duck.DuckPlayer =>
  ({ seat, kept: values.map((value) => ({ colour: "red", value })) }) as unknown as Duck.DuckPlayer;
const buoy = (points: number, penalty: number, seat: number | null, green: boolean | null): Duck.Lifebuoy => ({
  points,
  penalty,
  seat,
  green,
});
const view = {
  players: [player(0, 3, 8), player(1, 5)],
  lifebuoys: [buoy(6, 2, 0, true), buoy(7, 3, 1, false), buoy(8, 4, 1, true)],
} as unknown as Duck.View;
const sentences = new Sentences("en", { parts: { ducks: "ducks", green: "green rings", red: "red rings" } }, [
  "Ola",
  "Crab",
]);

it("turns up one card after another under every towel, then counts green lifebuoys, then red ones", () => {
  const told = beats({ view, sentences, eye: 0, card: {} as unknown as TableCard<Duck.Types> });
  expect(told.map(({ count }) => count.map(({ ducks, green, red }) => [ducks, green, red]))).toEqual([
    [
      [3, 0, 0],
      [5, 0, 0],
    ],
    [
      [11, 0, 0],
      [5, 0, 0],
    ],
    [
      [11, 6, 0],
      [5, 8, 0],
    ],
    [
      [11, 6, 0],
      [5, 8, -3],
    ],
  ]);
  expect(told.map(({ says }) => says).slice(1, 3)).toEqual(["Ducks: Ola 11, Crab 5", "Green rings: Ola 6, Crab 8"]);
});

it("tells of no red lifebuoys where there are none", () => {
  const lucky = { ...view, lifebuoys: view.lifebuoys.filter(({ green }) => green) };
  expect(momentsOf(lucky).map(({ tells }) => tells)).toEqual(["ducks", "ducks", "green"]);
});
