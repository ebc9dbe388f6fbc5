// @vitest-environment jsdom

import { expect, it } from "vitest";

import { animals, kinOf, player, view as table } from "./fixtures";
import { beats, crewOf, momentsOf } from "../../src/games/animals_on_board/ending/moments";
import { Sentences } from "../../src/lib/sentences";
import { settings } from "../../src/lib/settings.svelte";
import type * as AnimalsOnBoard from "../../src/games/animals_on_board/wire";
import type { TableCard } from "../../src/lib/wire";

const HERD = "fox 1, fox 2, fox 5";
const view = table({
  over: true,
  players: [
    player({
      ark: animals(`${HERD}, panda 4`),
      kin: kinOf(`${HERD}, panda 4`),
      noah: animals("zebra 1, zebra 3"),
      discarded: animals("camel 1"),
      crates: 1,
    }),
    player({ ark: animals("tiger 5"), kin: kinOf("tiger 5"), noah: [], discarded: [], crates: 0 }),
  ],
});
const standings = [
  { seat: 0, place: 1, score: 20, parts: { singles: 4, herds: 15, crates: 1 } },
  { seat: 1, place: 2, score: 5, parts: { singles: 5, herds: 0, crates: 0 } },
];
const moments = momentsOf(view);
const told = (count: number) => crewOf(view, 0, moments.slice(0, count));

it("tells A16 before A17 before A18: the pairs, the surplus, and then what counts", () => {
  expect(moments.map(({ tells }) => tells)).toEqual(["sailing", "pair", "ashore", "singles", "herd", "crates"]);
});

it("an ark sails in with everybody who was ever on it, and loses them one after another", () => {
  expect(told(1).aboard.flat()).toHaveLength(7);
  expect(told(1)).toMatchObject({ noah: [], ashore: [] });
  expect(told(2)).toMatchObject({ noah: animals("zebra 1, zebra 3"), ashore: [] });
  expect(told(2).aboard.flat()).toHaveLength(5);
  expect(told(3)).toMatchObject({ ashore: animals("camel 1") });
  expect(told(6).aboard).toEqual([animals(HERD), animals("panda 4")]);
});

it("counts with each beat what it shows", () => {
  settings.language = "en";
  const sentences = new Sentences("en", { common: { and: "and" } }, ["Ann", "Bob"], (_, name) => name);
  const card = { standings } as unknown as TableCard<AnimalsOnBoard.Types>;
  const counts = beats({ view, card, sentences, eye: 0 }).map(({ count }) => count[0]);
  expect(counts).toEqual([
    ...Array.from({ length: 3 }, () => ({ singles: 0, herds: 0, crates: 0 })),
    { singles: 4, herds: 0, crates: 0 },
    { singles: 4, herds: 15, crates: 0 },
    { singles: 4, herds: 15, crates: 1 },
  ]);
});
