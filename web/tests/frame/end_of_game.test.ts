// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import EndOfGame from "$lib/frame/EndOfGame.svelte";
import type { Ending, GameTable } from "$lib/game";
import { Sentences } from "$lib/sentences";
import { settings } from "$lib/settings.svelte";
import { TableClient } from "$lib/table.svelte";
import type { GameTypes, Standing, TableCard } from "$lib/wire";

const standing = (seat: number, place: number, score: number): Standing => ({
  seat,
  place,
  score,
  parts: { eggs: score },
  tie_break: null,
});
const card = {
  id: "table",
  game: "some_game",
  state: "over",
  seats: [{ person: { id: "ola", name: "Ola" } }, { person: { id: "jan", name: "Jan" } }],
  standings: [standing(0, 1, 5), standing(1, 2, 3)],
};
const client = { id: "table", card, eye: 0, mine: [], sights: new Map([[0, { view: {} }]]) };
const sentences = new Sentences("en", { parts: { eggs: "eggs" } }, ["Ola", "Jan"]);
const told: Ending<GameTypes> = { beats: () => [{ says: "Ola has 5.", count: [{ eggs: 5 }, { eggs: 3 }], ms: 1000 }] };

/** The end of that table's game, told as a game tells it. */
function show(game: { readonly ending: () => Promise<Ending<GameTypes>> }, spoken = sentences): void {
  render(EndOfGame<GameTypes>, {
    props: {
      client: client as unknown as TableClient<GameTypes>,
      game: game as unknown as GameTable<GameTypes>,
      sentences: spoken,
      look: vi.fn(),
    },
  });
}

beforeEach(() => {
  settings.language = "en";
  settings.motion = "full";
  vi.stubGlobal("fetch", () => new Promise(() => {})); // no story comes
});
afterEach(() => {
  settings.motion = "system";
  vi.unstubAllGlobals();
});

it.each(["Escape", "Enter", " "])(
  "goes straight to the result by '%s' also while the ending is on its way",
  async (key) => {
    let arrive = (_: Ending<GameTypes>): void => {};
    const game = { ending: () => new Promise<Ending<GameTypes>>((resolve) => (arrive = resolve)) };
    show(game);
    await fireEvent.keyDown(window, { key });
    arrive(told);
    expect(await screen.findByRole("link", { name: "Replay" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Straight to the result" })).toBeNull();
  },
);

it("fetches story and picture once for a share sheet, however often it is opened and the card changes", async () => {
  const fetched = vi.fn((path: string) =>
    Promise.resolve(path.includes("/story") ? Response.json({ candidates: [], facts: null }) : new Response("png")),
  );
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("WebSocket", vi.fn());
  settings.motion = "reduced";
  const whole = { ...card, asked: [] } as unknown as TableCard<GameTypes>;
  const game = { scenes: () => [], sound: () => null } as unknown as GameTable<GameTypes>;
  const client = new TableClient<GameTypes>("table", whole, "ola", game);
  render(EndOfGame<GameTypes>, { client, game, sentences, look: vi.fn() });
  for (const rematch of ["a", "b"]) {
    (await screen.findByRole("button", { name: "Share" })).click();
    const sheet = await screen.findByRole("dialog", { name: "Show the result" });
    await within(sheet).findByRole("img", { name: /You win!/ });
    client.card = { ...client.card, rematch };
    await tick();
    within(sheet).getByRole("button", { name: "Close" }).click();
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  expect(fetched.mock.calls.map(([path]) => path).sort()).toEqual([
    "/api/tables/table/picture?lang=en",
    "/api/tables/table/story",
  ]);
});

it.each([
  ["the best of the story", undefined, "Ola rode far."],
  ["the next best where the game's drawings tell that", "ride", "Jan lost a lot."],
])("says in the end %s", async (_, draws, said) => {
  const candidates = ["ride", "loss"].map((tells) => ({ highlight: { tells }, weight: 1 }));
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ candidates, facts: null })));
  const words = { parts: { eggs: "eggs" }, story: { ride: "Ola rode far.", loss: "Jan lost a lot." } };
  const game = { ending: () => Promise.resolve({ ...told, ...(draws && { draws }) }) };
  show(game, new Sentences("en", words, ["Ola", "Jan"]));
  await fireEvent.keyDown(window, { key: "Escape" });
  expect((await screen.findByText(/^(Ola rode|Jan lost)/)).textContent).toBe(said);
});

it("keeps what it tells while a dialog takes the arrows", async () => {
  const game = { ending: () => Promise.resolve(told) };
  show(game);
  await fireEvent.keyDown(window, { key: "Escape" });
  (await screen.findByRole("button", { name: "Share" })).click();
  const sheet = await screen.findByRole("dialog", { name: "Show the result" });
  await fireEvent.keyDown(sheet, { key: "ArrowLeft" });
  await fireEvent.keyDown(document.body, { key: "ArrowLeft" });
  expect(screen.getByRole("heading", { level: 1, name: "Ola wins!", hidden: true })).toBeTruthy();
  expect(screen.queryByText("Straight to the result")).toBeNull();
});
