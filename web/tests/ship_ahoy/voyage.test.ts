import { expect, it } from "vitest";

import { PHYSICS } from "../../src/games/ship_ahoy/physics";
import { ropeLength, Sea } from "../../src/games/ship_ahoy/rope";
import { Voyage } from "../../src/games/ship_ahoy/voyage.svelte";
import type * as ShipAhoy from "../../src/games/ship_ahoy/wire";
import { START, withPieces } from "./table";

/** One ship in the open, the Great Mountain in the middle, a port with a barrel; three knots. */
const SEA: ShipAhoy.View = {
  ...withPieces((piece) =>
    piece.piece === 0 ? { x: -0.25, y: 0, yaw: Math.PI / 2 } : piece.kind === "great_mountain" ? {} : null,
  ),
  phase: "sail",
  points: 3,
  sailors: [0],
  ports: START.ports.map((port, nth) =>
    nth === 0 ? { ...port, x: -0.25, y: 0.15, barrel: 2 } : { ...port, barrel: null },
  ),
};
const MOUNTAIN = SEA.pieces.find(({ kind }) => kind === "great_mountain")!.piece;

function voyageAt(view: ShipAhoy.View): Voyage {
  const voyage = new Voyage(() => view);
  voyage.choose(0);
  return voyage;
}

it("lays the rope straight to where the hand is, and counts its knots", () => {
  const voyage = voyageAt(SEA);
  voyage.lay([-0.25, -0.15]);
  expect(voyage.way).toEqual([
    [-0.25, 0],
    [-0.25, -0.15],
  ]);
  expect(voyage.knots).toBe(2);
  expect(voyage.rope!.knots.map(({ spent }) => spent)).toEqual([true]);
  expect(voyage.sailable).toBe(true);
});

it("bends the rope around the mountain, by a way that the referee allows", () => {
  const voyage = voyageAt({ ...SEA, points: 6 });
  voyage.lay([0.2, 0.05]);
  expect(voyage.way!.length).toBeGreaterThan(2);
  const sea = new Sea(SEA.pieces[0]!, SEA.pieces, SEA.table);
  expect(sea.check(voyage.way!, voyage.yaw, 6)).toBeNull();
});

it("ends where the rope ends, and says that it is too short", () => {
  const voyage = voyageAt(SEA);
  voyage.lay([-0.25, -0.6]);
  expect(ropeLength(voyage.way!)).toBeLessThanOrEqual(3 * PHYSICS.knot);
  expect(ropeLength(voyage.way!)).toBeCloseTo(3 * PHYSICS.knot, 3);
  expect(voyage.blocked!.reason).toBe("rope_too_short");
  expect(voyage.sailable).toBe(true);
  expect(voyage.knots).toBe(3);
});

it("stops before the mountain that the hand is on, and names it", () => {
  const voyage = voyageAt(SEA);
  voyage.lay([0, 0]);
  expect(voyage.blocked).toMatchObject({ reason: "way_blocked", by: MOUNTAIN });
  expect(voyage.rope!.blocked).not.toBeNull();
});

it("a ship that would stand in the mountain's way has no room", () => {
  const voyage = voyageAt(SEA);
  voyage.lay([-0.12, 0]);
  voyage.faceTo([-0.12, 1]);
  expect([voyage.sailable, voyage.blocked?.reason]).toEqual([true, undefined]);
  voyage.faceTo([1, 0]);
  expect([voyage.sailable, voyage.blocked?.reason]).toEqual([false, "no_room"]);
});

it("faces along its way until it is turned by hand", () => {
  const voyage = voyageAt(SEA);
  voyage.lay([-0.45, 0]);
  expect(Math.abs(Math.sin(voyage.yaw))).toBeCloseTo(1, 6);
  voyage.face(0.5);
  expect(Math.abs(Math.sin(voyage.yaw))).toBeCloseTo(Math.cos(0.5), 6);
});

it("goes by steps, bends where one says, and takes them back one by one", () => {
  const voyage = voyageAt(SEA);
  voyage.step(0, -0.05);
  voyage.bend();
  voyage.step(-0.05, 0);
  expect(voyage.move()).toMatchObject({
    move: "sail",
    piece: 0,
    way: [
      [-0.25, 0],
      [-0.25, -0.05],
      [-0.3, -0.05],
    ],
  });
  voyage.back();
  expect(voyage.end).toEqual([-0.25, -0.05]);
  voyage.back();
  expect(voyage.way).toBeNull();
});

it("only water within reach is shaded, and nearer water costs less", () => {
  const voyage = voyageAt(SEA);
  const far = voyage.reach.map(({ x, y }) => Math.hypot(x + 0.25, y));
  expect(Math.max(...far)).toBeLessThanOrEqual(3 * PHYSICS.knot + 1e-6);
  expect(voyage.reach.some(({ x, y }) => Math.hypot(x, y) < PHYSICS.great_mountain_radius)).toBe(false);
  expect(new Set(voyage.reach.map(({ knots }) => knots))).toEqual(new Set([1, 2, 3]));
});

it("takes the barrel of a port it passes through along, unless one does not want it", () => {
  const voyage = voyageAt(SEA);
  voyage.lay([-0.25, 0.29]);
  expect(voyage.port?.barrel).toBe(2);
  expect(voyage.move()!.load).toBe(true);
  voyage.load = false;
  expect(voyage.move()!.load).toBe(false);
  voyage.lay([-0.25, -0.1]);
  voyage.load = true;
  expect([voyage.port, voyage.move()!.load]).toEqual([null, false]);
});

it("is in a port when its edge is, and takes no barrel along where it only turns", () => {
  const tip = PHYSICS.port_radius + PHYSICS.hull_width / 2;
  const beside = (gap: number): Voyage =>
    voyageAt({
      ...SEA,
      ports: SEA.ports.map((port) => (port.port === 0 ? { ...port, x: -0.25, y: tip + gap } : port)),
      pieces: SEA.pieces.map((piece) => (piece.piece === 0 ? { ...piece, yaw: 0 } : piece)),
    });
  for (const [gap, barrel] of [
    [-1e-4, 2],
    [1e-4, undefined],
  ] as const) {
    const voyage = beside(gap);
    voyage.lay([-0.25, -0.1]);
    expect(voyage.port?.barrel).toBe(barrel);
  }
  const turning = beside(-1e-4);
  turning.face(0.5);
  expect([turning.port, turning.move()!.load]).toEqual([null, false]);
});
