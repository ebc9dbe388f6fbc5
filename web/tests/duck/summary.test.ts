// @vitest-environment jsdom

/** A turn in a sentence. */
import { beforeEach, expect, it } from "vitest";

import { settings } from "$lib/settings.svelte";
import { Sentences } from "$lib/sentences";
import { summary, turnOf } from "../../src/games/duck/summary";
import type * as Duck from "../../src/games/duck/wire";

const sentences = new Sentences(
  "pl",
  {
    names: { card: "{colour} {value}", card_acc: "{colour.acc} {value}", colour_acc: { blue: "niebieską" } },
    events: {
      card_played: "{seat} kładzie {card.acc}.",
      dived: "{seat} nurkuje!",
      dive_succeeded: "Udane nurkowanie!",
      green_lifebuoy_taken: "Koło!",
    },
  },
  ["Lena", "Tata"],
);
const card = { colour: "blue", value: 4 } as Duck.Card;
const played: Duck.Event = { event: "card_played", seat: 0, card };

beforeEach(() => void (settings.language = "pl"));

it("tells what was laid, and where the new card came from", () => {
  expect(summary([played, { event: "card_drawn", seat: 0, card: null }], sentences)).toBe(
    "Lena kładzie niebieską 4. Dobiera z talii.",
  );
  expect(turnOf(played)).toBe(0);
});

it("tells a dive with how it went", () => {
  const dive: Duck.Event[] = [
    { event: "dived", seat: 1 },
    { event: "dive_succeeded", seat: 1 },
    { event: "green_lifebuoy_taken", seat: 1, points: 5 },
  ];
  expect(summary(dive, sentences)).toBe("Tata nurkuje! Udane nurkowanie!");
});
