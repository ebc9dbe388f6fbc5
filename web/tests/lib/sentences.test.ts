// @vitest-environment jsdom

import { describe, expect, it } from "vitest";

import { Sentences } from "$lib/sentences";

const TABLES = {
  common: { and: "i" },
  names: {
    seat: "Gracz {number}",
    card: "{colour} {value}",
    coral: "koral",
    colour: { red: "czerwona", else: "barwa {value}" },
    colour_acc: { red: "czerwoną" },
    turtle: ["żółta", "niebieska"],
  },
  events: {
    laid: "{seat} składa {eggs} {eggs:jajo|jaja|jaj}.",
    drawn: "{seat} dobiera {card}.",
    drawn_hidden: "{seat} dobiera kartę.",
    shown: "{cards}.",
  },
  moves: { take: "weź {card.acc}" },
  reasons: { no: "Nie." },
  story: { won: "{seat} wygrywa.", won_you: "Wygrywasz." },
  options: { first: { label: "Kto zaczyna", said: "Zaczyna: {seat}." }, host: { label: "Gospodarz" } },
};
const sentences = new Sentences("pl", TABLES, ["Ala", "Ola"]);

describe("sentences", () => {
  it("name things in a form, and where there is none, in the simplest", () => {
    expect(sentences.name("colour", "red", "acc")).toBe("czerwoną");
    expect(sentences.name("colour", "red", "one_acc")).toBe("czerwona");
    expect(sentences.name("turtle", 1, "acc")).toBe("niebieska");
  });

  it("name players, and seats without a name by their number", () => {
    expect(sentences.event({ event: "laid", seat: 1, eggs: 1 } as never)).toBe("Ola składa 1 jajo.");
    expect(sentences.event({ event: "laid", seat: 3, eggs: 1 } as never)).toBe("Gracz 4 składa 1 jajo.");
  });

  it("tell a story by name, and as their own to whom it is about", () => {
    expect(sentences.highlight({ tells: "won", seat: 1 })).toBe("Ola wygrywa.");
    expect(sentences.highlight({ tells: "won", seat: 1 }, [0])).toBe("Ola wygrywa.");
    expect(sentences.highlight({ tells: "won", seat: 1 }, [0, 1])).toBe("Wygrywasz.");
  });

  it.each([
    [1, "jajo"],
    [2, "jaja"],
    [4, "jaja"],
    [5, "jaj"],
    [12, "jaj"],
    [22, "jaja"],
    [0, "jaj"],
  ])("let Polish nouns agree with %i", (eggs, noun) => {
    expect(sentences.event({ event: "laid", seat: 0, eggs } as never)).toBe(`Ala składa ${eggs} ${noun}.`);
  });

  it("tell a hidden part by a sentence of its own", () => {
    expect(sentences.event({ event: "drawn", seat: 0, card: null } as never)).toBe("Ala dobiera kartę.");
    expect(sentences.event({ event: "drawn", seat: 0, card: { colour: "red", value: 4 } } as never)).toBe(
      "Ala dobiera czerwona 4.",
    );
  });

  it("list several things, name one by its kind, and fall back to the name for all others", () => {
    const cards = [{ colour: "red", value: 1 }, { colour: "blue", value: 2 }, { card: "coral" }];
    expect(sentences.event({ event: "shown", cards } as never)).toBe("Czerwona 1, barwa blue 2 i koral.");
  });

  it("say whom an option names, by the option's own sentence or by its label", () => {
    expect(sentences.chosenSeat("first", 1)).toBe("Zaczyna: Ola.");
    expect(sentences.chosenSeat("host", 0)).toBe("Gospodarz: Ala.");
  });

  it("name what a field holds as another's: a seat as its player", () => {
    const like = new Sentences("pl", { ...TABLES, like: { winner: "seat", under: "turtle" } }, ["Ala", "Ola"]);
    expect(like.fill("{winner} bierze {under}", { winner: 1, under: 0 })).toBe("Ola bierze żółta");
  });

  it("say what is missing instead of showing a hole", () => {
    expect(() => sentences.say("events", "nothing")).toThrow("events.nothing");
    expect(sentences.reason("unknown_reason")).toBe("unknown_reason");
  });
});
