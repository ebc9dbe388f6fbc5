// @vitest-environment jsdom

import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";

import { player, red, viewOf } from "./fixtures";
import type { Ending } from "../../src/games/duck/round_end";
import type { Moment } from "../../src/games/duck/moments";
import Table from "../../src/games/duck/Table.svelte";
import type * as Duck from "../../src/games/duck/wire";
import { Sentences } from "$lib/sentences";
import { settings } from "$lib/settings.svelte";
import type { TableCard } from "$lib/wire";

const VIEW = viewOf([player(0, { hand: [red(1)] }), player(1), player(2)]);
const ending: Ending = {
  round: 1,
  ender: 1,
  dived: false,
  success: null,
  hands: {},
  ghost: null,
  lifebuoy: null,
  fates: {},
};
const WHOLE = { ...ending, fates: { 0: "discarded", 2: "discarded" } } as const;
/** The first scene of the round's end; told anew, it is another. */
const telling = (): Moment => ({ ...VIEW, ending, whole: { ending: WHOLE, view: VIEW } });

const props = (view: Moment, state: "playing" | "over" = "playing") => ({
  scene: { view, event: null, ms: 0 },
  seat: 0,
  question: null,
  card: { state, asked: [] } as unknown as TableCard<Duck.Types>,
  sentences: new Sentences("en", { common: { and: "and" } }, ["Ola", "Crab", "Seal"]),
  hinted: null,
  play: async () => {},
  signal: () => {},
  why: () => {},
});
const story = () => screen.queryByRole("region", { name: "End of the round" });
const whole = () => screen.queryAllByText("discards the hand").length > 0;
const pressed = (key: string) => fireEvent.keyDown(document.body, { key });

beforeEach(() => {
  settings.language = "en";
});

describe("the end of a round", () => {
  it.each(["Enter", " ", "Escape"])("is told at once by '%s', and closed by another press", async (key) => {
    render(Table, props(telling()));
    expect([story() !== null, whole()]).toEqual([true, false]);
    await pressed(key);
    expect(whole()).toBe(true);
    await pressed(key);
    expect(story()).toBeNull();
  });

  it("stays when any other key is pressed, or one that was used already", async () => {
    render(Table, props(telling()));
    for (const key of ["l", "?", "h", "F5", "PrintScreen", "Home", "Tab"]) await pressed(key);
    const used = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
    used.preventDefault();
    await fireEvent(document.body, used);
    expect([story() !== null, whole()]).toEqual([true, false]);
  });

  it("leaves keys to a replay, and is told again by whoever steps back to it", async () => {
    const { rerender } = render(Table, props(telling(), "over"));
    for (const key of ["ArrowRight", " ", "Enter"]) await pressed(key);
    expect([story() !== null, whole()]).toEqual([true, false]);
    await fireEvent.click(story()!);
    await fireEvent.click(story()!);
    expect(story()).toBeNull();
    await rerender(props(VIEW, "over"));
    await rerender(props(telling(), "over"));
    expect([story() !== null, whole()]).toEqual([true, false]);
  });
});
