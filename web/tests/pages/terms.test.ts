import type { GameCard, OptionCard, SeatCard, TableCard } from "../../src/lib/wire";
import { sidesAt } from "../../src/pages/sides";
import {
  askable,
  countAt,
  fewestSeats,
  newTable,
  opening,
  usualTerms,
  withOption,
  withSeats,
} from "../../src/pages/terms";

const option = (name: string, kind: OptionCard["kind"], usual: unknown, counts: readonly number[]): OptionCard => ({
  name,
  kind,
  default: usual,
  choices: [],
  least: null,
  most: null,
  counts,
  sides: [],
});
const mahe: GameCard = {
  key: "mahe",
  titles: {},
  summaries: {},
  version: 1,
  fewest: 2,
  most: 4,
  first: "first",
  options: [
    option("advanced", "switch", false, [1, 1, 1]),
    option("first", "seat", null, [1, 1, 1]),
    option("colours", "names", [], [4, 6, 4]),
  ],
};
const shipAhoy: GameCard = {
  key: "ship_ahoy",
  titles: {},
  summaries: {},
  version: 1,
  fewest: 2,
  most: 4,
  first: "first",
  options: [
    { ...option("teams", "switch", false, [0, 0, 1]), sides: [0, 1, 0, 1] },
    option("removed", "names", [], [4, 2, 0]),
    option("port_distance", "number", 100, [1, 1, 1]),
  ],
};
const seat = (who: "person" | "bot" | null): SeatCard => ({
  person: who === "person" ? { id: "a", name: "Ola", colour: "sea", bot: false } : null,
  bot: who === "bot" ? "easy" : null,
  name: "",
  side: 0,
  namesake: 1,
  policy: null,
});
const table = (...seats: ("person" | "bot" | null)[]): TableCard =>
  ({ seats: seats.map(seat) }) as unknown as TableCard;

test("a list is asked for where there is something to choose, a switch always", () => {
  expect(askable(shipAhoy, 3).map(({ name }) => name)).toEqual(["teams", "removed", "port_distance"]);
  expect(askable(shipAhoy, 4).map(({ name }) => name)).toEqual(["teams", "port_distance"]);
  expect([2, 3, 4].map((seats) => countAt(mahe, mahe.options[2]!, seats))).toEqual([4, 6, 4]);
});

test("an option changes among all others, because the server takes them as a whole", () => {
  const { options } = withOption(usualTerms(mahe), "advanced", true);
  expect(options).toEqual({ advanced: true, first: null, colours: [] });
});

test("a switch that makes teams does so while it is on, whatever it is called", () => {
  const terms = usualTerms(shipAhoy);
  expect(sidesAt(shipAhoy, terms, 4)).toEqual([0, 1, 2, 3]);
  expect(sidesAt(shipAhoy, { ...terms, ...withOption(terms, "teams", true) }, 4)).toEqual([0, 1, 0, 1]);
  expect(sidesAt(mahe, { ...usualTerms(mahe), ...withOption(usualTerms(mahe), "advanced", true) }, 2)).toEqual([0, 1]);
});

test("whoever begins loses that only with the chair", () => {
  const terms = { ...usualTerms(mahe), ...withOption(usualTerms(mahe), "first", 3) };
  expect(withSeats(mahe, terms, 4)).toEqual({});
  expect(withSeats(mahe, terms, 3).options).toMatchObject({ first: null });
});

test("what does not fit another number of people is as usual again, all else stays", () => {
  const chosen = { teams: true, removed: [], port_distance: 150 };
  expect(withSeats(shipAhoy, { ...usualTerms(shipAhoy), options: chosen }, 3).options).toEqual({
    teams: false,
    removed: [],
    port_distance: 150,
  });
  expect(withSeats(shipAhoy, { ...usualTerms(shipAhoy), options: chosen }, 4)).toEqual({});
  const two = { ...usualTerms(shipAhoy), options: { teams: false, removed: ["fox", "zebra"], port_distance: 100 } };
  expect(withSeats(shipAhoy, two, 3)).toEqual({});
  expect(withSeats(shipAhoy, two, 2).options).toMatchObject({ removed: [] });
});

test("no chair is taken from under a person", () => {
  expect(fewestSeats(mahe, table("person", null, "person", "bot", null))).toBe(3);
  expect(fewestSeats(mahe, table("person", "bot", "bot"))).toBe(2);
});

test("a new table names everything that was agreed on", () => {
  expect(newTable("mahe", 4, usualTerms(mahe))).toEqual({
    game: "mahe",
    seats: 4,
    open: false,
    spectators: true,
    several: false,
    hints: true,
    clock: null,
    options: { advanced: false, first: null, colours: [] },
  });
});

test("a table with a shared device is opened together with the permission for that, and any other without", () => {
  expect(opening({ open: true }, table("person", "person", null))).toEqual({ open: true, several: true });
  expect(opening({ open: true }, table("person", "bot", null))).toEqual({ open: true });
  expect(opening({ hints: false }, table("person", "person"))).toEqual({ hints: false });
});
