import { exchanged, picked, unlessUsual } from "$lib/options/lists";

test("one more is picked, or one less", () => {
  expect(picked([], "fox", 2)).toEqual(["fox"]);
  expect(picked(["fox", "zebra"], "fox", 2)).toEqual(["zebra"]);
});

test("where all are picked, the first makes room", () => {
  expect(picked(["fox", "zebra"], "panda", 2)).toEqual(["zebra", "panda"]);
});

test("two that want the same place change theirs", () => {
  expect(exchanged(["red", "blue", "green"], 0, "green")).toEqual(["green", "blue", "red"]);
});

test("what nobody had is put in the place of what was there", () => {
  expect(exchanged(["red", "blue"], 1, "pink")).toEqual(["red", "pink"]);
});

test("what is usual anyway is left to the game", () => {
  expect(unlessUsual(["red", "blue"], ["red", "blue", "green"])).toEqual([]);
  expect(unlessUsual([100, 90], [100, 100])).toEqual([100, 90]);
});
