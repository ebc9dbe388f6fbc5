// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { registerGames } from "$lib/games";
import { router } from "$lib/router.svelte";
import { settings } from "$lib/settings.svelte";
import TablePage from "../../src/pages/TablePage.svelte";

const LOST = "No way leads to this table";
/** How the server answers a request for each table. */
let answers: Record<string, () => Promise<Response>>;
const problem = (status: number, code: string) => (): Promise<Response> =>
  Promise.resolve(Response.json({ code, sentence: code }, { status }));

beforeEach(() => {
  settings.language = "en";
  answers = {};
  vi.stubGlobal("fetch", (path: string) => {
    const table = path.match(/^\/api\/tables\/(\w+)$/)?.[1];
    if (table) return answers[table]!();
    return Promise.resolve(Response.json(path === "/api/games" ? { games: [], clocks: [] } : null));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  [404, "not_found"],
  [400, "malformed"],
] as const)("to a table that is not there, or cannot be, no way leads: %i", async (status, code) => {
  answers = { T: problem(status, code) };
  render(TablePage, { id: "T" });
  expect(await screen.findByRole("heading", { name: LOST })).toBeTruthy();
});

it.each([
  ["the server is away", () => Promise.reject(new TypeError("gone")), "The server does not answer. Is it running?"],
  ["it is busy", problem(429, "too_many"), "Too much at once. Wait a moment."],
  ["it cannot store", problem(503, "not_now"), "The server cannot store it now. Try again in a moment."],
])("where %s it is said, and may be tried again", async (_, answer, told) => {
  answers = { T: answer };
  render(TablePage, { id: "T" });
  expect(await screen.findByText(told)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: LOST })).toBeNull();
});

it("a part of the page that could not be loaded is no lost table", async () => {
  const tables = { broken: () => Promise.reject(new TypeError("no such chunk")) };
  registerGames({ posters: {}, options: {}, tables });
  answers = { T: () => Promise.resolve(Response.json({ id: "T", game: "broken", state: "playing", seats: [] })) };
  render(TablePage, { id: "T" });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: LOST })).toBeNull();
});

it("what becomes of an old request is nothing to the newer one", async () => {
  let fail = (): void => {};
  answers = { T: () => new Promise((_, reject) => (fail = () => reject(new TypeError("gone")))) };
  const asked = vi.spyOn(answers, "T");
  render(TablePage, { id: "T" });
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  const failed = fail;
  router.go("/tables/T?replay");
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  vi.useFakeTimers();
  failed();
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(screen.queryByRole("heading", { name: LOST })).toBeNull();
  expect(screen.getByText("Laying the table…")).toBeTruthy();
});
