import { describe, expect, it } from "vitest";

import { contours, loops, outline } from "../../src/games/ship_ahoy/chart/contour";
import { laid, leaning, lensOf } from "../../src/games/ship_ahoy/chart/drawn";
import { pick } from "../../src/games/ship_ahoy/chart/pick";
import { relief } from "../../src/games/ship_ahoy/chart/relief";
import {
  alike,
  between,
  closer,
  focused,
  limited,
  onScreen,
  onTable,
  overTheBarrel,
  type Sight,
  whole,
} from "../../src/games/ship_ahoy/chart/sight";
import { TILT } from "../../src/games/ship_ahoy/physics";
import type { Body, Quaternion } from "../../src/games/ship_ahoy/picture";

const FRAME = { width: 860, height: 600 };
const TABLE = 1.1;

function body(piece: number, changes: Partial<Body> = {}): Body {
  return {
    piece,
    kind: "ship",
    seat: 0,
    port: 0,
    at: [0, 0, 0],
    turn: [1, 0, 0, 0],
    x: 0,
    y: 0,
    yaw: 0,
    lying: false,
    chest: false,
    barrel: null,
    held: false,
    mark: null,
    label: "",
    ...changes,
  };
}

/** Turned to `yaw`, then leaning over by `tilt` towards where it faces. */
function fallen(yaw: number, tilt: number): Quaternion {
  const [cy, sy, ct, st] = [Math.cos(yaw / 2), Math.sin(yaw / 2), Math.cos(tilt / 2), Math.sin(tilt / 2)];
  return [cy * ct, -sy * st, cy * st, sy * ct];
}

describe("what the chart shows of the table", () => {
  const sight: Sight = { x: 0.2, y: -0.3, scale: 700, turn: 0.8 };

  it("finds the place under a pixel, and the pixel of a place, turned or not", () => {
    for (const each of [sight, { ...sight, turn: 0 }]) {
      const [x, y] = onTable(each, FRAME, onScreen(each, FRAME, [0.31, 0.07]));
      expect(x).toBeCloseTo(0.31);
      expect(y).toBeCloseTo(0.07);
    }
  });

  it("has y point up", () => {
    const upright = { ...sight, turn: 0 };
    expect(onScreen(upright, FRAME, [0.2, 0])[1]).toBeLessThan(onScreen(upright, FRAME, [0.2, -0.3])[1]);
  });

  it("shows all of the table, rim included, when all of it is asked for", () => {
    const seen = focused({ table: TABLE, focus: { at: [0, 0], span: 2 * TABLE } }, FRAME);
    expect(seen).toEqual(whole(TABLE, FRAME));
    expect(onScreen(seen, FRAME, [0, TABLE])[1]).toBeGreaterThan(5);
  });

  it("keeps a place under the hand while it looks closer", () => {
    const at = [500, 200] as const;
    const before: Sight = { x: 0, y: 0, scale: 500, turn: 0 };
    const after = closer(before, 1.7, at, TABLE, FRAME);
    expect(after.scale).toBeCloseTo(850);
    const [was, is] = [onTable(before, FRAME, at), onTable(after, FRAME, at)];
    expect(is[0]).toBeCloseTo(was[0]);
    expect(is[1]).toBeCloseTo(was[1]);
  });

  it("never looks from farther than the whole table, nor beside it", () => {
    expect(closer({ x: 0.5, y: 0.5, scale: 400, turn: 0 }, 0.01, [0, 0], TABLE, FRAME)).toEqual(whole(TABLE, FRAME));
    const { x, y } = limited({ x: 5, y: -5, scale: 1000, turn: 0 }, TABLE, FRAME);
    expect(x).toBeCloseTo(1.15 - 0.43);
    expect(y).toBeCloseTo(0.3 - 1.15);
  });

  it("has the heading up, and the muzzle below, for the gunner", () => {
    const seen = overTheBarrel([0.1, 0.2], 2.2, FRAME);
    const muzzle = onScreen(seen, FRAME, [0.1, 0.2]);
    const ahead = onScreen(seen, FRAME, [0.1 + 0.5 * Math.cos(2.2), 0.2 + 0.5 * Math.sin(2.2)]);
    expect(muzzle[0]).toBeCloseTo(430);
    expect(ahead[0]).toBeCloseTo(430);
    expect(muzzle[1]).toBeGreaterThan(450);
    expect(ahead[1]).toBeLessThan(muzzle[1]);
  });

  it("turns the short way", () => {
    const half = between({ ...sight, turn: 3 }, { ...sight, turn: -3 }, 0.5);
    expect(Math.abs(half.turn)).toBeCloseTo(Math.PI);
    expect(alike(between(sight, { ...sight, x: 0 }, 1), { ...sight, x: 0 })).toBe(true);
  });
});

