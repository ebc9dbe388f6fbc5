import { expect, it } from "vitest";

import { scenes } from "../../src/games/ship_ahoy/scenes";
import { Act } from "../../src/games/ship_ahoy/stage";
import { poseOf } from "../../src/games/ship_ahoy/track";
import type * as ShipAhoy from "../../src/games/ship_ahoy/wire";
import { SHOT, START, withPieces } from "./table";

const actors = (view: ShipAhoy.View) => view.pieces.map((piece) => ({ ...piece, ...poseOf(piece) }));
/** Ship 0 where the recorded shot was fired at it, ship 1 lying behind. */
const BEFORE = withPieces(({ piece }) =>
  piece === 0
    ? { x: 0.4, y: 0, yaw: Math.PI }
    : piece === 1
      ? { x: 0.6, y: 0.05, yaw: 1, lying: true }
      : piece < 12
        ? {}
        : null,
);
const FIRED: ShipAhoy.ShotFired = {
  event: "shot_fired",
  seat: 1,
  piece: 3,
  x: 0,
  y: 0,
  heading: 0,
  speed: 2.6,
  shot: SHOT,
};
const TAKEN: ShipAhoy.TrophyTaken = { event: "trophy_taken", seat: 1, piece: 0 };
const AFTER = {
  ...withPieces(({ piece }) => (piece === 0 ? null : {}), BEFORE),
  scores: [0, 1, 0],
  trophies: [[], [0], []],
};

it("a shot that fells something is shown in real time, then once more, then what came of it", () => {
  const told = scenes(BEFORE, [FIRED, TAKEN], AFTER);
  expect(told.map(({ event, again }) => [event?.event, again ?? false])).toEqual([
    ["shot_fired", false],
    ["shot_fired", true],
    ["trophy_taken", false],
  ]);
  expect(told[0]!.ms).toBeGreaterThanOrEqual(1000 * SHOT.duration);
  expect(told.at(-1)!.view).toBe(AFTER);
});

it("a shot that has to hurry is played faster, not cut short", () => {
  const [shown, slowly] = scenes(BEFORE, [FIRED, TAKEN], AFTER);
  for (const scene of [shown!, slowly!]) {
    const hurried = new Act(actors(BEFORE), { ...scene, ms: scene.ms / 4 });
    const act = new Act(actors(BEFORE), scene);
    for (const part of [0.1, 0.5, 0.9])
      expect(hurried.at((part * scene.ms) / 4).ball).toEqual(act.at(part * scene.ms).ball);
  }
});

it("a miss is not repeated", () => {
  const missed = { ...FIRED, shot: { ...SHOT, toppled: [] } };
  expect(scenes(BEFORE, [missed], BEFORE).filter(({ again }) => again)).toEqual([]);
});

it("at the end of a shot everything lies where the referee says, and nothing that was not hit has moved", () => {
  const [shown] = scenes(BEFORE, [FIRED, TAKEN], AFTER);
  const act = new Act(actors(BEFORE), shown!);
  const last = act.at(shown!.ms - 1);
  const rest = SHOT.poses[0]!;
  const felled = last.actors.find(({ piece }) => piece === 0)!;
  expect(felled.lying).toBe(rest.lying);
  expect(Math.hypot(felled.x - rest.x, felled.y - rest.y)).toBeLessThan(3e-4);
  for (const still of last.actors.filter(({ piece }) => piece > 1)) {
    expect(still.at).toEqual(poseOf(BEFORE.pieces.find(({ piece }) => piece === still.piece)!).at);
  }
});

it("when the last scene is over, what is drawn is exactly the server's view", () => {
  const last = scenes(BEFORE, [FIRED, TAKEN], AFTER).at(-1)!;
  const drawn = new Act(actors(BEFORE), last).at(Infinity);
  expect(drawn.ball).toBeNull();
  expect(drawn.actors.map(({ piece, x, y, yaw, lying }) => ({ piece, x, y, yaw, lying }))).toEqual(
    AFTER.pieces.map(({ piece, x, y, yaw, lying }) => ({ piece, x, y, yaw, lying })),
  );
});

