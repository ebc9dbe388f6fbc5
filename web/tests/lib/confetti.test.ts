import { expect, it } from "vitest";

import { confettiOf } from "$lib/frame/confetti";

const PIECES = confettiOf(96, 11);

/** How much one number tells of the other, from -1 to 1. */
function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [mx, my] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
  const moment = (of: (x: number, y: number) => number): number => mean(pairs.map(([x, y]) => of(x - mx, y - my)));
  return moment((x, y) => x * y) / Math.sqrt(moment((x) => x * x) * moment((_, y) => y * y));
}

it("confetti is the same every time", () => {
  expect(confettiOf(96, 11)).toEqual(PIECES);
  expect(confettiOf(96, 12)).not.toEqual(PIECES);
});

it("confetti falls all over the width", () => {
  for (let from = 0; from < 100; from += 10) {
    const here = PIECES.filter(({ left }) => left >= from && left < from + 10);
    expect(here.length).toBeGreaterThan(3);
    expect(here.length).toBeLessThan(20);
  }
});

it("confetti lies on no line: where a piece falls says nothing of when it falls, nor of the piece after it", () => {
  expect(Math.abs(correlation(PIECES.map(({ left, delayMs }) => [left, delayMs])))).toBeLessThan(0.25);
  expect(Math.abs(correlation(PIECES.map(({ left, fallMs }) => [left, fallMs])))).toBeLessThan(0.25);
  const next = PIECES.slice(1).map(({ left }, place): [number, number] => [PIECES[place]!.left, left]);
  expect(Math.abs(correlation(next))).toBeLessThan(0.25);
  const steps = new Set(next.map(([one, other]) => Math.round((other - one + 100) % 100)));
  expect(steps.size).toBeGreaterThan(30);
});

it("confetti is of many shapes, colours and sizes, and sways both far and near", () => {
  const kinds = (of: (piece: (typeof PIECES)[number]) => unknown): number => new Set(PIECES.map(of)).size;
  expect(kinds(({ shape }) => shape)).toBe(4);
  expect(kinds(({ colour }) => colour)).toBe(8);
  expect(kinds(({ sizePx }) => sizePx)).toBeGreaterThan(5);
  expect(kinds(({ swayPx }) => swayPx)).toBeGreaterThan(20);
});