describe("which piece a hand means", () => {
  it("takes the nearest within reach of a finger, and water beyond it", () => {
    const bodies = [body(1), body(2, { x: 0.2 })];
    expect(pick(bodies, [0.02, 0.01], 500)).toBe(1);
    expect(pick(bodies, [0.17, 0], 500)).toBe(2);
    expect(pick(bodies, [0.1, 0.2], 500)).toBeNull();
  });

  it("measures from the edge: a mountain is large", () => {
    expect(pick([body(24, { kind: "great_mountain" })], [0.09, 0], 500)).toBe(24);
  });

  it("follows how a ship is turned", () => {
    const at = [0, 0.05] as const;
    expect(pick([body(1, { yaw: 0 }), body(2, { yaw: Math.PI / 2, x: 0.001 })], at, 800)).toBe(1);
  });

  it("prefers the ship to the Kraken under it", () => {
    expect(pick([body(19, { kind: "kraken", x: 0.005 }), body(1)], [0.004, 0], 800)).toBe(1);
  });

  it("finds the Kraken under the mountain", () => {
    const bodies = [body(24, { kind: "great_mountain" }), body(19, { kind: "kraken", mark: "sailor" })];
    expect(pick(bodies, [0.01, 0], 800)).toBe(19);
    expect(pick(bodies, [0.09, 0], 800)).toBe(24);
  });

  it("prefers what may be chosen to what is merely a little nearer, but not to what is under the hand", () => {
    const bodies = [body(1, { mark: "gun" }), body(2, { x: 0.06 })];
    expect(pick(bodies, [0.032, 0], 500)).toBe(1);
    expect(pick(bodies, [0.058, 0], 500)).toBe(2);
  });
});

describe("the edge of the water within reach", () => {
  const cell = (x: number, y: number, knots = 1) => ({ x: x * 0.02, y: y * 0.02, knots });

  it("is one loop around a block, and two around a ring", () => {
    const block = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => [x, y] as const));
    expect(loops(block)).toHaveLength(1);
    expect(loops(block)[0]).toHaveLength(12);
    expect(loops(block.filter(([x, y]) => x !== 1 || y !== 1))).toHaveLength(2);
  });

  it("ends, though two squares touch only at a corner", () => {
    const found = loops([
      [0, 0],
      [1, 1],
    ]);
    expect(found.flat()).toHaveLength(8);
  });

  it("holds cheaper water within dearer water", () => {
    const levels = contours(0.02, [cell(0, 0, 1), cell(1, 0, 2), cell(2, 0, 3)]);
    expect(levels.map(({ knots }) => knots)).toEqual([3, 2, 1]);
    expect(levels.map(({ path }) => path.split("Q").length)).toEqual([9, 7, 5]);
  });

  it("stays where the squares are", () => {
    const path = outline(0.02, [cell(5, 5), cell(6, 5), cell(5, 6), cell(6, 6)]);
    const numbers = path.match(/-?[\d.]+/g)!.map(Number);
    for (const [at, number] of numbers.entries()) {
      expect(Math.abs(number)).toBeGreaterThanOrEqual(90);
      expect(Math.abs(number)).toBeLessThanOrEqual(130);
      expect(Math.sign(number)).toBe(at % 2 ? -1 : 1);
    }
  });
});

describe("a piece that falls", () => {
  const CUT = { wide: 1, high: 1, foot: [0, 0] } as const;
  const numbers = (matrix: string): number[] => matrix.match(/-?[\d.]+(e-\d+)?/g)!.map(Number);

  it("is upright, or leans as far as it is turned", () => {
    expect(leaning(fallen(1.2, 0)).tilt).toBeCloseTo(0);
    expect(leaning(fallen(1.2, 0.5)).tilt).toBeCloseTo(0.5);
    expect(leaning(fallen(0.4, TILT.ship!.tilt)).up[0]).toBeCloseTo(Math.sin(TILT.ship!.tilt) * Math.cos(0.4));
  });

  it("shows nothing of its side while it stands, and all of it when it lies", () => {
    const [, , c, d] = numbers(laid({ at: [0, 0, 0], turn: fallen(0, 0) }, CUT));
    expect([c, d]).toEqual([0, 0]);
    // It fell to the right: what is up in the drawing points to the right on the paper.
    const lying = numbers(laid({ at: [0.1, 0.2, 0], turn: fallen(0, Math.PI / 2) }, CUT));
    expect(lying).toEqual([0, -1, -1, 0, 100, -200]);
  });

  it("has its foot where the body's foot is", () => {
    const cut = { wide: 0.8, high: 0.9, foot: [48, 92] } as const;
    const [a, b, c, d, e, f] = numbers(laid({ at: [0.3, -0.1, 0], turn: fallen(0.7, 1.1) }, cut)) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    expect(a * 48 + c * 92 + e).toBeCloseTo(300, 0);
    expect(b * 48 + d * 92 + f).toBeCloseTo(100, 0);
  });
});

describe("sizes on the chart", () => {
  it("draws ships larger than life only where they would be too small to see", () => {
    expect(lensOf({ scale: 1000, turn: 0 }).swell).toBe(1);
    expect(lensOf({ scale: 160, turn: 0 }).swell).toBeGreaterThan(1);
    expect(lensOf({ scale: 10, turn: 0 }).swell).toBeLessThan(1.5);
  });

  it("gives every mountain a shape of its own, the same every time, within its foot", () => {
    expect(relief(80, 20)).toEqual(relief(80, 20));
    expect(relief(80, 20)).not.toEqual(relief(80, 21));
    for (const { path } of relief(80, 22).slopes) {
      const spots = path.match(/-?[\d.]+/g)!.map(Number);
      for (let at = 0; at < spots.length; at += 2) expect(Math.hypot(spots[at]!, spots[at + 1]!)).toBeLessThan(80);
    }
  });
});
