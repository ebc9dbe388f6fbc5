// @vitest-environment jsdom

import { actorAt, actorCalled, actorsLeft, CAST, personName, seatName } from "../../src/lib/cast";
import { settings } from "../../src/lib/settings.svelte";
import type { SeatCard } from "../../src/lib/wire";

const bot = (name: string): SeatCard => ({ person: null, bot: "easy", name, side: 0, namesake: 1, policy: null });
const person = (name: string, other = ""): SeatCard => ({
  person: { id: name, name, colour: "sea", bot: false },
  bot: null,
  name: other,
  side: 0,
  namesake: 1,
  policy: null,
});
const nobody: SeatCard = { person: null, bot: null, name: "", side: 0, namesake: 1, policy: null };

beforeEach(() => {
  settings.language = "pl";
});

test("a bot is called in the language of the page, whoever seated it in whichever", () => {
  expect(seatName(bot("Krab"), 3)).toBe("Krab");
  settings.language = "en";
  expect(seatName(bot("Krab"), 3)).toBe("Crab");
  expect(actorCalled("Crab")).toBe(actorCalled("Krab"));
});

test("a bot without a name is still somebody, and one with a name of its own keeps it", () => {
  expect(actorAt(bot(""), 1)).toBe(CAST[1]);
  expect(actorAt(bot("Hal"), 1)).toBeNull();
  expect(seatName(bot("Hal"), 1)).toBe("Hal");
});

test("a person has no bot's face, also while a bot keeps the seat or their name is a bot's", () => {
  const kept: SeatCard = { ...person("Krab"), bot: "good" };
  expect(actorAt(kept, 0)).toBeNull();
  expect(seatName(kept, 0)).toBe("Krab");
});

test("at one device people have names of their own; a free seat has none", () => {
  expect(seatName(person("Ola", "Babcia"), 0)).toBe("Babcia");
  expect(seatName(nobody, 0)).toBe("");
});

test("who sits already is not offered again", () => {
  const left = actorsLeft([person("Ola"), bot("Gull"), bot("Foka")]).map(({ names }) => names.pl);
  expect(left).toEqual(["Krab", "Rybitwa", "Wydra", "Delfin"]);
});

test("where names look alike a number tells them apart, at every seat and wherever else one is named", () => {
  const seats = [
    person("Ala"),
    { ...person("AIa"), namesake: 2, policy: null },
    { ...bot("Krab"), namesake: 3 },
    nobody,
  ];
  expect(seats.map(seatName)).toEqual(["Ala", "AIa (2)", "Krab (3)", ""]);
  settings.language = "en";
  expect(seatName(seats[2]!, 2)).toBe("Crab (3)");
  expect(personName(seats, seats[1]!.person!)).toBe("AIa (2)");
});

test("whoever has several seats, or none, is called by their own name", () => {
  const ola = person("Ola");
  expect(
    personName(
      [
        { ...ola, name: "Tata" },
        { ...ola, name: "Mama" },
      ],
      ola.person!,
    ),
  ).toBe("Ola");
  expect(personName([{ ...ola, name: "Tata" }], ola.person!)).toBe("Tata");
  expect(personName([nobody], ola.person!)).toBe("Ola");
});
