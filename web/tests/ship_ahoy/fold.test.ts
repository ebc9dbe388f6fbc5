import { expect, it } from "vitest";

import { fold } from "../../src/games/ship_ahoy/fold";
import type * as ShipAhoy from "../../src/games/ship_ahoy/wire";
import { START } from "./table";

const folded = (view: ShipAhoy.View, ...events: ShipAhoy.Event[]): ShipAhoy.View =>
  events.reduce((table, event) => fold(table, event, view), view);
const pieceOf = (view: ShipAhoy.View, number: number): ShipAhoy.PieceView | undefined =>
  view.pieces.find(({ piece }) => piece === number);
const sailed = (knots: number): ShipAhoy.Sailed => ({
  event: "sailed",
  seat: 0,
  piece: 0,
  way: [
    [0, 0],
    [0.1, 0],
  ],
  yaw: 0,
  knots,
});

it("spends a ship's own point, which the wind gives it, before those of all", () => {
  const windy = folded(
    START,
    { event: "knots_rolled", seat: 0, knots: 2 },
    { event: "wind_blows", seat: 0, piece: [0, 1] },
  );
  expect([0, 1, 2].map((piece) => pieceOf(windy, piece)?.own_points)).toEqual([1, 1, 0]);
  const near = folded(windy, sailed(1));
  expect([near.points, pieceOf(near, 0)?.own_points]).toEqual([2, 0]);
  const far = folded(windy, sailed(3));
  expect([far.points, pieceOf(far, 0)?.own_points, pieceOf(far, 1)?.own_points]).toEqual([0, 0, 1]);
});

it("moves the wind for a ship's own point, once a turn", () => {
  const moved = folded(
    START,
    { event: "wind_blows", seat: 0, piece: [0, 1] },
    { event: "wind_moved", seat: 0, piece: 1, x: 0.1, y: 0.2 },
  );
  expect(moved.wind_moved).toBe(true);
  expect([0, 1].map((piece) => pieceOf(moved, piece)?.own_points)).toEqual([1, 0]);
  const next = folded(moved, { event: "turn_began", seat: 1, turn: 2 });
  expect(next).toMatchObject({ wind_moved: false, phase: "shoot", points: 0 });
  expect(pieceOf(next, 0)?.own_points).toBe(0);
});

it("has a barrel in a port, on a ship or delivered, and in its list where it is drawn", () => {
  const barrels = [{ colour: 1, origin: 0, port: 0, ship: null, seat: null }];
  const ports = START.ports.map((port) => ({ ...port, barrel: port.port === 0 ? 1 : null }));
  const before = { ...START, barrels, ports };
  const loaded = folded(before, { event: "barrel_loaded", piece: 0, barrel: 1 });
  expect(loaded.barrels[0]).toMatchObject({ port: null, ship: 0, seat: null });
  expect(loaded.ports[0]?.barrel).toBeNull();
  expect(pieceOf(loaded, 0)?.barrel).toBe(1);
  const returned = folded(loaded, { event: "lost", piece: 0 }, { event: "barrel_returned", barrel: 1, port: 0 });
  expect(returned.barrels).toEqual(barrels);
  expect(returned.ports).toEqual(ports);
  const delivered = folded(loaded, { event: "barrel_delivered", seat: 2, piece: 0, barrel: 1 });
  expect(delivered.barrels[0]).toMatchObject({ port: null, ship: null, seat: 2 });
  expect(pieceOf(delivered, 0)?.barrel).toBeNull();
});

it("counts the chest and a delivered barrel at once", () => {
  const after = { ...START, scores: [3, 0, 0] };
  expect(fold(START, { event: "chest_taken", piece: 0 }, after).scores).toEqual([3, 0, 0]);
  const delivered = { event: "barrel_delivered", seat: 0, piece: 0, barrel: 1 } as const;
  expect(fold(START, delivered, after).scores).toEqual([3, 0, 0]);
});

it("lets a ship that fought itself free sail at once, and whoever has nothing left is out", () => {
  const freed = { ...START, phase: "freed", points: 3 } as const;
  expect(fold(START, { event: "kraken_let_go", piece: 0 }, freed)).toMatchObject({ phase: "freed", points: 3 });
  const out = folded(START, { event: "player_out", seat: 1 }, { event: "player_out", seat: 2 });
  expect(out).toMatchObject({ out: [1, 2], phase: "over" });
});
