// @vitest-environment jsdom

/** A turn in a sentence. */
import { beforeEach, expect, it } from "vitest";

import { settings } from "$lib/settings.svelte";
import { Sentences } from "$lib/sentences";
import { summary } from "../../src/games/ship_ahoy/summary";
import type * as ShipAhoy from "../../src/games/ship_ahoy/wire";

const sentences = new Sentences(
  "pl",
  { common: { and: "i" }, names: { piece: ["statek", "wieża"], piece_acc: ["statek", "wieżę"] }, events: {} },
  ["Lena", "Tata"],
);
const shot = { event: "shot_fired", seat: 0, piece: 0 } as ShipAhoy.ShotFired;
const rolled: ShipAhoy.Event = { event: "knots_rolled", seat: 0, knots: 2 };
const sailed: ShipAhoy.Event = { event: "sailed", seat: 0, piece: 0, way: [], yaw: 0, knots: 2 };

beforeEach(() => void (settings.language = "pl"));

it("tells the shot and the way", () => {
  expect(summary([shot, { event: "missed", seat: 0 }, rolled, sailed], sentences)).toBe(
    "Lena strzela, ale nikt się nie przewraca. Potem płynie 2 węzły.",
  );
  expect(summary([{ event: "held_fire", seat: 1 }, rolled], sentences)).toBe("Tata nie strzela.");
});

it("tells trophies apart: by the cannon, and by boarding", () => {
  const trophy: ShipAhoy.Event = { event: "trophy_taken", seat: 0, piece: 1 };
  expect(summary([shot, trophy, rolled], sentences)).toBe("Lena strzela i zdobywa wieżę!");
  const fought: ShipAhoy.Event = { event: "fought", seat: 0, piece: 0, enemy: 1, flag: true };
  expect(summary([shot, rolled, fought, trophy], sentences)).toBe("Lena strzela. W zwarciu zdobywa wieżę!");
});
