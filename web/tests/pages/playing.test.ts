// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";

import { CAST } from "../../src/lib/cast";
import { settings } from "../../src/lib/settings.svelte";
import { keepFinished } from "../../src/lib/experience";
import { keepPlayed, lastPlayed, toggled, usualBots, usualLevel } from "../../src/pages/play";
import { playerOf } from "../../src/pages/players";
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
      policies: [
        { name: "best", game: "duck", seats: [4] },
        { name: "pair", game: "duck", seats: [2] },
        { name: "other", game: "mahe", seats: [4] },
      ],
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

  test("a policy is offered where it knows game and players, and sits down under its own name", async () => {
    const user = userEvent.setup();
    keepPlayed({ game: "duck", level: "easy" });
    render(PlaySheet, { game: "duck", onclose: () => {} });
    await screen.findByText("Od 1 do 4.");
    await user.click(screen.getByRole("button", { name: "Foka", hidden: true }));
    const offered = screen.getAllByRole("radio", { hidden: true }).slice(4);
    expect(offered.map((each) => each.closest("label")?.textContent.trim())).toEqual(["best"]);
    await user.click(screen.getByRole("radio", { name: "best", hidden: true }));
    await user.click(screen.getByRole("button", { name: "Gramy!", hidden: true }));
    await vi.waitFor(() => expect(sent.at(-1)?.path).toBe("/api/tables/T/start"));
    const seated = sent.filter(({ method }) => method === "PUT").map(({ body }) => body);
    expect(seated).toEqual(Array(3).fill({ who: "bot", level: "good", policy: "best" }));
    expect(lastPlayed()).toEqual({ game: "duck", level: "easy" });
  });

  test("where a policy was chosen and others join who make too many for it, the usual level plays", async () => {
    const user = userEvent.setup();
    render(PlaySheet, { game: "duck", onclose: () => {} });
    await screen.findByText("Od 1 do 4.");
    await user.click(screen.getByRole("button", { name: "Foka", hidden: true }));
    await user.click(screen.getByRole("radio", { name: "best", hidden: true }));
    await user.click(screen.getByRole("button", { name: "Foka", hidden: true }));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "początkujący", hidden: true }).checked).toBe(true);
    expect(screen.queryByRole("radio", { name: "best", hidden: true })).toBeNull();
  });
});

test("a seat is played by its policy, else by its level, if by a bot at all", () => {
  const seat = { person: null, bot: "good", name: "", side: 0, namesake: 1, policy: "best" } as const;
  expect(playerOf(seat)).toEqual({ policy: "best" });
  expect(playerOf({ ...seat, policy: null })).toBe("good");
  expect(playerOf({ ...seat, bot: null, policy: null })).toBeNull();
});
