// @vitest-environment jsdom

import { expect, it } from "vitest";

import { standing, waters } from "../../src/games/ship_ahoy/intro/waters";
import { type Asked, tagsOf } from "../../src/games/ship_ahoy/tags";
import { settings } from "../../src/lib/settings.svelte";

settings.language = "en";
const PICTURE = waters({
  bodies: [
    standing(0, 0, [0, 0], 0, { mark: "chosen", label: "red ship 1" }),
    standing(3, 1, [0.3, 0], 0, { mark: "falls", label: "blue ship 1" }),
    standing(4, 1, [0.6, 0], 0, { label: "blue ship 2" }),
    standing(20, null, [0.6, 0.6], 0, { kind: "mountain", label: "mountain" }),
  ],
  wedge: { from: [0.05, 0], heading: 0, wide: 0.1, far: 0.4, meets: null, falls: [{ piece: 3, chance: 0.63 }] },
});
const ASKED: Asked = { eye: "overview", names: false, pointed: [null, null] };
const told = (asked: Partial<Asked>): string[] =>
  tagsOf(PICTURE, { ...ASKED, ...asked }, () => [1, 2]).map(({ label, chance }) => `${label} ${chance ?? ""}`.trim());

it("only what is chosen or shot at says its name", () => {
  expect(told({})).toEqual(["red ship 1", "blue ship 1 65"]);
});

it("behind the cannon one's own piece does not", () => {
  expect(told({ eye: "gunner" })).toEqual(["blue ship 1 65"]);
});

it("what is pointed at does, on the table or in the dock", () => {
  expect(told({ pointed: [4, null] })).toContain("blue ship 2");
  expect(told({ pointed: [null, 20] })).toContain("mountain");
});

it("asked for, all do, the others in a word", () => {
  expect(told({ names: true })).toEqual(["red ship 1", "blue ship 1 65", "2", "mountain"]);
});

it("names over one another are parted", () => {
  const tops = tagsOf(PICTURE, { ...ASKED, names: true }, () => [200, 100]).map(({ at }) => at[1]);
  expect(new Set(tops).size).toBe(4);
  expect(Math.max(...tops)).toBe(100);
});

it("what is out of sight says nothing", () => {
  expect(tagsOf(PICTURE, { ...ASKED, names: true }, () => null)).toEqual([]);
});
