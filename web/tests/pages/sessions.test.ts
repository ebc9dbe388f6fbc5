// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";

import { myself } from "../../src/lib/me.svelte";
import { settings } from "../../src/lib/settings.svelte";
import type { SessionCard } from "../../src/lib/wire";
import Sessions from "../../src/pages/Sessions.svelte";

const session = (id: string, browser: string, more: Partial<SessionCard> = {}): SessionCard => ({
  id,
  browser,
  created: 1,
  seen: Date.now() / 1000 - 7200,
  current: false,
  open: false,
  ...more,
});

describe("the browsers that know one", () => {
  let known: SessionCard[];
  let dropped: string[];

  beforeEach(() => {
    settings.language = "pl";
    myself.me = { person: { id: "p", name: "Ola", colour: "sea", bot: false }, passkeys: 0, muted: [] };
    known = [
      session("here", "Firefox, Linux", { current: true }),
      session("phone", "Safari, iPhone"),
      session("bus", "", { open: true }),
    ];
    dropped = [];
    vi.stubGlobal("fetch", async (path: string, how: RequestInit = {}) => {
      if (how.method !== "DELETE") return new Response(JSON.stringify(known), { status: 200 });
      dropped.push(path);
      known = known.filter(({ id, current }) => current || (path !== "/api/me/sessions" && !path.endsWith(`/${id}`)));
      return new Response(null, { status: 204 });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test("each is told with when it was last here, and any but this one can be left", async () => {
    render(Sessions, { onothers: () => {} });
    expect(await screen.findByText("ta przeglądarka")).toBeTruthy();
    expect(screen.getByText("ostatnio: 2 godziny temu")).toBeTruthy();
    expect(screen.getByText("otwarta teraz")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Wyloguj: Firefox, Linux" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Wyloguj: Safari, iPhone" }));
    await vi.waitFor(() => expect(screen.queryByText("Safari, iPhone")).toBeNull());
    expect(dropped).toEqual(["/api/me/sessions/phone"]);
  });

  test("all others are left after a second press, and who shows the link learns that it holds no more", async () => {
    const onothers = vi.fn();
    render(Sessions, { onothers });
    await userEvent.click(await screen.findByRole("button", { name: "Wyloguj wszędzie indziej" }));
    expect(dropped).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Tak, wyloguj" }));
    expect(await screen.findByText("Zna cię tylko ta przeglądarka.")).toBeTruthy();
    expect(dropped).toEqual(["/api/me/sessions"]);
    expect(onothers).toHaveBeenCalledOnce();
  });
});
