import type { GameCard, SeatCard, TableCard } from "../../src/lib/wire";
import { askable, fewestSeats, newTable, usualTerms, withOption, withSeats } from "../../src/pages/terms";

const mahe: GameCard = {
  key: "mahe", version: 1, fewest: 2, most: 7, first: "first",
  options: [
    { name: "advanced", kind: "switch", default: false, choices: [] },
    { name: "first", kind: "seat", default: null, choices: [] },
    { name: "colours", kind: "names", default: [], choices: [] },
  ],
};
const seat = (who: "person" | "bot" | null): SeatCard => ({
  person: who === "person" ? { id: "a", name: "Ola", colour: "sea", bot: false } : null,
  bot: who === "bot" ? "easy" : null, name: "", side: 0,
});
const table = (...seats: ("person" | "bot" | null)[]): TableCard => ({ seats: seats.map(seat) }) as unknown as TableCard;

test("lists of names are left to the rules", () => {
  expect(askable(mahe).map(({ name }) => name)).toEqual(["advanced", "first"]);
});

test("an option changes among all others, because the server takes them as a whole", () => {
  const { options } = withOption(usualTerms(mahe), "advanced", true);
  expect(options).toEqual({ advanced: true, first: null, colours: [] });
});

test("whoever begins loses that only with the chair", () => {
  const terms = { ...usualTerms(mahe), ...withOption(usualTerms(mahe), "first", 3) };
  expect(withSeats(mahe, terms, 4)).toEqual({});
  expect(withSeats(mahe, terms, 3).options).toMatchObject({ first: null });
});

test("no chair is taken from under a person", () => {
  expect(fewestSeats(mahe, table("person", null, "person", "bot", null))).toBe(3);
  expect(fewestSeats(mahe, table("person", "bot", "bot"))).toBe(2);
});

test("a new table names everything that was agreed on", () => {
  expect(newTable("mahe", 4, usualTerms(mahe))).toEqual({
    game: "mahe", seats: 4, open: false, spectators: true, hints: true, clock: null,
    options: { advanced: false, first: null, colours: [] },
  });
});
