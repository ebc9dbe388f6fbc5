import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Gunner } from "../../src/games/ship_ahoy/gunner.svelte";
import { sway } from "../../src/games/ship_ahoy/hand";
import { apart, bearing, turned } from "../../src/games/ship_ahoy/shape";
import { targets } from "../../src/games/ship_ahoy/targets";
import type * as ShipAhoy from "../../src/games/ship_ahoy/wire";
import { START, withPieces } from "./table";

const begin = vi.fn();
const fire = vi.fn<(move: ShipAhoy.Shoot) => void>();
const gunnerAt = (view: ShipAhoy.View): Gunner =>
  new Gunner(
    () => view,
    () => 0,
    { begin, fire },
  );

beforeEach(() => {
  vi.useFakeTimers();
  begin.mockClear();
  fire.mockClear();
});
afterEach(() => vi.useRealTimers());

it("puts the cannon where it may stand, and turns it to a target on a free line", () => {
  const gunner = gunnerAt(START);
  gunner.chooseBest(START.guns);
  expect(gunner.refusal).toBeNull();
  const best = targets(START, 0, gunner.gun, gunner.muzzle!)[0]!;
  expect(best.hidden).toBeNull();
  expect(gunner.wedge!.meets!.piece).toBe(best.piece);
});

it("does not sway before the hand is on the plunger, then sways as the referee reckons", () => {
  const gunner = gunnerAt(START);
  gunner.choose(START.guns[0]!);
  expect(gunner.barrel).toBe(gunner.heading);
  gunner.draw(0.5);
  expect(begin).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(900);
  gunner.tick(performance.now());
  expect(gunner.barrel).toBeCloseTo(gunner.heading + sway(START.aim_seed, 900, 0.5), 9);
});

it("fires on release with the moment it was released, and says begin once", () => {
  const gunner = gunnerAt(START);
  gunner.choose(START.guns[0]!);
  gunner.draw(0.3);
  gunner.draw(0.7);
  vi.advanceTimersByTime(1234);
  gunner.release();
  expect(begin).toHaveBeenCalledOnce();
  expect(fire).toHaveBeenCalledWith(
    expect.objectContaining({ move: "shoot", piece: START.guns[0], pull: 0.7, t_ms: 1234 }),
  );
  expect(gunner.aiming).toBe(false);
});

it("a plunger that was only touched, or put back, fires nothing", () => {
  const gunner = gunnerAt(START);
  gunner.choose(START.guns[0]!);
  gunner.draw(0.01);
  gunner.release();
  gunner.draw(0.8);
  gunner.letGo();
  gunner.release();
  expect(fire).not.toHaveBeenCalled();
});

it("held, the plunger is drawn by and by, and no further than it goes", () => {
  const gunner = gunnerAt(START);
  gunner.choose(START.guns[0]!);
  gunner.hold();
  vi.advanceTimersByTime(900);
  gunner.tick(performance.now());
  expect(gunner.pull).toBeCloseTo(0.5, 1);
  vi.advanceTimersByTime(5000);
  gunner.tick(performance.now());
  expect(gunner.pull).toBe(1);
});

it("an arm that aims for a minute rests", () => {
  const gunner = gunnerAt(START);
  gunner.choose(START.guns[0]!);
  gunner.draw(0.5);
  vi.advanceTimersByTime(56_000);
  gunner.tick(performance.now());
  expect(gunner.aiming).toBe(false);
  expect(fire).not.toHaveBeenCalled();
});

it("slides around its piece, and says where it may not stand", () => {
  const gunner = gunnerAt(START);
  gunner.choose(START.guns[0]!);
  const piece = gunner.piece!;
  const other = START.pieces.find(({ piece: number, kind }) => kind === "tower" && number !== piece.piece)!;
  gunner.slideTo([other.x, other.y]);
  expect(bearing([piece.x, piece.y], gunner.muzzle!)).toBeCloseTo(bearing([piece.x, piece.y], [other.x, other.y]), 6);
  expect(gunner.berths.some(({ free }) => !free)).toBe(true);
  const barred = gunner.berths.find(({ free }) => !free)!;
  gunner.slideTo(barred.at);
  expect(gunner.refusal).toBe("muzzle_blocked");
});

