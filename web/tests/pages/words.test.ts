// @vitest-environment jsdom

import { en } from "../../src/pages/words.en";
import { pl } from "../../src/pages/words.pl";

test("Polish seats agree with their number, verb and all", () => {
  expect([1, 3, 5].map((count) => pl.gathering.missing(count).split(":")[0])).toEqual([
    "Zostaje 1 wolne miejsce",
    "Zostają 3 wolne miejsca",
    "Zostaje 5 wolnych miejsc",
  ]);
});

test("the company is summed up without nobody in it", () => {
  expect(pl.gathering.ready(1, 3)).toBe("Przy stole: 1 osoba i 3 boty. ");
  expect(pl.gathering.ready(2, 0)).toBe("Przy stole: 2 osoby. ");
  expect(en.gathering.ready(0, 1)).toBe("At the table: 1 bot. ");
});

test("English tables that wait agree with their number", () => {
  expect([1, 2].map(en.home.moreWaiting)).toEqual(["1 more table is waiting.", "2 more tables are waiting."]);
});

test("Polish tables that wait agree with their number", () => {
  expect([1, 2, 5].map(pl.home.moreWaiting)).toEqual([
    "Czeka jeszcze 1 stół.",
    "Czekają jeszcze 2 stoły.",
    "Czeka jeszcze 5 stołów.",
  ]);
});
