// @vitest-environment jsdom

import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as Duck from "../../src/games/duck/wire";

import type { GameTable, Scene } from "$lib/game";
import { Director, type Step } from "$lib/director.svelte";
import { pace } from "$lib/pace.svelte";
import { settings } from "$lib/settings.svelte";

type G = Duck.Types;
const view = (name: string): G["View"] => ({ name }) as unknown as G["View"];
const event = (name: string): G["Event"] => ({ event: name }) as unknown as G["Event"];
const nameOf = (each: G["Event"]): string => (each as { event: string }).event;

const WHOLE = ["shot", "hit"];
/**
 * A game whose every event is two scenes of a second each. A prize must be seen, a shot is played by the clock; so is a
 * hit, whose second scene repeats it.
 */
const game = {
  scenes: (_: unknown, events: readonly G["Event"][], after: G["View"]): Scene<G>[] =>
    events.flatMap((each) => [
      { view: view("between"), event: each, ms: 1000, whole: WHOLE.includes(nameOf(each)) },
      { view: after, event: each, ms: 1000, whole: WHOLE.includes(nameOf(each)), again: nameOf(each) === "hit" },
    ]),
  essential: (each: G["Event"]) => nameOf(each) === "prize",
  begunBy: (each: G["Event"], _: unknown, seat: number) => nameOf(each) === `die of ${seat}`,
  sound: () => null,
} as unknown as GameTable<G>;

const ME = 0;
function step(version: number, ...events: G["Event"][]): Step<G> {
  return { version, seat: ME, eye: ME, events, view: view(`v${version}`), moreComes: true };
}
const bots = (version: number, ...events: G["Event"][]): Step<G> => ({
  ...step(version, ...events),
  seat: 1,
  inRow: true,
});
const shown = (director: Director<G>): unknown =>
  (director.scene?.view as unknown as { name: string } | undefined)?.name;

/** Milliseconds until all is played; `seen` is told every ten. */
async function played(director: Director<G>, seen: () => void = () => {}): Promise<number> {
  const began = performance.now();
  while (director.playing) {
    seen();
    await vi.advanceTimersByTimeAsync(10);
  }
  return performance.now() - began;
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.motion = "full";
  settings.tempo = "calm";
});

