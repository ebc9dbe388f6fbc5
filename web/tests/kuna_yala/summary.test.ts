// @vitest-environment jsdom

/** A turn in a sentence. */
import { beforeEach, expect, it } from "vitest";

import { settings } from "$lib/settings.svelte";
import { Sentences } from "$lib/sentences";
import { summary } from "../../src/games/kuna_yala/summary";
import type * as KunaYala from "../../src/games/kuna_yala/wire";
import { coral, one } from "./fixtures";

const sentences = new Sentences(
  "pl",
  {
    names: {
      coral: "koral",
      shark: "rekin",
      shark_acc: "rekina",
      one_fish_acc: "{colour.one_acc}",
      colour_one_acc: { red: "czerwonego skalara" },
    },
    events: { laid_at_home: "{seat} kładzie u siebie {card.acc}.", cursed: "Klątwa!" },
  },
  ["Lena", "Tata"],
);
const home: KunaYala.Event = { event: "laid_at_home", seat: 0, slot: 0, card: coral, place: { seat: 0, x: 1, y: 0 } };
const red = one("red", "star");

beforeEach(() => void (settings.language = "pl"));

it("tells both cards of a turn, and the curse", () => {
  const away: KunaYala.Event = { event: "laid_away", seat: 0, slot: 1, card: red, place: { seat: 1, x: 1, y: 0 } };
  const curse: KunaYala.Event = { event: "cursed", seat: 1, floor: "star", cards: 3, across: 3, down: 0 };
  expect(summary([home, away, curse], sentences)).toBe(
    "Lena kładzie u siebie koral, a w cudzej ławicy (Tata) czerwonego skalara. Klątwa!",
  );
});

it("tells what a shark eats", () => {
  const eaten: KunaYala.Event = { event: "fish_eaten", seat: 0, slot: 1, card: red, place: { seat: 1, x: 1, y: 0 } };
  expect(summary([home, eaten], sentences)).toBe(
    "Lena kładzie u siebie koral, a w cudzej ławicy (Tata) rekina. Rekin zjada czerwonego skalara.",
  );
});

it("tells a turn that is not over as far as it has come", () => {
  expect(summary([home], sentences)).toBe("Lena kładzie u siebie koral.");
});
