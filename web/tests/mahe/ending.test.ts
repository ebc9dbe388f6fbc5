// @vitest-environment jsdom

import { expect, it } from "vitest";

import { view as table } from "./positions";
import { beats, longestRide, momentsOf } from "../../src/games/mahe/ending/moments";
import { Sentences } from "../../src/lib/sentences";
import type * as Mahe from "../../src/games/mahe/wire";
import type { TableCard } from "../../src/lib/wire";

const view = table({
  seats: 2,
  piles: [
    { cards: 3, values: [1, 4, 5] },
    { cards: 1, values: [6] },
  ],
  beach: 1,
});
const standings = [
  { seat: 0, place: 2, score: 10, parts: { cards: 10, beach: 0 } },
  { seat: 1, place: 1, score: 13, parts: { cards: 6, beach: 7 } },
];
const sentences = new Sentences("en", { parts: { cards: "eggs on cards", beach: "eggs on the beach" } }, [
  "Ola",
  "Crab",
]);

it("everybody turns up one card after another, then comes the beach", () => {
  const told = beats({ view, sentences, eye: 0, card: { standings } as unknown as TableCard<Mahe.Types> });
  expect(told.map(({ count }) => count.map(({ cards, beach }) => [cards, beach]))).toEqual([
    [
      [1, 0],
      [6, 0],
    ],
    [
      [5, 0],
      [6, 0],
    ],
    [
      [10, 0],
      [6, 0],
    ],
    [
      [10, 0],
      [6, 7],
    ],
  ]);
  expect(told.map(({ says }) => says).slice(-2)).toEqual([
    "Eggs on cards: Ola 10, Crab 6",
    "Eggs on the beach: Ola 0, Crab 7",
  ]);
});

it("tells of no beach that nobody reached", () => {
  expect(momentsOf({ ...view, beach: null }).map(({ tells }) => tells)).toEqual(["cards", "cards", "cards"]);
});

it("names the longest ride on somebody else's back, and none where nobody rode", () => {
  const facts = { eggs_from_above: [0, 0, 0], busts: [0, 0, 0] };
  const carried = [
    [30, 2, 0],
    [4, 0, 9],
    [9, 0, 0],
  ];
  expect(longestRide({ ...facts, carried })).toEqual({ tells: "stowaway", seat: 2, carrier: 1, fields: 9 });
  expect(longestRide({ ...facts, carried: [[5], [0]] })).toBeNull();
});
