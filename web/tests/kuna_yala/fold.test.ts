import { expect, it } from "vitest";

import { coral, laid, octopus, one, shark, shoal, table, two } from "./fixtures";
import { fold } from "../../src/games/kuna_yala/fold";
import type * as KunaYala from "../../src/games/kuna_yala/wire";

it("has free places around a card as soon as it is laid", () => {
  const free = [
    { x: 0, y: -1, slots: [] },
    { x: -1, y: 0, slots: [] },
    { x: 1, y: 0, slots: [] },
    { x: 0, y: 1, slots: [] },
  ];
  const before = table({ shoals: [shoal([laid(0, 0, coral)], free), shoal([laid(0, 0, coral)], free)] });
  const event: KunaYala.Event = {
    event: "laid_at_home",
    seat: 0,
    slot: 1,
    card: one("red", "star"),
    place: { seat: 0, x: 1, y: 0 },
  };
  const places = fold(before, event).shoals[0]!.free.map(({ x, y }) => [x, y]);
  expect(places).toEqual([
    [0, -1],
    [1, -1],
    [-1, 0],
    [2, 0],
    [0, 1],
    [1, 1],
  ]);
});

it("knows where the second card of a turn goes", () => {
  const place = { seat: 1, x: 1, y: 0 };
  const away = fold(table(), { event: "laid_away", seat: 0, slot: 0, card: coral, place });
  expect(away.to_lay).toBe("at_home");
  expect(fold(away, { event: "turn_began", seat: 1 }).to_lay).toBe("two");
  const home = fold(table(), { event: "laid_at_home", seat: 0, slot: 0, card: coral, place: { ...place, seat: 0 } });
  expect(home.to_lay).toBe("away");
  expect(fold(home, { event: "cards_ran_out", seat: 1 }).to_lay).toBe("last");
  expect(fold(home, { event: "ended" }).to_lay).toBeNull();
});

it("lays what nobody gets with the other discarded cards", () => {
  const before = table({ visible: [octopus, shark, two("red", "star"), null], discarded: [coral] });
  const left = fold(before, { event: "octopus_left", slot: 0 });
  expect(left).toMatchObject({ visible: [null, shark, two("red", "star"), null], discarded: [coral, octopus] });
  const fourth = fold(left, { event: "fourth_shark", slot: 1 });
  const last = fold(fourth, { event: "card_discarded", slot: 2, card: two("red", "star") });
  expect(last.discarded).toEqual([two("red", "star"), coral, shark, octopus]);
});
