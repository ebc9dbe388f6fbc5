// @vitest-environment jsdom

import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as Duck from "../../src/games/duck/wire";

import type { GameTable, Scene } from "$lib/game";
import { Director } from "$lib/director.svelte";
import { settings } from "$lib/settings.svelte";

type G = Duck.Types;
const view = (name: string): G["View"] => ({ name }) as unknown as G["View"];
const event = (name: string): G["Event"] => ({ event: name }) as unknown as G["Event"];

/** A game whose every event is two scenes of a second each. */
const game = {
  scenes: (_: unknown, events: readonly G["Event"][], after: G["View"]): Scene<G>[] =>
    events.flatMap((each) => [
      { view: view("between"), event: each, ms: 1000 },
      { view: after, event: each, ms: 1000 },
    ]),
  sound: () => null,
} as unknown as GameTable<G>;

const step = (version: number, ...events: G["Event"][]) => ({ version, seat: 0, events, view: view(`v${version}`) });
const shown = (director: Director<G>): unknown =>
  (director.scene?.view as unknown as { name: string } | undefined)?.name;

describe("a director", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    settings.motion = "full";
  });

  it("plays a step scene by scene and settles on its view", async () => {
    const told: string[] = [];
    const director = new Director<G>(game, (each) => told.push((each as { event: string }).event));
    director.push(step(2, event("a"), event("b")));
    expect([shown(director), director.playing]).toEqual(["between", true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown(director)).toBe("v2");
    await vi.advanceTimersByTimeAsync(3000);
    expect([shown(director), director.playing, director.scene?.event]).toEqual(["v2", false, null]);
    expect(told).toEqual(["a", "b"]);
  });

  it("plays steps one after another, faster when it is behind", async () => {
    const director = new Director<G>(game);
    for (let version = 2; version < 8; version++) director.push(step(version, event("a")));
    const seen = new Set<unknown>();
    for (let tenths = 0; director.playing; tenths++) {
      seen.add(shown(director));
      await vi.advanceTimersByTimeAsync(100);
      expect(tenths).toBeLessThan(90); // in their own time six steps take 120
    }
    expect([...seen]).toEqual(["between", "v2", "v3", "v4", "v5", "v6", "v7"]);
    expect(shown(director)).toBe("v7");
  });

  it("shows a view at once when told so, and plays nothing of what came before", async () => {
    const director = new Director<G>(game);
    director.push(step(2, event("a")));
    director.push(step(3, event("a")));
    director.settle(view("now"));
    await vi.advanceTimersByTimeAsync(5000);
    expect([shown(director), director.playing]).toEqual(["now", false]);
  });

  it("hardly waits for those who want no motion", async () => {
    settings.motion = "reduced";
    const director = new Director<G>(game);
    director.push(step(2, event("a")));
    await vi.advanceTimersByTimeAsync(301);
    expect(director.playing).toBe(false);
  });
});
