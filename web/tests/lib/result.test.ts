import { expect, it } from "vitest";

import { ranking, resultLines, tiesBroken, winners } from "$lib/frame/result";

const STANDINGS = [
  { seat: 1, place: 1, score: 9, parts: { fish: 7, sharks: 2, octopuses: 0 } },
  { seat: 0, place: 2, score: 5, parts: { fish: 5, sharks: 0, octopuses: 0 } },
  { seat: 2, place: 2, score: 5, parts: { fish: 8, sharks: -3, octopuses: 0 } },
];

it("the count is told part by part, seat by seat, without parts that brought nothing", () => {
  expect(resultLines(STANDINGS)).toEqual([
    { part: "fish", points: [5, 7, 8] },
    { part: "sharks", points: [0, 2, -3] },
  ]);
});

it("seats are ranked by place, shared places by seat", () => {
  expect(ranking([...STANDINGS].reverse()).map((each) => each.seat)).toEqual([1, 0, 2]);
});

it("all who share the first place have won", () => {
  expect(winners(STANDINGS)).toEqual([1]);
  expect(winners(STANDINGS.map((each) => ({ ...each, place: 1 })))).toEqual([1, 0, 2]);
});

it("a tie that was broken is told with all who had as many points, best first", () => {
  const cards = (count: number) => ({ what: "cards", rule: "M19", count });
  const [first, second, third] = STANDINGS;
  const broken = [
    { ...first!, tie_break: cards(1) },
    { ...second!, place: 3, tie_break: cards(2) },
    { ...third!, place: 2, tie_break: cards(4) },
  ];
  expect(tiesBroken(broken).map((tied) => tied.map(({ seat }) => seat))).toEqual([[2, 0]]);
});

it("a tie that is shared, or that nothing breaks, is told by the places alone", () => {
  const shared = STANDINGS.map((each) => ({ ...each, tie_break: { what: "fish", rule: "K17", count: 3 } }));
  expect(tiesBroken(shared)).toEqual([]);
  expect(tiesBroken(STANDINGS)).toEqual([]);
});
