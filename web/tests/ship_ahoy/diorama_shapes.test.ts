/** Shapes of the diorama that can be reckoned: outlines of cards, ropes, land, and what a hand means. */
import { mountainSolid } from "../../src/games/ship_ahoy/diorama/land";
import { grown, type Spot, thinned } from "../../src/games/ship_ahoy/diorama/outline";
import { picked } from "../../src/games/ship_ahoy/diorama/pick";
import { smooth } from "../../src/games/ship_ahoy/diorama/tube";
import { HEIGHT, STANDING } from "../../src/games/ship_ahoy/physics";
import type { Body } from "../../src/games/ship_ahoy/picture";

/** An L with a spot at every unit, so that it has a corner that bends inwards. */
function ell(): Spot[] {
  const corners: Spot[] = [
    [0, 0],
    [20, 0],
    [20, 10],
    [10, 10],
    [10, 20],
    [0, 20],
  ];
  return corners.flatMap(([x, y], k) => {
    const [u, v] = corners[(k + 1) % corners.length]!;
    const count = Math.abs(u - x) + Math.abs(v - y);
    return Array.from({ length: count }, (_, n): Spot => [x + ((u - x) * n) / count, y + ((v - y) * n) / count]);
  });
}

describe("the border of a card", () => {
  for (const [name, line] of [
    ["against the clock", ell()],
    ["with the clock", ell().toReversed()],
  ] as const) {
    it(`lies outside of its print, drawn ${name}`, () => {
      const border = grown(line, 3);
      expect(Math.min(...border.map(([x]) => x))).toBeCloseTo(-3);
      expect(Math.max(...border.map(([, y]) => y))).toBeCloseTo(23);
      for (const [x, y] of border) {
        expect(Math.min(...line.map(([u, v]) => Math.hypot(u - x, v - y)))).toBeGreaterThan(2.9);
      }
    });
  }

  it("keeps its corners when spots are left out", () => {
    const few = thinned(ell(), 0.1);
    expect(few.length).toBeLessThan(10);
    for (const corner of [
      [0, 0],
      [20, 0],
      [10, 10],
      [0, 20],
    ])
      expect(few).toContainEqual(corner);
  });
});

describe("a rope", () => {
  it("begins and ends where its way does, and never leaves it by more than a little", () => {
    const line = smooth(
      [
        [0, 0],
        [0.1, 0],
        [0.1, 0.1],
      ],
      0.006,
    );
    expect(line[0]).toEqual([0, 0]);
    expect(line.at(-1)).toEqual([0.1, 0.1]);
    for (const [x, y] of line) expect(Math.min(Math.abs(y), Math.abs(x - 0.1))).toBeLessThan(0.004);
  });
});

describe("a mountain", () => {
  for (const great of [false, true]) {
    it(`stands on the room that the referee gives it${great ? ", the great one too" : ""}`, () => {
      const kind = great ? "great_mountain" : "mountain";
      const places = mountainSolid(great).getAttribute("position");
      let [broad, tall, foot] = [0, 0, Infinity];
      for (let k = 0; k < places.count; k++) {
        const [x, y, z] = [places.getX(k), places.getY(k), places.getZ(k)];
        broad = Math.max(broad, Math.hypot(x, y));
        tall = Math.max(tall, z);
        // Where a ball touches it, it is as wide as its foot.
        if (z > 0.001 && z < 0.02) foot = Math.min(foot, Math.hypot(x, y));
      }
      expect(broad).toBeCloseTo(STANDING[kind].radius, 5);
      expect(foot).toBeGreaterThan(0.95 * STANDING[kind].radius);
      expect(tall).toBeLessThanOrEqual(HEIGHT[kind]!);
      expect(tall).toBeGreaterThan(0.85 * HEIGHT[kind]!);
    });
  }
});

describe("a press", () => {
  // Seen from straight above, a pixel to the centimetre.
  const project = (x: number, y: number): readonly [number, number] => [100 * x, -100 * y];
  const body = (piece: number, kind: Body["kind"], x: number, mark: Body["mark"] = null): Body => ({
    piece,
    kind,
    seat: 0,
    port: 0,
    at: [x, 0, 0],
    turn: [1, 0, 0, 0],
    x,
    y: 0,
    yaw: 0,
    lying: false,
    chest: false,
    barrel: null,
    held: false,
    mark,
    label: "",
  });
  const at = (bodies: readonly Body[], x: number): number | null => picked(bodies, x, 0, project, 0.01);

  it("means the nearest piece, also a little beside it", () => {
    const ships = [body(1, "ship", 0), body(2, "ship", 0.5)];
    expect(at(ships, 20)).toBe(1);
    expect(at(ships, 30)).toBe(2);
    expect(at(ships, 70)).toBe(2);
  });

  it("means the water far from everything", () => {
    expect(at([body(1, "ship", 0)], 29)).toBeNull();
  });

  it("means what may be chosen rather than its neighbour", () => {
    expect(at([body(1, "ship", 0), body(2, "ship", 0.1, "gun")], 3)).toBe(2);
  });

  it("means a ship rather than the mountain behind it", () => {
    const both = [body(1, "mountain", 0), body(2, "ship", 0.15)];
    expect(at(both, 8)).toBe(2);
    expect(at([both[0]!], 8)).toBe(1);
  });
});
