/** The browser measures as the referee does: the cases are the referee's own words, see referee_cases.py. */
import { describe, expect, it } from "vitest";

import { chanceToFall } from "../../src/games/ship_ahoy/felling";
import { leftOrPassed, type Passage } from "../../src/games/ship_ahoy/harbour";
import { sway } from "../../src/games/ship_ahoy/hand";
import { muzzleRefusal } from "../../src/games/ship_ahoy/muzzle";
import type { Point } from "../../src/games/ship_ahoy/picture";
import { PHYSICS } from "../../src/games/ship_ahoy/physics";
import { Reach, ropeLength, Sea } from "../../src/games/ship_ahoy/rope";
import type { Placed } from "../../src/games/ship_ahoy/shape";
import { fromAbove, poseOf, ShotPlayback } from "../../src/games/ship_ahoy/track";
import type * as ShipAhoy from "../../src/games/ship_ahoy/wire";
import told from "./referee.cases.json";

type Piece = Placed & { body: { at: number[]; turn: number[] | null } };
interface Table {
  table: number;
  pieces: Piece[];
  ways: {
    piece: number;
    way: Point[];
    yaw: number;
    points: number;
    blocked: { reason: string; by: number | null; at: Point } | null;
  }[];
  goals: { piece: number; goal: Point; points: number; length: number | null }[];
  muzzles: { piece: number; at: Point; reason: string | null }[];
}
const tables = told.tables as unknown as Table[];
const shots = told.shots as unknown as { pieces: Piece[]; shot: ShipAhoy.Shot }[];
const loads = told.loads as unknown as (Passage & { ports: ShipAhoy.PortView[]; port: number | null })[];
const named = (pieces: readonly Piece[], number: number): Piece => pieces.find(({ piece }) => piece === number)!;

describe.each(tables)("on a table", ({ table, pieces, ways, goals, muzzles }) => {
  it("a way is blocked where the referee says, and by what", () => {
    for (const { piece, way, yaw, points, blocked } of ways) {
      const said = new Sea(named(pieces, piece), pieces, table).check(way, yaw, points);
      expect(said && { reason: said.reason, by: said.by }).toEqual(
        blocked && { reason: blocked.reason, by: blocked.by },
      );
      if (said && blocked)
        expect(Math.hypot(said.at[0] - blocked.at[0], said.at[1] - blocked.at[1])).toBeLessThan(1e-5);
    }
  });

  it("places are within reach by ways as long as the referee's, and the referee lets one go them", () => {
    for (const { piece, goal, points, length } of goals) {
      const sea = new Sea(named(pieces, piece), pieces, table);
      const reach = new Reach(sea, points * PHYSICS.knot);
      const found = reach.lengthTo(goal);
      if (length === null) expect(found).toBeNull();
      else expect(found).toBeCloseTo(length, 4);
      const way = reach.wayTo(goal);
      if (way) {
        expect(ropeLength(way)).toBeCloseTo(found!, 9);
        expect(["no_room", "off_table", undefined]).toContain(sea.check(way, 0, points)?.reason);
      }
    }
  });

  it("the cannon may stand where the referee says", () => {
    for (const { piece, at, reason } of muzzles) {
      expect(muzzleRefusal(named(pieces, piece), at, pieces, table)).toBe(reason);
    }
  });

  it("bodies stand and lie in space as the referee puts them", () => {
    for (const piece of pieces.filter(({ body }) => body.turn)) {
      const pose = poseOf(piece);
      [...pose.at, ...pose.turn].forEach((number, nth) => {
        expect(number).toBeCloseTo([...piece.body.at, ...piece.body.turn!][nth]!, 5);
      });
    }
  });
});

it("a ship may take along the barrel of the port that the referee says", () => {
  for (const { port, ports, ...passage } of loads) expect(leftOrPassed(passage, ports)?.port ?? null).toBe(port);
  expect(new Set(loads.map(({ port }) => port === null))).toEqual(new Set([true, false]));
});

it("the barrel sways as the referee reckons", () => {
  for (const { seed, ms, pull, sway: said } of told.sways) expect(sway(seed, ms, pull)).toBeCloseTo(said, 8);
});

describe.each(shots)("a shot", ({ pieces, shot }) => {
  const playback = new ShotPlayback(shot);

  it("begins at the muzzle and ends where the referee says that everything came to rest", () => {
    const ball = playback.ball(0)!;
    expect([ball[0], ball[1]]).toEqual([...shot.muzzle]);
    expect(playback.ball(playback.ms)).toBeNull();
    for (const [number, rest] of Object.entries(shot.poses)) {
      const seen = fromAbove(named(pieces, Number(number)).kind, playback.pose(Number(number), playback.ms)!);
      expect(Math.hypot(seen.x - rest.x, seen.y - rest.y)).toBeLessThan(3e-4);
      expect(Math.abs(Math.sin((seen.yaw - rest.yaw) / 2))).toBeLessThan(2e-3);
      expect(seen.lying).toBe(rest.lying);
    }
  });

  it("is on time however seldom one looks: the moment decides, not the frames before it", () => {
    const half = playback.ball(playback.ms / 2);
    playback.ball(playback.ms / 4);
    expect(playback.ball(playback.ms / 2)).toEqual(half);
    expect(playback.trail(playback.ms).length).toBeGreaterThan(playback.trail(playback.ms / 3).length);
  });
});

it("a shot fells a piece as likely as the bots' gunners take it to", () => {
  const { pieces, shots: fired } = told.falls as unknown as {
    pieces: Piece[];
    shots: { muzzle: Point; heading: number; speed: number; spread: number; piece: number; chance: number }[];
  };
  for (const { muzzle, heading, speed, spread, piece, chance } of fired)
    expect(chanceToFall({ from: muzzle, heading, speed, spread }, named(pieces, piece), pieces)).toBeCloseTo(chance, 5);
});
