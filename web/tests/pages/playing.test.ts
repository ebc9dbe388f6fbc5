// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";

import { CAST } from "../../src/lib/cast";
import { settings } from "../../src/lib/settings.svelte";
import { keepFinished } from "../../src/lib/experience";
import { keepPlayed, toggled, usualBots, usualLevel } from "../../src/pages/play";
import PlaySheet from "../../src/pages/PlaySheet.svelte";

const [gull, crab, seal] = CAST as [(typeof CAST)[0], (typeof CAST)[0], (typeof CAST)[0]];

test("the usual company is half of the other seats", () => {
  expect([2, 4, 5, 7].map((most) => usualBots(most).length)).toEqual([1, 2, 2, 3]);
});

test("a press seats a bot or lets it go", () => {
  expect(toggled([gull], crab, 3)).toEqual([gull, crab]);
  expect(toggled([gull, crab], gull, 3)).toEqual([crab]);
});

test("somebody always plays, and at a full table the newcomer takes the place of whoever came first", () => {
  expect(toggled([gull], gull, 3)).toEqual([gull]);
  expect(toggled([gull, crab], seal, 2)).toEqual([crab, seal]);
});

test("who is new to a game is offered beginners, else whoever was played against last", () => {
  localStorage.clear();
  keepPlayed({ game: "duck", level: "good" });
  keepFinished("duck");
  expect([usualLevel("duck"), usualLevel("mahe")]).toEqual(["good", "beginner"]);
});

describe("the sheet", () => {
  const sent: { method: string; path: string; body: unknown }[] = [];
  const answers: Record<string, unknown> = {
    "/api/games": {
      games: [{ key: "duck", version: 1, fewest: 2, most: 5, options: [], first: "dealer", titles: {}, summaries: {} }],
      levels: [],
      clocks: [],
      languages: [],
    },
    "/api/visitor": null,
    "/api/me": { person: { id: "p", name: "Ola", colour: "sea", bot: false }, passkeys: 0, muted: [] },
    "/api/tables": { id: "T" },
  };

  beforeEach(() => {
    settings.language = "pl";
    localStorage.clear();
    sent.length = 0;
    vi.stubGlobal("fetch", async (path: string, how: RequestInit = {}) => {
      sent.push({ method: how.method ?? "GET", path, body: how.body ? JSON.parse(String(how.body)) : null });
      return new Response(JSON.stringify(path in answers ? answers[path] : {}), { status: 200 });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test("one press makes a guest and a table, seats the chosen bots, begins and goes there", async () => {
    const user = userEvent.setup();
    render(PlaySheet, { game: "duck", onclose: () => {} });
    await screen.findByText("Od 1 do 4.");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "początkujący", hidden: true }).checked).toBe(true);
    await user.click(screen.getByRole("button", { name: "Foka", hidden: true }));
    await user.click(screen.getByRole("radio", { name: "dobry", hidden: true }));
    await user.click(screen.getByRole("button", { name: "Gramy!", hidden: true }));
    await vi.waitFor(() => expect(location.pathname).toBe("/tables/T"));
    const made = sent.filter(({ method }) => method !== "GET");
    expect(made.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /api/me",
      "POST /api/tables",
      "PUT /api/tables/T/seats/1",
      "PUT /api/tables/T/seats/2",
      "PUT /api/tables/T/seats/3",
      "POST /api/tables/T/start",
    ]);
    expect(made[1]?.body).toEqual({ game: "duck", seats: 4 });
    expect(made[4]?.body).toEqual({ who: "bot", level: "good", name: "Foka" });
  });
});
