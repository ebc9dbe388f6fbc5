// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { recordingOf } from "../laws/recorded";
import EndOfGame from "../../src/lib/frame/EndOfGame.svelte";
import type { GameTable } from "../../src/lib/game";
import { Sentences } from "../../src/lib/sentences";
import { settings } from "../../src/lib/settings.svelte";
import type { TableClient } from "../../src/lib/table.svelte";
import BestShot from "../../src/games/ship_ahoy/ending/BestShot.svelte";
import { LEVELS } from "../../src/games/ship_ahoy/graphics";
import { preferences } from "../../src/games/ship_ahoy/preferences.svelte";
import type * as ShipAhoy from "../../src/games/ship_ahoy/wire";

const { slow } = vi.hoisted(() => ({ slow: { heard: 0 } }));
/** The diorama on a device where no level is plain enough. */
vi.mock("../../src/games/ship_ahoy/Diorama.svelte", () => ({
  default: (_: Node, { onslow }: { onslow: (frameMs: number) => void }) => {
    for (let level = 0; level <= LEVELS.length; level += 1) onslow(200);
    slow.heard += 1;
  },
}));

const steps = recordingOf("ship_ahoy").games.flatMap(({ steps }) =>
  steps.slice(1).map((step, place) => [steps[place]!, step].map(({ sights }) => sights[0]!)),
);
/** The steps of a replay around a shot that felled something. */
const HIT = steps.find(([, step]) =>
  (step!.events as ShipAhoy.Event[]).some((event) => event.event === "shot_fired" && event.shot.toppled.length > 0),
)!;
const STORY = { facts: { best_shot: { step: 3, seat: 0, fell: [4], how: "straight", cm: 40 } }, candidates: [] };
const BEATS = [1000, 1000, 1000].map((ms) => ({ ms, says: "counted", count: [{ ships: 1 }] }));
const CARD = {
  id: "T",
  game: "ship_ahoy",
  state: "over",
  seats: [{ person: { id: "ola", name: "Ola" } }],
  standings: [{ seat: 0, place: 1, score: 1, parts: { ships: 1 }, tie_break: null }],
};
let replays: number;

function shown(): void {
  const client = { id: "T", card: CARD, eye: 0, mine: [], sights: new Map([[0, { view: HIT[1]!.view }]]) };
  const game = { ending: () => Promise.resolve({ beats: () => BEATS, Stage: BestShot }) };
  render(EndOfGame<ShipAhoy.Types>, {
    client: client as unknown as TableClient<ShipAhoy.Types>,
    game: game as unknown as GameTable<ShipAhoy.Types>,
    sentences: new Sentences("en", { parts: { ships: "ships" } }, ["Ola"]),
    look: () => {},
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.language = "en";
  settings.motion = "full";
  replays = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.includes("/replay")) replays += 1;
    return Response.json(path.includes("/replay") ? { steps: 9, shown: HIT } : STORY);
  });
});
afterEach(() => {
  settings.motion = "system";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("is fetched once, however many beats of the end go by", async () => {
  preferences.drawing = "chart";
  shown();
  await vi.advanceTimersByTimeAsync(10);
  expect(replays).toBe(1);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(screen.getByText("Replay")).toBeTruthy();
  expect(replays).toBe(1);
});

it("says nothing of the device, however slow it is under the confetti", async () => {
  preferences.drawing = "diorama";
  shown();
  await vi.waitFor(() => expect(slow.heard).toBeGreaterThan(0));
  await tick();
  expect([preferences.level, preferences.offering]).toEqual([0, false]);
  expect(localStorage.getItem("laguna.ship_ahoy") ?? "").not.toContain('"offered":true');
});
