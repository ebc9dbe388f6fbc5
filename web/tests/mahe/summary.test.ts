// @vitest-environment jsdom

/** A turn in a sentence. */
import { beforeEach, expect, it } from "vitest";

import { settings } from "$lib/settings.svelte";
import { Sentences } from "$lib/sentences";
import { summary } from "../../src/games/mahe/summary";
import type * as Mahe from "../../src/games/mahe/wire";

const sentences = new Sentences(
  "pl",
  {
    common: { and: "i" },
    names: { under: ["czerwony żółw", "niebieski żółw"], under_gen: ["czerwonego żółwia", "niebieskiego żółwia"] },
    events: { eggs_laid: "{turtle} składa {eggs} jaja!" },
  },
  ["Lena", "Tata"],
);
const turn: Mahe.Event = { event: "turn_began", seat: 0 };
const rolled = (die: number, total: number): Mahe.Event => ({ event: "rolled", turtle: 0, die, total });

beforeEach(() => void (settings.language = "pl"));

it("tells the dice, the way and whom one sits down on", () => {
  const moved: Mahe.Event = { event: "moved", turtle: 0, start: 1, field: 7 };
  expect(summary([turn, rolled(2, 2), rolled(1, 3), moved], sentences)).toBe("Lena wyrzuca 2 i 1 i idzie na pole 7.");
  expect(summary([turn, rolled(2, 2), moved, { event: "climbed", turtle: 0, under: 1 }], sentences)).toBe(
    "Lena wyrzuca 2, idzie na pole 7 i siada na grzbiecie niebieskiego żółwia.",
  );
});

it("tells that it was too much, and what the second turtle did", () => {
  const sank: Mahe.Event = { event: "sank", turtle: 0, total: 9 };
  expect(summary([turn, rolled(5, 5), rolled(4, 9), sank, rolled(2, 2)], sentences)).toBe(
    "Lena wyrzuca 5 i 4: razem 9, za dużo! Powrót na tratwę. Potem wyrzuca 2.",
  );
});

it("says nothing before the first die", () => {
  expect(summary([turn], sentences)).toBeNull();
});
