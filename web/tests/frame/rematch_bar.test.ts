// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, type Mock, vi } from "vitest";

import RematchBar from "$lib/frame/RematchBar.svelte";
import { settings } from "$lib/settings.svelte";
import type { TableClient } from "$lib/table.svelte";
import type { GameTypes } from "$lib/wire";

const jan = { id: "j", name: "Jan", colour: "sea", bot: false };
const card = { seats: [{ person: { id: "o", name: "Ola" } }, { person: jan }], rematch: "N", rematch_by: jan };
let fetched: Mock<(path: string) => Promise<Response>>;

/** What whoever has this id is told of the rematch that Jan asked for, whose table is like this. */
async function told(me: string, next: { state: string; awaited: string[] } | null): Promise<string | null> {
  fetched = vi.fn(() => Promise.resolve(Response.json(next ?? { code: "not_found" }, { status: next ? 200 : 404 })));
  vi.stubGlobal("fetch", fetched);
  const client = { me, mine: [0], card } as unknown as TableClient<GameTypes>;
  render(RematchBar<GameTypes>, { client });
  await vi.advanceTimersByTimeAsync(0);
  return screen.queryByRole("alert")?.textContent ?? null;
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.language = "en";
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("asks whoever the next table waits for", async () => {
  expect(await told("o", { state: "gathering", awaited: ["o"] })).toContain("Jan would like a rematch.");
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(["/api/tables/N"]);
});

it.each([
  ["it has begun", { state: "playing", awaited: [] }],
  ["one has agreed", { state: "gathering", awaited: ["somebody"] }],
  ["it was given up", null],
])("asks nobody when %s", async (_, next) => {
  expect(await told("o", next)).toBeNull();
});

it("does not ask whoever asked for it", async () => {
  expect(await told("j", { state: "gathering", awaited: ["o"] })).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

it("no longer asks whoever comes back from where they agreed", async () => {
  await told("o", { state: "gathering", awaited: ["o"] });
  fetched.mockImplementation(() => Promise.resolve(Response.json({ state: "playing", awaited: [] })));
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.queryByRole("alert")).toBeNull();
});
