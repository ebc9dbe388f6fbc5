// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import LiveTable from "$lib/frame/LiveTable.svelte";
import type { GameTable } from "$lib/game";
import { Sentences } from "$lib/sentences";
import { settings } from "$lib/settings.svelte";
import { TableClient } from "$lib/table.svelte";
import type { GameTypes, TableCard } from "$lib/wire";

const person = (id: string, name: string): unknown => ({
  person: { id, name },
  bot: null,
  name: "",
  namesake: 1,
  policy: null,
});
const card = {
  id: "T",
  game: "some_game",
  state: "over",
  seats: [person("o", "Ola"), person("j", "Jan")],
  standings: [],
  asked: [],
  rematch: null,
  rematch_by: null,
  awaited: [],
} as unknown as TableCard<GameTypes>;
const game = { scenes: () => [], sound: () => null } as unknown as GameTable<GameTypes>;

beforeEach(() => {
  settings.language = "en";
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  vi.stubGlobal(
    "WebSocket",
    class {
      send(): void {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

it("keeps the end of a game as it is while its card changes", async () => {
  const client = new TableClient<GameTypes>("T", card, "o", game);
  render(LiveTable<GameTypes>, { client, game, sentences: new Sentences("en", {}, ["Ola", "Jan"]) });
  const told = await screen.findByRole("button", { name: "Rematch" });
  const removed = vi.fn();
  new MutationObserver((changes) => {
    if (changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(told)))) removed();
  }).observe(document.body, { childList: true, subtree: true });
  const asker = { id: "j", name: "Jan", colour: "sea", bot: false };
  client.card = { ...client.card, rematch: "N", rematch_by: asker };
  await screen.findByRole("button", { name: "To the rematch" });
  expect(removed).not.toHaveBeenCalled();
  expect(told.isConnected).toBe(true);
});