it("a repeat begins just before the ball strikes: what falls still stands", () => {
  const again = scenes(BEFORE, [FIRED], BEFORE)[1]!;
  const first = new Act([], again).at(0);
  expect(first.actors.find(({ piece }) => piece === 0)!.lying).toBe(false);
  expect(first.ball).not.toBeNull();
});

it("a ship sails along its rope, bends and all, and turns on the way", () => {
  const way = [
    [0.4, 0],
    [0.4, 0.1],
    [0.5, 0.1],
  ] as const;
  const sailed: ShipAhoy.Sailed = { event: "sailed", seat: 0, piece: 0, way, yaw: 0, knots: 2 };
  const [scene] = scenes(
    BEFORE,
    [sailed],
    withPieces(({ piece }) => (piece === 0 ? { x: 0.5, y: 0.1, yaw: 0 } : {}), BEFORE),
  );
  const act = new Act(actors(BEFORE), scene!);
  const half = act.at(scene!.ms / 2).actors.find(({ piece }) => piece === 0)!;
  expect([half.x, half.y]).toEqual([expect.closeTo(0.4, 6), expect.closeTo(0.1, 6)]);
  const end = act.at(Infinity).actors.find(({ piece }) => piece === 0)!;
  expect([end.x, end.y, end.yaw]).toEqual([0.5, 0.1, 0]);
});

it("a trophy flies to the winner's port, and is gone", () => {
  const last = scenes(BEFORE, [TAKEN], AFTER)[0]!;
  const act = new Act(actors(BEFORE), last);
  const flying = act.at(450).actors.find(({ piece }) => piece === 0)!;
  expect(flying.at[2]).toBeGreaterThan(0.1);
  expect(act.at(2000).actors.some(({ piece }) => piece === 0)).toBe(false);
});

it("what is put back, pushed or makes way is at once where the event says, also while more is to come", () => {
  const [tower, ship] = [
    START.pieces.find(({ kind }) => kind === "tower")!,
    START.pieces.find(({ kind }) => kind === "ship")!,
  ];
  const shaken = { ...SHOT, toppled: [], poses: { [tower.piece]: { x: 0.1, y: 0.1, yaw: 0.4, lying: false } } };
  const events: ShipAhoy.Event[] = [
    { ...FIRED, shot: shaken },
    { event: "made_way", piece: ship.piece, x: 0.2, y: -0.1, yaw: 1 },
    { event: "put_back", piece: tower.piece, x: tower.x, y: tower.y, yaw: tower.yaw },
    { event: "damaged", piece: ship.piece, x: 0.3, y: -0.1, yaw: 2 },
    { event: "repaired", seat: 0, piece: ship.piece, x: 0.4, y: -0.1, yaw: 3 },
    { event: "turn_began", seat: 1, turn: 2 },
  ];
  const told = scenes(START, events, START);
  const seen = (nth: number, number: number): readonly unknown[] => {
    const { x, y, yaw, lying } = told[nth]!.view.pieces.find(({ piece }) => piece === number)!;
    return [x, y, yaw, lying];
  };
  expect(seen(0, tower.piece)).toEqual([0.1, 0.1, 0.4, false]);
  expect(seen(1, ship.piece)).toEqual([0.2, -0.1, 1, false]);
  expect(seen(2, tower.piece)).toEqual([tower.x, tower.y, tower.yaw, false]);
  expect(seen(3, ship.piece)).toEqual([0.3, -0.1, 2, true]);
  expect(seen(4, ship.piece)).toEqual([0.4, -0.1, 3, false]);
});

it("every event of a turn is told in order", () => {
  const events: ShipAhoy.Event[] = [
    { event: "knots_rolled", seat: 0, knots: 3 },
    { event: "chest_taken", piece: 0 },
    { event: "kraken_holds", piece: 1 },
    { event: "turn_began", seat: 1, turn: 2 },
  ];
  const told = scenes(START, events, START);
  expect(told.map(({ event }) => event)).toEqual(events);
  expect(told[0]!.view.points).toBe(3);
  expect(told[2]!.view.pieces[0]!.chest).toBe(true);
});
