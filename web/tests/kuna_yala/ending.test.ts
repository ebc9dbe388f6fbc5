// @vitest-environment jsdom

import { expect, it } from "vitest";

import { table } from "./fixtures";
import { beats, momentsOf } from "../../src/games/kuna_yala/ending/moments";
import { Sentences } from "../../src/lib/sentences";
import { settings } from "../../src/lib/settings.svelte";
import type * as KunaYala from "../../src/games/kuna_yala/wire";
import type { TableCard } from "../../src/lib/wire";

const view = table({
  tokens: ["red", "blue"],
  points: [
    { fish: 5, majority: 3, octopuses: 0, sharks: 0 },
    { fish: 1, majority: 0, octopuses: 0, sharks: 2 },
  ],
  fish_in: [
    [4, 1],
    [1, 0],
  ],
});
const sentences = new Sentences(
  "en",
  {
    events: { token_revealed: "{seat} turns up the token: {colour}." },
    names: { colour: { red: "red", blue: "blue" } },
  },
  ["Ola", "Tata"],
);
const told = (eye: number | null) => {
  settings.language = "en";
  return beats({ view, eye, sentences, card: {} as TableCard<KunaYala.Types> });
};

it("turns up the tokens one by one, one's own last, then counts shoal by shoal, then what else counts", () => {
  expect(momentsOf(view, 0)).toEqual([
    { tells: "token", seat: 1 },
    { tells: "token", seat: 0 },
    { tells: "shoal", shoal: 0 },
    { tells: "shoal", shoal: 1 },
    { tells: "majority" },
    { tells: "sharks" },
  ]);
  expect(momentsOf(view, null)[0]).toEqual({ tells: "token", seat: 0 });
});

it("counts nothing before the secrets are out, and in each shoal what the server counts there", () => {
  expect(told(0).map(({ count }) => count.map((each) => each["fish"]))).toEqual([
    [0, 0],
    [0, 0],
    [4, 1],
    [5, 1],
    [5, 1],
    [5, 1],
  ]);
  expect(told(0).at(-1)?.count).toEqual([
    { fish: 5, majority: 3, sharks: 0 },
    { fish: 1, majority: 0, sharks: 2 },
  ]);
});

it("says each beat in a sentence", () => {
  expect(told(0).map(({ says }) => says)).toEqual([
    "Tata turns up the token: blue.",
    "Ola turns up the token: red.",
    "Shoal: Ola. Ola 4, Tata 1.",
    "Shoal: Tata. Ola 1, Tata 0.",
    "Majority in one's own shoal: Ola 3, Tata 0.",
    "Most sharks at home: Ola 0, Tata 2.",
  ]);
});