it("goes from target to target by keys, to the left and back", () => {
  const gunner = gunnerAt(START);
  gunner.chooseBest(START.guns);
  const first = gunner.heading;
  const left = gunner.aimBeside(1);
  expect(left).not.toBeNull();
  expect(turned(gunner.heading - first)).not.toBe(0);
  gunner.aimBeside(-1);
  expect(turned(gunner.heading - first)).toBeCloseTo(0, 6);
});

it("a target behind a mountain is told to be hidden, one that shows its end to be hard to hit", () => {
  const view = withPieces((piece) => {
    if (piece.piece === 0) return { x: -0.3, y: 0, yaw: 0 };
    if (piece.piece === 3) return { x: 0.3, y: 0, yaw: 0 };
    if (piece.piece === 4) return { x: -0.3, y: 0.4, yaw: 0 };
    return piece.kind === "great_mountain" ? {} : null;
  });
  const seen = targets(view, 0, 0, [-0.25, 0]);
  const mountain = view.pieces.find(({ kind }) => kind === "great_mountain")!.piece;
  expect(seen.find(({ piece }) => piece === 3)!.hidden).toBe(mountain);
  expect(seen.find(({ piece }) => piece === 4)!.stands).toBe("end_on");
  expect(seen[0]!.piece).toBe(4);
  expect(apart([0, 0], [0.03, 0.04])).toBeCloseTo(0.05, 9);
});

it("with a weak pull the wedge is as long as the ball rolls, and nothing beyond it is marked", () => {
  const gunner = gunnerAt(
    withPieces(({ piece }) => (piece === 0 ? { x: -0.6, y: 0 } : piece === 3 ? { x: 0.5, y: 0 } : null)),
  );
  gunner.choose(0);
  expect(gunner.wedge!.meets!.piece).toBe(3);
  expect(gunner.wedge!.falls).toEqual([]);
  gunner.draw(0.12);
  expect(gunner.wedge!.far).toBeLessThan(0.8);
  expect(gunner.wedge!.meets).toBeNull();
  expect(gunner.wedge!.falls).toEqual([]);
  expect(gunner.short).toBe(true);
  gunner.draw(0.9);
  expect(gunner.wedge!.meets!.piece).toBe(3);
  expect(gunner.wedge!.falls.map(({ piece }) => piece)).toEqual([3]);
  expect(gunner.short).toBe(false);
});

it("sets up a proposed shot, marks what it may fell, and leaves the moment to the hand", () => {
  const gunner = gunnerAt(START);
  gunner.chooseBest(START.guns);
  const [gun, muzzle, heading] = [gunner.gun!, gunner.muzzle!, gunner.heading];
  gunner.choose(START.guns.find((each) => each !== gun)!);
  gunner.adopt({ move: "shoot", piece: gun, x: muzzle[0], y: muzzle[1], heading, pull: 0.7, t_ms: 900 });
  expect(apart(gunner.muzzle!, muzzle)).toBeLessThan(1e-4);
  expect([gunner.gun, gunner.heading, gunner.planned, gunner.aiming]).toEqual([gun, heading, 0.7, false]);
  expect(gunner.wedge!.falls.length).toBeGreaterThan(0);
  gunner.hold();
  vi.advanceTimersByTime(5000);
  gunner.tick(performance.now());
  expect(gunner.pull).toBeCloseTo(0.7, 9);
  gunner.release();
  expect(fire).toHaveBeenCalledWith(expect.objectContaining({ piece: gun, heading, t_ms: 5000 }));
  expect(gunner.planned).toBeNull();
});
