import { describe, expect, it } from "vitest";

import { coral, laid, octopus, one, shark, shoal, table, two } from "./fixtures";
import { fold } from "../../src/games/kuna_yala/fold";
import { essential, scenes } from "../../src/games/kuna_yala/scenes";
import type * as KunaYala from "../../src/games/kuna_yala/wire";

const place = { seat: 1, x: 1, y: 0 };

it("takes a card from its slot to its place, with its fish", () => {
  const after = fold(table({ visible: [two("red", "star"), null, null, null] }), {
    event: "laid_away",
    seat: 0,
    slot: 0,
    card: two("red", "star"),
    place,
  });
  expect(after.visible[0]).toBeNull();
  expect(after.shoals[1]?.cards.at(-1)).toMatchObject({ x: 1, y: 0, state: "open" });
  expect(after.shoals[1]?.fish["red"]).toBe(2);
});

it("covers a fish with a shark, and a coral with an octopus", () => {
  const before = table({
    shoals: [
      shoal([laid(0, 0, coral)]),
      { ...shoal([laid(0, 0, coral), laid(1, 0, two("red", "star"))]), fish: { red: 2 } },
    ],
  });
  const eaten = fold(before, { event: "fish_eaten", seat: 0, slot: 2, card: two("red", "star"), place });
  expect(eaten.shoals[1]).toMatchObject({ sharks: 1, fish: { red: 0 } });
  expect(eaten.shoals[1]?.cards[1]?.state).toBe("shark");
  const held = fold(eaten, { event: "octopus_held", slot: 0, place: { seat: 1, x: 0, y: 0 } });
  expect(held.shoals[1]).toMatchObject({ corals: 0, octopuses: 1 });
});

it("tells every event once, in order, and ends with the server's view", () => {
  const after = table({ active: 1, piles: [20, 19, 20, 20] });
  const events: KunaYala.Event[] = [
    { event: "laid_at_home", seat: 0, slot: 1, card: one("red", "star"), place: { seat: 0, x: 1, y: 0 } },
    { event: "card_turned_up", slot: 1, card: octopus, pile: 1, left: 19 },
    { event: "octopus_left", slot: 1 },
    { event: "turn_began", seat: 1 },
  ];
  const told = scenes(table(), events, after);
  expect(told.map((scene) => scene.event)).toEqual(events);
  expect(told[1]?.view.visible[1]).toEqual(octopus);
  expect(told[2]?.view.visible[1]).toBeNull();
  expect(told.at(-1)?.view).toBe(after);
});

it("turns up the first cards one by one from full piles", () => {
  const after = table({ visible: [coral, shark, null, null], piles: [19, 18, 20, 20] });
  const told = scenes(
    null,
    [
      { event: "card_turned_up", slot: 0, card: coral, pile: 0, left: 19 },
      { event: "card_turned_up", slot: 1, card: coral, pile: 1, left: 19 },
      { event: "card_turned_up", slot: 1, card: shark, pile: 1, left: 18 },
    ],
    after,
  );
  expect(told[0]?.view.visible).toEqual([coral, null, null, null]);
  expect(told[0]?.view.piles).toEqual([19, 20, 20, 20]);
});

it("leaves tokens and points to the story of the end, which turns over and counts one by one", () => {
  const points = [
    { fish: 3, majority: 3, octopuses: 0, sharks: 0 },
    { fish: 1, majority: 0, octopuses: 1, sharks: 2 },
  ];
  const after = table({ to_lay: null, tokens: ["red", "blue"], points });
  const told = scenes(table(), [{ event: "ended" }, { event: "token_revealed", seat: 1, colour: "blue" }], after);
  expect(told.map((scene) => scene.view.points)).toEqual([null, points]);
  expect(told[1]).toMatchObject({ view: after, ms: 0 });
});

describe("what one must see at any tempo", () => {
  const red = one("red", "star");
  const blue = one("blue", "star");
  const eaten = (card: KunaYala.FishEaten["card"], seat: number): KunaYala.Event => ({
    event: "fish_eaten",
    seat: 1,
    slot: 0,
    card,
    place: { seat, x: 1, y: 0 },
  });

  it("is a shark on one's own colour, wherever it swims, and on any fish of one's own shoal", () => {
    expect(essential(eaten(red, 1), table({ tokens: ["red", null] }), 0)).toBe(true);
    expect(essential(eaten(blue, 0), table({ tokens: ["red", null] }), 0)).toBe(true);
    expect(essential(eaten(blue, 1), table({ tokens: ["red", null] }), 0)).toBe(false);
    expect(essential(eaten(red, 1), table({ tokens: [null, null] }), null)).toBe(false);
  });
});
