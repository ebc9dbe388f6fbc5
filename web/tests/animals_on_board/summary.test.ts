// @vitest-environment jsdom

/** A turn in a sentence. */
import { beforeEach, expect, it } from "vitest";

import { settings } from "$lib/settings.svelte";
import { Sentences } from "$lib/sentences";
import { summary } from "../../src/games/animals_on_board/summary";
import type * as AnimalsOnBoard from "../../src/games/animals_on_board/wire";

const sentences = new Sentences(
  "pl",
  {
    common: { and: "i" },
    events: { passed: "{seat} pasuje.", arks_closed: "Koniec zbierania.", round_began: "Runda." },
  },
  ["Lena", "Tata"],
);

beforeEach(() => void (settings.language = "pl"));

it("tells the move of the turn", () => {
  expect(summary([{ event: "passed", seat: 0 }], sentences)).toBe("Lena pasuje.");
});

it("tells everybody's points at the end, with nouns that agree", () => {
  const events: AnimalsOnBoard.Event[] = [
    { event: "arks_closed", round: 5 },
    { event: "scored", seat: 0, points: 47 },
    { event: "scored", seat: 1, points: 22 },
  ];
  expect(summary(events, sentences)).toBe("Arki odpływają: Lena 47 punktów i Tata 22 punkty.");
});