describe("a director", () => {
  it("plays a step scene by scene and settles on its view", async () => {
    const told: string[] = [];
    const director = new Director<G>(game, (each) => told.push(nameOf(each)));
    director.push(step(2, event("a"), event("b")));
    expect([shown(director), director.playing]).toEqual(["between", true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown(director)).toBe("v2");
    await vi.advanceTimersByTimeAsync(3000);
    expect([shown(director), director.playing, director.scene?.event]).toEqual(["v2", false, null]);
    expect(told).toEqual(["a", "b"]);
  });

  it("plays steps one after another, faster when it is far behind", async () => {
    const director = new Director<G>(game);
    for (let version = 2; version < 20; version++) director.push(step(version, event("a")));
    const seen = new Set<unknown>();
    const ms = await played(director, () => seen.add(shown(director)));
    expect(ms).toBeLessThan(32_000); // in their own time eighteen steps take 36 seconds
    expect(seen.size).toBe(19);
    expect(shown(director)).toBe("v19");
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

describe("the tempo of a director", () => {
  /** One's own move, then three bots' moves, which take 16 seconds in their own time. */
  function row(director: Director<G>, ...last: G["Event"][]): void {
    director.push(step(2, event("a")));
    for (const version of [3, 4, 5]) director.push(bots(version, event("a"), event("b")));
    director.push({ ...bots(6, event("a"), ...last), moreComes: false });
  }

  it.each([
    ["calm", 16_000, 16_200],
    ["lively", 3500, 4300],
    ["lightning", 700, 1300],
  ] as const)("lets a %s row of bots' moves take between %i and %i ms", async (tempo, least, most) => {
    settings.tempo = tempo;
    const told: string[] = [];
    const director = new Director<G>(game, (each) => told.push(nameOf(each)));
    row(director);
    const ms = await played(director);
    expect(ms).toBeGreaterThanOrEqual(least);
    expect(ms).toBeLessThanOrEqual(most);
    expect(told).toEqual(["a", "a", "b", "a", "b", "a", "b", "a"]);
  });

  it.each([
    ["lively", 700, 5000],
    ["lightning", 300, 1500],
  ] as const)("shows what must be seen at %s for %i ms, and still ends in time", async (tempo, least, most) => {
    settings.tempo = tempo;
    const director = new Director<G>(game);
    row(director, event("prize"), event("prize"));
    let prizes = 0;
    const ms = await played(director, () => {
      if (director.scene?.event && nameOf(director.scene.event) === "prize") prizes += 10;
    });
    expect(prizes).toBeGreaterThanOrEqual(2 * least - 40);
    expect(ms).toBeLessThanOrEqual(most);
  });

  it("counts what was waited for slow bots, so that scenes become shorter where they are late", async () => {
    settings.tempo = "lively";
    const director = new Director<G>(game);
    director.push(step(2, event("a")));
    await played(director);
    await vi.advanceTimersByTimeAsync(3500);
    director.push({ ...bots(3, event("a")), moreComes: false });
    expect(await played(director)).toBeLessThan(400);
  });

  it("begins a new wait with every person's move", async () => {
    settings.tempo = "lively";
    const director = new Director<G>(game);
    director.push(step(2, event("a")));
    await played(director);
    await vi.advanceTimersByTimeAsync(60_000);
    director.push({ ...step(3, event("a")), seat: 1, moreComes: false });
    expect(await played(director)).toBeGreaterThan(1000);
  });

  it("plays a shot in its own time, which is no part of the wait", async () => {
    settings.tempo = "lively";
    const director = new Director<G>(game);
    director.push(step(2, event("shot"), event("shot"), event("shot")));
    expect(await played(director)).toBeGreaterThanOrEqual(6000);
    director.push({ ...bots(3, event("a")), moreComes: false });
    expect(await played(director)).toBeGreaterThan(1000);
  });

  it.each([
    ["nothing presses", "lively", null, 0, 2000],
    ["a clock leaves minutes", "lively", 120_000, 0, 2000],
    ["a clock is running out", "lively", 60_000, 0, 250],
    ["a clock is running out", "calm", 20_000, 0, 250],
    ["some steps wait", "lively", null, 11, 2000],
    ["many steps wait", "lively", null, 12, 250],
    ["some steps wait", "calm", null, 11, 2000],
    ["many steps wait", "calm", null, 12, 250],
  ] as const)(
    "shows a hit where %s at %s tempo (%s ms left, %i waiting) for %i ms",
    async (_, tempo, left, more, ms) => {
      settings.tempo = tempo;
      const director = new Director<G>(game);
      director.settle(view("before"));
      director.push({ ...step(2, event("a")), leftMs: null });
      director.push({ ...step(3, event("hit")), leftMs: left });
      for (let each = 0; each < more; each += 1) director.push(step(4 + each, event("a")));
      if (left !== null) director.push({ ...step(4, event("b")), leftMs: left });
      let hit = 0;
      await played(director, () => {
        if (director.scene?.event && nameOf(director.scene.event) === "hit") hit += 10;
      });
      expect(Math.abs(hit - ms)).toBeLessThanOrEqual(20);
    },
  );

  it("says how fast a scene is, and 1 when nothing is shown", async () => {
    settings.tempo = "lively";
    const director = new Director<G>(game);
    row(director);
    expect(pace.factor).toBeLessThan(1);
    expect(director.scene?.ms).toBeCloseTo(1000 * pace.factor);
    await played(director);
    expect(pace.factor).toBe(1);
  });
});

describe("skipping", () => {
  it("ends what is shown, tells every event, and leaves the table as it is then", async () => {
    const told: string[] = [];
    const director = new Director<G>(game, (each) => told.push(nameOf(each)));
    director.push(step(2, event("a"), event("b")));
    director.push(bots(3, event("c")));
    director.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect([shown(director), director.playing]).toEqual(["v3", false]);
    expect(told).toEqual(["a", "b", "c"]);
    director.push(bots(4, event("d")));
    expect(director.playing).toBe(true); // what comes later is shown again
  });
});

describe("a scene that the person begins", () => {
  const held = (): Director<G> => {
    const director = new Director<G>(game);
    director.settle(view("before"));
    director.push({ ...bots(2, event("die of 0"), event("a")), moreComes: false });
    return director;
  };

  it("waits on the table before it, and is played when they do", async () => {
    const told: string[] = [];
    const director = new Director<G>(game, (each) => told.push(nameOf(each)));
    director.push({ ...bots(2, event("a"), event("die of 0")), moreComes: false });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([director.held, director.playing, director.scene?.event, told]).toEqual([true, true, null, ["a"]]);
    director.release();
    await vi.advanceTimersByTimeAsync(0);
    expect([director.held, told]).toEqual([false, ["a", "die of 0"]]);
    await played(director);
    expect(shown(director)).toBe("v2");
  });

  it("is where skipping ends", async () => {
    const director = new Director<G>(game);
    director.push({ ...bots(2, event("a"), event("die of 0")), moreComes: false });
    director.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(director.held).toBe(true);
    director.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect(director.held).toBe(true);
  });

  it("waits no longer when a bot has moved for them, or the table is shown as it is", async () => {
    const late = held();
    late.push({ ...bots(3, event("a")), seat: ME });
    await vi.advanceTimersByTimeAsync(0);
    expect(late.held).toBe(false);
    const settled = held();
    settled.settle(view("now"));
    await vi.advanceTimersByTimeAsync(0);
    expect([settled.held, settled.playing, shown(settled)]).toEqual([false, false, "now"]);
  });

  it("waits for nobody else, at lightning tempo for nobody at all", async () => {
    const other = new Director<G>(game);
    other.push(bots(2, event("die of 1")));
    settings.tempo = "lightning";
    const swift = held();
    await vi.advanceTimersByTimeAsync(0);
    expect([other.held, swift.held]).toEqual([false, false]);
  });
});
