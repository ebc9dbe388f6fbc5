// @vitest-environment jsdom

import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";

import type { TableProps } from "../../src/lib/game";
import { genericTable } from "../../src/lib/generic";
import { Sentences } from "../../src/lib/sentences";
import { settings } from "../../src/lib/settings.svelte";
import type { AnyGame, Question, TableCard } from "../../src/lib/wire";

const sentences = new Sentences(
  "en",
  {
    common: { yes: "yes", no: "no", and: "and" },
    names: { seat: "seat {number}" },
    asks: { roll_or_hold: "{seat}: roll or hold?" },
    moves: { roll: "roll", hold: "hold", lay: "lay {card} for {seat}" },
    events: { rolled: "{seat} rolls {face}" },
  },
  ["Ala", "Olek"],
  genericTable.plainly,
);
const question = (moves: readonly AnyGame["Move"][], free: readonly string[] = []): Question => ({
  ask: 1,
  about: "roll_or_hold",
  rule: "P1",
  moves,
  free,
});
const play = vi.fn(async () => {});
const MANY = [0, 1].flatMap((seat) => [1, 2, 3, 4, 5, 6, 7].map((card) => ({ move: "lay", card, seat })));

function shown(more: Partial<TableProps> = {}): void {
  settings.language = "en";
  render(genericTable.Table, {
    scene: { view: { round: 2, last_roll: null, players: [{ score: 3 }, { score: 5 }] }, event: null, ms: 0 },
    seat: 0,
    question: question([{ move: "roll" }, { move: "hold" }]),
    card: { seats: [{}, {}], state: "playing" } as unknown as TableCard,
    sentences,
    hinted: null,
    play,
    signal: () => {},
    why: () => {},
    ...more,
  });
}

beforeEach(() => play.mockClear());

test("the view is told in labelled parts, players by their names", () => {
  shown();
  expect(screen.getByText("Round").nextElementSibling?.textContent.trim()).toBe("2");
  expect(screen.getByText("Last roll").nextElementSibling?.textContent.trim()).toBe("–");
  const row = within(screen.getByRole("table", { name: "Players" })).getByRole("row", { name: /Olek/ });
  expect(within(row).getByRole("cell").textContent.trim()).toBe("5");
});

test("each of few moves is a button", async () => {
  shown();
  expect(screen.getByRole("heading", { name: "Ala: roll or hold?" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Hold" }));
  expect(play).toHaveBeenCalledExactlyOnceWith({ move: "hold" });
});

test("keys play: digits choose, arrows go round, Enter presses; the focus stays in the dock", async () => {
  shown();
  await userEvent.keyboard("2");
  expect(play).toHaveBeenLastCalledWith({ move: "hold" });
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Your move" }));
  screen.getByRole("button", { name: "Roll" }).focus();
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{Enter}");
  expect(play).toHaveBeenLastCalledWith({ move: "roll" });
  expect(play).toHaveBeenCalledTimes(2);
});

test("the move of a hint is marked, and offered even where it was not listed", () => {
  shown({ question: question([{ move: "roll" }], ["lay"]), hinted: { move: "lay", card: 4, seat: 1 } });
  expect(screen.getByRole("button", { name: "hint: Lay 4 for Olek" }).classList).toContain("hinted");
  expect(screen.getByText(/more moves than can be listed/)).toBeTruthy();
});

test("one of many moves is chosen field by field", async () => {
  shown({ question: question(MANY) });
  await userEvent.selectOptions(screen.getByLabelText("Card"), "6");
  await userEvent.selectOptions(screen.getByLabelText("Seat"), "Olek");
  await userEvent.click(screen.getByRole("button", { name: /Lay 6 for Olek/ }));
  expect(play).toHaveBeenCalledExactlyOnceWith({ move: "lay", card: 6, seat: 1 });
});

test("of many moves a hint's is chosen already", async () => {
  shown({ question: question(MANY), hinted: { move: "lay", card: 5, seat: 1 } });
  await userEvent.click(screen.getByRole("button", { name: /Lay 5 for Olek/ }));
  expect(play).toHaveBeenCalledExactlyOnceWith({ move: "lay", card: 5, seat: 1 });
});

test("while nobody is asked, what happens is told", () => {
  shown({
    question: null,
    scene: { view: { round: 2 }, event: { event: "rolled", seat: 1, face: 6 }, ms: 900 },
  });
  expect(screen.getByText("Olek rolls 6")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a seat under another name is the player's, with their sign", () => {
  const named = new Sentences("en", { ...sentences.tables, like: { starter: "seat" } }, ["Ala", "Olek"]);
  shown({ sentences: named, scene: { view: { starter: 1, round: 1 }, event: null, ms: 0 } });
  const starter = screen.getByText("Starter").nextElementSibling!;
  expect(starter.textContent.trim()).toBe("Olek");
  expect(starter.querySelector(".sign")).not.toBeNull();
  expect(screen.getByText("Round").nextElementSibling?.textContent.trim()).toBe("1");
});

test("what the game's words do not say is told by its name and its facts", async () => {
  shown({ question: { ...question([{ move: "lay_down", card: 4, seat: 1 }]), about: "which_card" } });
  expect(screen.getByRole("heading", { name: "Which card: seat Ala" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Lay down: card 4, seat Olek" }));
  expect(play).toHaveBeenCalledExactlyOnceWith({ move: "lay_down", card: 4, seat: 1 });
});

test("an event without a sentence is told, too", () => {
  const event = { event: "card_turned", seat: 1, face: 6, joker: false, below: null };
  shown({ question: null, scene: { view: { round: 2 }, event, ms: 900 } });
  expect(screen.getByText("Card turned: seat Olek, face 6, joker no, below –")).toBeTruthy();
});

test("the rail counts a score where the view tells one", () => {
  settings.language = "pl";
  expect(genericTable.note({ scores: [1, 5] }, 1, false)).toEqual({
    has: "",
    score: 5,
    unit: "punktów",
    awaited: "myśli",
  });
  expect(genericTable.note({ round: 1 }, 1, true)).toEqual({ has: "", score: null, unit: "", awaited: "twój ruch" });
});
