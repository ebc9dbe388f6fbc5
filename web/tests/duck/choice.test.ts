import { describe, expect, test } from "vitest";

import { blue, play, red, yellow } from "./fixtures";
import { joins, offers, playsWith, playWithTop, topOf } from "../../src/games/duck/choice";

const FIVES = [play(yellow(5), red(5)), play(red(5), yellow(5))];
const RUN = [play(red(3), red(4), red(5)), play(red(5), red(4), red(3))];
const PLAYS = [play(yellow(5)), play(red(3)), play(red(4)), play(red(5)), ...FIVES, ...RUN];

describe("raised cards", () => {
  test("are a play whatever the order they were raised in", () => {
    expect(playsWith(PLAYS, [red(5), yellow(5)])).toEqual(FIVES);
    expect(playsWith(PLAYS, [red(4), red(5), red(3)])).toEqual(RUN);
  });

  test("are none where the server offers none", () => {
    expect(playsWith(PLAYS, [red(3), red(4)])).toEqual([]);
    expect(playsWith(PLAYS, [])).toEqual([]);
  });

  test("do not count one card for two alike", () => {
    expect(playsWith([play(blue(2), blue(2))], [blue(2)])).toEqual([]);
  });

  test("leave on top what is wished, if it can be there", () => {
    expect(topOf(playWithTop(FIVES, yellow(5))!)).toEqual(yellow(5));
    expect(playWithTop(RUN, red(4))).toBe(RUN[0]);
    expect(playWithTop([], red(4))).toBeNull();
  });

  test("may be joined only by cards of a common play", () => {
    expect(joins(PLAYS, [red(3)], red(5))).toBe(true);
    expect(joins(PLAYS, [red(3)], yellow(5))).toBe(false);
  });

  test("offer the largest plays with them, each once", () => {
    expect(offers(PLAYS, [red(5)])).toEqual([FIVES[0], RUN[0]]);
    expect(offers(PLAYS, [red(3), red(4)])).toEqual([RUN[0]]);
    expect(offers(PLAYS, [red(3), red(4), red(5)])).toEqual([]);
    expect(offers(PLAYS, [])).toEqual([]);
  });
});
