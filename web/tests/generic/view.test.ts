// @vitest-environment jsdom

import { Sentences } from "../../src/lib/sentences";
import { partsOf, scoreOf } from "../../src/lib/generic/view";
import { labelOf, plainly, told } from "../../src/lib/generic/plain";

const sentences = new Sentences(
  "en",
  {
    common: { yes: "yes", no: "no", and: "and" },
    names: { fruit: { fig: "a fig" }, seat: "seat {number}", card: "{suit} {value}" },
    view: { kept: "kept so far" },
    like: { winner: "seat", out: "seat", ripest: "fruit" },
  },
  ["Ala", "Olek"],
);

describe("a view in parts", () => {
  test("single facts come first, then lists, tables and groups, in their order", () => {
    const view = { hand: ["fig"], round: 2, rows: [{ seat: 1, kept: 3 }], goal: { points: 9 }, fruit: null };
    expect(partsOf(view, 2).map(({ kind, name }) => [kind, name])).toEqual([
      ["fact", "round"],
      ["fact", "fruit"],
      ["list", "hand"],
      ["rows", "rows"],
      ["group", "goal"],
    ]);
  });

  test("a table has a column for every field of its rows", () => {
    const [part] = partsOf({ rows: [{ seat: 1 }, { seat: 0, kept: 3 }] }, 2);
    expect(part).toMatchObject({ kind: "rows", columns: ["seat", "kept"], perSeat: false });
  });

  test("players without a number are those of the seats, in order", () => {
    expect(partsOf({ players: [{ kept: 1 }, { kept: 2 }] }, 2)[0]).toMatchObject({ perSeat: true });
    expect(partsOf({ players: [{ kept: 1 }] }, 2)[0]).toMatchObject({ perSeat: false });
  });

  test("an empty list is a fact: there is nothing", () => {
    expect(partsOf({ hand: [] }, 2)).toEqual([{ kind: "fact", name: "hand", value: [] }]);
  });
});

test("a part is called as the game's words say, else by its name", () => {
  expect(labelOf(sentences, "kept")).toBe("Kept so far");
  expect(labelOf(sentences, "last_roll")).toBe("Last roll");
});

test.each([
  ["fruit", null, "–"],
  ["done", true, "yes"],
  ["done", false, "no"],
  ["seat", 1, "Olek"],
  ["winner_seat", 0, "Ala"],
  ["winner", 1, "Olek"],
  ["winner", null, "–"],
  ["out", [1, 0], "Olek, Ala"],
  ["ripest", "fig", "a fig"],
  ["fruit", "fig", "a fig"],
  ["fruit", ["fig", "plum"], "a fig, plum"],
  ["hand", [], "–"],
  ["step", "lay_down", "lay down"],
  ["hand", [{ suit: "red", value: 4 }], "red 4"],
  ["best", { kept: 3, done: true }, "Kept so far 3, Done yes"],
])("%s: %j is told as “%s”", (name, value, said) => {
  expect(told(sentences, name, value)).toBe(said);
});

test("what has no sentence is told by its name and its facts", () => {
  const plain = sentences.about(["Ala", "Olek"], plainly);
  expect(plain.event({ event: "fruit_found", winner: 1, fruit: "fig" } as never)).toBe(
    "Fruit found: winner Olek, fruit a fig",
  );
  expect(plain.move({ move: "pass_on" })).toBe("Pass on");
  expect(plain.ask("which_fruit", 0)).toBe("Which fruit: seat Ala");
  expect(plain.hint({ says: "wait" })).toBe("Wait");
  expect(plain.part("fruits")).toBe("Fruits");
});

test.each([
  [{ scores: [4, 7] }, 7],
  [{ points: [4, 7] }, 7],
  [{ players: [{ score: 1 }, { score: 2 }] }, 2],
  [
    {
      rows: [
        { seat: 1, points: 8 },
        { seat: 0, points: 3 },
      ],
    },
    8,
  ],
  [{ rows: [{ seat: 0, points: 3 }] }, null],
  [{ round: 3 }, null],
])("the score of the second seat in %j is %s", (view, score) => {
  expect(scoreOf(view, 1)).toBe(score);
});
