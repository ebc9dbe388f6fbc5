import { actorAt, actorCalled, actorsLeft, CAST, seatName } from "../../src/lib/cast";
import { settings } from "../../src/lib/settings.svelte";
import type { SeatCard } from "../../src/lib/wire";

const bot = (name: string): SeatCard => ({ person: null, bot: "easy", name, side: 0 });
const person = (name: string, other = ""): SeatCard => ({
  person: { id: name, name, colour: "sea", bot: false }, bot: null, name: other, side: 0,
});
const nobody: SeatCard = { person: null, bot: null, name: "", side: 0 };

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
