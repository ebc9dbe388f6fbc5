// @vitest-environment jsdom

import { describe, expect, it } from "vitest";

import { table as mahe } from "../../src/games/mahe";
import { summed, told, turns } from "$lib/frame/lines";
import type { GameTable } from "$lib/game";
import { Sentences } from "$lib/sentences";
import type { AnyGame } from "$lib/wire";
import type * as Mahe from "../../src/games/mahe/wire";
import { view } from "../mahe/positions";

/** Whose sign stands before each event of one move of this seat. */
const signs = (mover: number | null, ...events: Mahe.Event[]) =>
  told(
    events.map((event) => ({ version: 5, seat: mover, event })),
    mahe,
    view(),
  ).map((line) => line.seat);

describe("the sign before a line of the log", () => {
  it("is of the seat that the event names", () => {
    expect(signs(0, { event: "turn_began", seat: 1 })).toEqual([1]);
  });

  it("is of whose turtle it is, also after the turn has changed", () => {
    const stop: Mahe.Event = { event: "stopped", seat: 0, turtle: 3, total: 4, dice: 1 };
    const next: Mahe.Event = { event: "rolled", turtle: 1, die: 2, total: 2 };
    expect(signs(0, stop, { event: "moved", turtle: 3, start: 0, field: 4 }, next)).toEqual([0, 3, 1]);
  });

  it("is of whoever moved where an event names nobody's", () => {
    expect(signs(2, { event: "card_turned_up", eggs: 4, deck: 9 })).toEqual([2]);
    expect(signs(null, { event: "card_turned_up", eggs: 4, deck: 9 })).toEqual([null]);
  });

  it("stays where a move is taken back", () => {
    expect(told([{ version: 5, seat: 2, event: null }], mahe, view())[0]?.seat).toBe(2);
  });
});

/** A game that says nothing of turns, unless told to. */
const game = (more: Partial<GameTable> = {}) =>
  ({ chapter: (event: AnyGame["Event"]) => (event.event === "round" ? "Round" : null), ...more }) as GameTable;
const sentences = new Sentences("en", { events: { a: "A happens.", b: "B happens.", round: "A round." } }, [
  "Ola",
  "Tata",
]);
/** Lines as “version mover event”. */
const log = (...lines: string[]) =>
  lines.map((line) => {
    const [version, seat, event] = line.split(" ");
    return { version: Number(version), seat: Number(seat), event: event ? { event } : null };
  });
const names = (of: GameTable, ...lines: string[]) =>
  turns(told(log(...lines), of, {}), of).map((turn) => turn.lines.map((line) => line.event?.event ?? "back").join());

describe("the turns of a log", () => {
  it("are what one seat does in a row, in a game that says nothing of them", () => {
    expect(names(game(), "1 0 a", "2 0 b", "3 1 a", "4 0 a")).toEqual(["a,b", "a", "a"]);
  });

  it("begin anew with a chapter, which ends with the move that brought it", () => {
    expect(names(game(), "1 0 a", "1 0 round", "1 0 b", "2 0 a")).toEqual(["a", "round,b", "a"]);
  });

  it("are as a game says, whoever moves in them", () => {
    const own = game({ turnOf: (event) => (event.event === "a" ? 1 : null) });
    expect(names(own, "1 0 a", "2 1 b", "3 0 b", "3 0 a")).toEqual(["a,b,b", "a"]);
    expect(turns(told(log("1 0 a"), own, {}), own)[0]?.seat).toBe(1);
  });

  it("show a move that was taken back by itself", () => {
    expect(names(game(), "1 0 a", "2 0", "3 0 a")).toEqual(["a", "back", "a"]);
  });

  it("are told by the game, else by their last event", () => {
    const [turn] = turns(told(log("1 0 a", "2 0 b"), game(), {}), game());
    expect(summed(turn!, game(), sentences)).toBe("B happens.");
    expect(summed(turn!, game({ summary: (events) => `${events.length} things.` }), sentences)).toBe("2 things.");
  });
});
