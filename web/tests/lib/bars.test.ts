import { describe, expect, it } from "vitest";

import { barOf, type BarPiece, placeOn, scaleOf } from "$lib/frame/bars";

const PARTS = ["ducks", "green", "red", "fine"];

const length = (pieces: readonly BarPiece[], kind: BarPiece["kind"]): number =>
  pieces.filter((piece) => piece.kind === kind).reduce((sum, { from, to }) => sum + to - from, 0);

describe("the bar of the count", () => {
  it("is 21 long for 21 points, and shows the five that were lost beyond them", () => {
    expect(barOf({ ducks: 16, green: 10, red: -5 }, PARTS)).toEqual([
      { part: "ducks", kind: "won", from: 0, to: 16, points: 16 },
      { part: "green", kind: "won", from: 16, to: 21, points: 10 },
      { part: "red", kind: "eaten", from: 21, to: 26, points: -5 },
    ]);
  });

  it("goes to the other side of zero when more is lost than was won", () => {
    expect(barOf({ ducks: 2, red: -5 }, PARTS)).toEqual([
      { part: "red", kind: "eaten", from: 0, to: 2, points: -5 },
      { part: "red", kind: "debt", from: -3, to: 0, points: -5 },
    ]);
  });

  it("is as long as the score whatever it is made of, and no piece leaves the scale", () => {
    const values = [-7, -3, 0, 1, 4, 12];
    for (const ducks of values) {
      for (const green of values) {
        for (const red of values) {
          for (const fine of values) {
            const counted = { ducks, green, red, fine };
            const pieces = barOf(counted, PARTS);
            expect(length(pieces, "won") - length(pieces, "debt")).toBe(ducks + green + red + fine);
            const scale = scaleOf([[counted]]);
            for (const { from, to } of pieces) {
              expect(from).toBeLessThan(to);
              expect(placeOn(scale, from)).toBeGreaterThanOrEqual(0);
              expect(placeOn(scale, to)).toBeLessThanOrEqual(100);
            }
          }
        }
      }
    }
  });

  it("is drawn on one scale for all seats and every beat", () => {
    const scale = scaleOf([
      [{ ducks: 3 }, { red: -2 }],
      [
        { ducks: 3, green: 5 },
        { red: -2, green: 4 },
      ],
    ]);
    expect(scale).toEqual({ low: -2, high: 8 });
    expect([placeOn(scale, -2), placeOn(scale, 0), placeOn(scale, 8)]).toEqual([0, 20, 100]);
  });
});
