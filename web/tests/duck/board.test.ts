// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, test } from "vitest";

import { blue, player, red, viewOf, yellow } from "./fixtures";
import Board from "../../src/games/duck/Board.svelte";
import Table from "../../src/games/duck/Table.svelte";
import { Sentences } from "$lib/sentences";
import { settings } from "$lib/settings.svelte";
import type * as Duck from "../../src/games/duck/wire";
import type { TableCard } from "$lib/wire";

const NAMES = ["Ola", "Crab", "Seal", "Gull"];
const PLAYERS = [
  player(0, { cards: 1, hand: [red(1)], sum: 1, kept: [] }),
  player(1, { cards: 2, towel: 1 }),
  player(2, { cards: 3, towel: 2 }),
  player(3, { cards: 1 }),
];
const SHOWN = [
  player(0, { cards: 1, hand: [red(1)], sum: 1, towel: 1, kept: [red(1)] }),
  player(1, { cards: 2, hand: [blue(3), red(2)], sum: 5, towel: 2, kept: [yellow(8), blue(3)] }),
  player(2, { cards: 3, hand: [blue(7), red(7), red(8)], sum: 22, towel: 2, kept: [yellow(6), red(6)] }),
  player(3, { cards: 1, hand: [yellow(4)], sum: 4, towel: 0, kept: [] }),
];

function board(view: Duck.View, seat: number | null): void {
  render(Board, { view, seat, question: null, names: NAMES, hinted: null, bare: false, draw: () => {} });
}

describe("the board", () => {
  beforeEach(() => {
    settings.language = "en";
  });

  test.each([0, null])("turns hands and towels up when the game is over, to seat %s", (seat) => {
    board(viewOf(SHOWN, { over: true, step: null }), seat);
    expect(screen.getByLabelText("Crab holds 2 cards, for sure blue 3, red 2")).toBeTruthy();
    expect(screen.getByLabelText("Seal holds 3 cards, for sure blue 7, red 7, red 8")).toBeTruthy();
    expect(screen.getByLabelText("Crab, under the towel: yellow 8, blue 3. Together 11 points")).toBeTruthy();
    expect(screen.getByLabelText("Seal, under the towel: yellow 6, red 6. Together 12 points")).toBeTruthy();
    expect(screen.getByLabelText("Gull, nothing under the towel")).toBeTruthy();
  });

  test("keeps them down before", () => {
    board(viewOf(PLAYERS), 0);
    expect(screen.getByLabelText("Seal holds 3 cards")).toBeTruthy();
    expect(screen.getByLabelText("Seal, under the towel: 2 cards")).toBeTruthy();
  });
});

describe("the dock", () => {
  test.each([
    ["play", "Thinking: Crab"],
    ["draw", "Drawing a card: Crab"],
  ] as const)("says whether one is to %s", (step, says) => {
    settings.language = "en";
    render(Table, {
      scene: { view: viewOf(PLAYERS, { step }), event: null, ms: 0 },
      seat: 0,
      question: null,
      card: {
        state: "playing",
        asked: [{ seat: 1, ask: 1, about: "", clock: null }],
      } as unknown as TableCard<Duck.Types>,
      sentences: new Sentences("en", { common: { and: "and" } }, NAMES),
      hinted: null,
      play: async () => {},
      signal: () => {},
      why: () => {},
    });
    expect(screen.getByRole("heading", { name: says })).toBeTruthy();
  });
});
