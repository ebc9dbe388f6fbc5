// @vitest-environment jsdom

import { describe, expect, it } from "vitest";

import { table as mahe } from "../../src/games/mahe";
import { told } from "$lib/frame/lines";
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
