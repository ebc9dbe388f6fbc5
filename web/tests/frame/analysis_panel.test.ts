// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import Analysis from "$lib/frame/Analysis.svelte";
import type { GameTable } from "$lib/game";
import { Sentences } from "$lib/sentences";
import { settings } from "$lib/settings.svelte";
import type { GameTypes, TableCard } from "$lib/wire";

const card = { id: "T", game: "some_game", seats: [{ person: { id: "o", name: "Ola" } }] };
const THINKING = { state: "thinking", done: 1, of: 9, found: [], analysis: null };
const DONE = { state: "ready", done: 9, of: 9, found: [], analysis: { accounts: [], verdicts: [] } };
let answers: ((answer: Response) => void)[];
const props = () => ({
  card: { ...card } as unknown as TableCard<GameTypes>,
  game: {} as GameTable<GameTypes>,
  sentences: new Sentences("en", {}, ["Ola"]),
  mine: [],
});
/** The server answers the last request. */
const answer = async (told: unknown, status = 200): Promise<void> => {
  answers.at(-1)!(Response.json(told, { status }));
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  settings.language = "en";
  answers = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("is asked for again while it is thought about, by one alone, however often the card changes", async () => {
  const { rerender } = render(Analysis<GameTypes>, props());
  await rerender(props());
  await tick();
  expect(answers.length).toBe(1);
  await answer(THINKING);
  await rerender(props());
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers.length).toBe(2);
  await answer(DONE);
  await vi.advanceTimersByTimeAsync(5000);
  expect(answers.length).toBe(2);
  expect(screen.queryByRole("progressbar")).toBeNull();
});

it("asks no more once it is closed, also while a request is under way", async () => {
  const { unmount } = render(Analysis<GameTypes>, props());
  unmount();
  await answer(THINKING);
  await vi.advanceTimersByTimeAsync(5000);
  expect(answers.length).toBe(1);
});

it("says what is wrong instead of thinking for ever, and tries again when told so", async () => {
  render(Analysis<GameTypes>, props());
  await answer({ code: "too_many", sentence: "Slower." }, 429);
  expect(screen.getByRole("alert").textContent).toBe("Too much at once. Wait a moment.");
  expect(screen.queryByRole("progressbar")).toBeNull();
  screen.getByRole("button", { name: "Try again" }).click();
  await tick();
  expect(answers.length).toBe(2);
  await answer(THINKING);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("progressbar")).toBeTruthy();
});
