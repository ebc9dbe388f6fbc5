import { expect, it } from "vitest";

import { FrameGovernor, LEVELS, plainer, SLOW_FOR_MS, SLOW_FRAME_MS } from "../../src/games/ship_ahoy/graphics";

/** Frames of these lengths, as often as needed to draw for so long; what is said of them, without silence. */
function drawn(governor: FrameGovernor, lengths: readonly number[], forMs: number): number[] {
  const said: number[] = [];
  for (let [ms, nth] = [0, 0]; ms < forMs; nth++) {
    const length = lengths[nth % lengths.length]!;
    ms += length;
    const slow = governor.note(length);
    if (slow !== null) said.push(slow);
  }
  return said;
}

it("says so when frames stay slow for two seconds, and not before", () => {
  const governor = new FrameGovernor();
  expect(drawn(governor, [50], SLOW_FOR_MS)).toEqual([]); // the first of them wait for shaders
  expect(drawn(governor, [50], 4 * 50)).toEqual([50]);
});

it("never says so of frames that are quick enough, with a slow one now and then", () => {
  expect(drawn(new FrameGovernor(), [16, 17, 16, 250, 16], 60_000)).toEqual([]);
  expect(drawn(new FrameGovernor(), [SLOW_FRAME_MS], 60_000)).toEqual([]);
});

it("forgets the quick frames of long ago", () => {
  const governor = new FrameGovernor();
  expect(drawn(governor, [16], 60_000)).toEqual([]);
  expect(drawn(governor, [60], 1.2 * SLOW_FOR_MS)).toEqual([60]);
});

it("takes a page that was away for no frame at all", () => {
  expect(drawn(new FrameGovernor(), [16, 60_000], 3_000_000)).toEqual([]);
});

it("watches afresh after it has spoken", () => {
  const governor = new FrameGovernor();
  drawn(governor, [50], 1.2 * SLOW_FOR_MS);
  expect(drawn(governor, [50], 0.9 * SLOW_FOR_MS)).toEqual([]);
});

it("lets resolution fall first, then the shadows, then the water, then there is nothing plainer", () => {
  const steps = [0];
  for (let next = plainer(0, 50); next !== null; next = plainer(next, 50)) steps.push(next);
  const levels = steps.map((step) => LEVELS[step]!);
  const pixels = levels.map((level) => level.pixels);
  expect(pixels).toEqual(pixels.toSorted((a, b) => b - a));
  expect(levels.findIndex(({ shadows }) => !shadows)).toBeGreaterThan(pixels.indexOf(Math.min(...pixels)));
  expect(levels.findIndex(({ water }) => !water)).toBeGreaterThan(levels.findIndex(({ shadows }) => !shadows));
  expect(levels.at(-1)).toEqual(LEVELS.at(-1));
});

it("goes to the lowest resolution at once where frames are very slow", () => {
  const next = plainer(0, 400)!;
  expect(LEVELS[next]!.pixels).toBe(LEVELS.at(-1)!.pixels);
  expect(LEVELS[next]!.shadows).toBe(true);
});
