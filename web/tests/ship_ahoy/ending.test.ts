// @vitest-environment jsdom

import { expect, it } from "vitest";

import { recordingOf } from "../laws/recorded";
import { reelOf, seenBestBy } from "../../src/games/ship_ahoy/ending/best_shot";
import { trophiesAt } from "../../src/games/ship_ahoy/ending/moments";
import { trophyOf } from "../../src/games/ship_ahoy/ending/trophies";
import { COLOURS } from "../../src/games/ship_ahoy/sides";
import type * as ShipAhoy from "../../src/games/ship_ahoy/wire";
import type { ReplayStep, TableCard } from "../../src/lib/wire";

const { games } = recordingOf("ship_ahoy");

it("knows every trophy by its number as the table knew the piece", () => {
  for (const { steps } of games) {
    const { pieces } = steps[0]!.sights[0]!.view as ShipAhoy.View;
    for (const { piece, kind, colour } of pieces.filter((each) => ["ship", "tower", "pirate"].includes(each.kind))) {
      const port = colour === null ? null : COLOURS.indexOf(colour as (typeof COLOURS)[number]);
      expect(trophyOf(piece)).toEqual({ piece, kind, port });
    }
  }
});

it("puts trophies into their rows with the part of the score that they count in", () => {
  const view = { trophies: [[13, 4], [16]] } as unknown as ShipAhoy.View;
  const standings = [
    { seat: 0, place: 1, score: 3, parts: { ships: 1, towers: 2 } },
    { seat: 1, place: 2, score: 2, parts: { ships: 0, towers: 0, pirate: 2 } },
  ];
  const card = { standings } as unknown as TableCard<ShipAhoy.Types>;
  const rows = (at: number) => [0, 1].map((seat) => trophiesAt({ view, card }, seat, at).map(({ piece }) => piece));
  expect(rows(0)).toEqual([[4], []]);
  expect(rows(1)).toEqual([[4, 13], []]);
  expect(rows(2)).toEqual([[4, 13], [16]]);
});

it("shows a shot of a replay as it was fired, then slowly where it struck; and nothing else as a shot", () => {
  const replays = games.flatMap(({ steps }) =>
    steps
      .slice(1)
      .map((step, place) =>
        [steps[place]!, step].map(({ sights }) => sights[0] as unknown as ReplayStep<ShipAhoy.Types>),
      ),
  );
  const isHit = (step: ReplayStep<ShipAhoy.Types>): boolean =>
    step.events.some((event) => event.event === "shot_fired" && event.shot.toppled.length > 0);
  const hit = replays.find(([, step]) => isHit(step!))!;
  const reel = reelOf(hit)!;
  expect(reel.fired.event).toBe(reel.slowly.event);
  expect(reel.slowly).toMatchObject({ again: true });
  expect(reel.fell.length).toBeGreaterThan(0);
  const { table } = hit[1]!.view;
  expect(Math.max(...reel.focus.at.map(Math.abs))).toBeLessThanOrEqual(table);
  expect(reelOf(replays.find(([, step]) => step!.events.every(({ event }) => event !== "shot_fired"))!)).toBeNull();
});

it("looks along the barrel at a straight shot, and from above at what falls in turn", () => {
  const shot = { step: 3, seat: 0, fell: [4], cm: 40 };
  expect((["straight", "ricochet", "domino"] as const).map((how) => seenBestBy({ ...shot, how }))).toEqual([
    "gunner",
    "overview",
    "overview",
  ]);
});
