// @vitest-environment jsdom

import { expect, it } from "vitest";

import { proposable, proposalOf, proposalTold } from "../../src/games/ship_ahoy/proposal";
import { edgeCm, targets } from "../../src/games/ship_ahoy/targets";
import { Voyage } from "../../src/games/ship_ahoy/voyage.svelte";
import type * as ShipAhoy from "../../src/games/ship_ahoy/wire";
import type { Sentences } from "../../src/lib/sentences";
import { settings } from "../../src/lib/settings.svelte";
import { START, withPieces } from "./table";

settings.language = "en";
const sentences = { name: (_: string, piece: number) => `piece ${piece}` } as unknown as Sentences;
/** Two ships on open water, the second broadside on. */
const OPEN = withPieces(({ piece }) =>
  piece === 0 ? { x: -0.4, y: 0, yaw: 0 } : piece === 3 ? { x: 0.2, y: 0, yaw: 0 } : null,
);
const SHOT: ShipAhoy.Shoot = { move: "shoot", piece: 0, x: -0.3, y: 0, heading: 0, pull: 0.6, t_ms: 800 };

it("shows the cannon where the shot is fired from, with its pull, and its line to what it meets", () => {
  const { cannon, line } = proposalOf(SHOT, OPEN);
  expect(cannon).toMatchObject({ at: [-0.3, 0], heading: 0, pull: 0.6 });
  expect(line[0]).toEqual([-0.3, 0]);
  expect(line[1]![0]).toBeGreaterThan(0.15);
  expect(line[1]![0]).toBeLessThan(0.2);
});

it("tells the distance that the dock and the list of targets tell", () => {
  const target = OPEN.pieces.find(({ piece }) => piece === 3)!;
  const cm = edgeCm(target, [SHOT.x, SHOT.y]);
  expect(targets(OPEN, 0, 0, [SHOT.x, SHOT.y])[0]!.cm).toBe(cm);
  expect(proposalTold(SHOT, OPEN, sentences)).toBe(`piece 0: bearing 90°, pull 60%. In line: piece 3, ${cm} cm.`);
});

it("a shot too weak to get there meets nothing", () => {
  expect(
    proposalTold(
      { ...SHOT, pull: 0.11 },
      withPieces(({ piece }) => (piece === 3 ? { x: 0.9, y: 0 } : piece === 0 ? {} : null)),
      sentences,
    ),
  ).not.toContain("In line");
});

it("shows a voyage with its knots and the ship at its end, and lays the rope just so", () => {
  const sail: ShipAhoy.Sail = {
    move: "sail",
    piece: 0,
    way: [
      [-0.4, 0],
      [-0.4, 0.1],
      [-0.3, 0.15],
    ],
    yaw: 1,
    load: false,
  };
  const { ship, knots } = proposalOf(sail, OPEN);
  expect(ship).toEqual({ piece: 0, x: -0.3, y: 0.15, yaw: 1 });
  expect(knots.length).toBe(2);
  const view = { ...OPEN, points: 3, sailors: [0] };
  const voyage = new Voyage(() => view);
  voyage.adopt(sail);
  expect(voyage.move()).toEqual(sail);
  expect(voyage.sailable).toBe(true);
});

it("proposes nothing that is not set up on the table, nor a piece that is gone", () => {
  expect(proposable({ move: "hold_fire" }, START)).toBeNull();
  expect(proposable({ ...SHOT, piece: 99 }, START)).toBeNull();
  expect(proposable(SHOT, START)).toBe(SHOT);
});
