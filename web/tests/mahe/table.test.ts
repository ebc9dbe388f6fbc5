// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";

import Table from "../../src/games/mahe/Table.svelte";
import { settings } from "$lib/settings.svelte";
import { Sentences } from "$lib/sentences";
import type * as Mahe from "../../src/games/mahe/wire";
import type { TableCard } from "$lib/wire";
import { ahead, turtles, view } from "./positions";

const SENTENCES = new Sentences(
  "en",
  {
    common: { and: "and" },
    names: { turtle: ["the red turtle", "the blue turtle", "the yellow turtle", "the green turtle"] },
    asks: { another_die: "{seat}: another die?", which_turtle: "{seat}: which turtle?" },
    moves: { choose_turtle: "{turtle} goes first" },
  },
  ["Ola", "Crab", "Seal", "Gull"],
);
const DECIDING = view({
  active: 1,
  turtles: turtles({ 16: [1, 0], 3: [2], 12: [3] }),
  piles: [{ cards: 2, values: [2, 6] }, ...[1, 2, 3].map(() => ({ cards: 0, values: null }))],
  mover: 1,
  decider: 0,
  thrown: [3],
  total: 3,
  ahead: ahead([3, 19], [8, 3], [10, 5], [12, 7], [14, 9], null, null),
});

function sit(table: Mahe.View, about: string, moves: readonly Mahe.Move[] | null, begin?: () => void) {
  const play = vi.fn(async () => {});
  render(Table, {
    scene: { view: table, event: null, ms: 0 },
    seat: 0,
    question: moves && { ask: 1, about, rule: "M6", moves, free: [] },
    card: { state: "playing" } as TableCard<Mahe.Types>,
    sentences: SENTENCES,
    hinted: null,
    play,
    signal: () => {},
    why: () => {},
    begin,
  });
  return play;
}

describe("the table", () => {
  beforeEach(() => {
    settings.language = "en";
    localStorage.clear();
  });

  it("asks whoever decides, and names what stopping brings", async () => {
    const play = sit(DECIDING, "another_die", [{ move: "stop" }, { move: "roll" }]);
    expect(screen.getByRole("heading", { name: "Ola: another die?" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /Stop: go 3 fields\s*to field 19/ }));
    expect(play).toHaveBeenCalledWith({ move: "stop" });
  });

  it("obeys S and D only where the server offers it", async () => {
    const play = sit(DECIDING, "card_instead_of", null);
    await userEvent.keyboard("sd");
    expect(play).not.toHaveBeenCalled();
  });

  it("rolls by D", async () => {
    const play = sit(DECIDING, "another_die", [{ move: "stop" }, { move: "roll" }]);
    await userEvent.keyboard("d");
    expect(play).toHaveBeenCalledWith({ move: "roll" });
  });

  it("plays a chosen card by the one primary button, and lets the server refuse another", async () => {
    const play = sit(DECIDING, "another_die", [{ move: "stop" }, { move: "roll" }, { move: "play_card", value: 2 }]);
    await userEvent.click(screen.getByRole("button", { name: "card 2" }));
    expect(play).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: /Card 2: 10 fields/ }));
    expect(play).toHaveBeenLastCalledWith({ move: "play_card", value: 2 });
    await userEvent.click(screen.getByRole("button", { name: "card 6" }));
    expect(play).toHaveBeenLastCalledWith({ move: "play_card", value: 6 });
  });

  it("shows the risk of the next die on request, and where a face leads", async () => {
    sit(DECIDING, "another_die", [{ move: "stop" }, { move: "roll" }]);
    expect(screen.queryByRole("list", { name: "What the next die would bring" })).toBeNull();
    await userEvent.keyboard("r4");
    expect(screen.getByRole("button", { name: /die 4/ }).getAttribute("aria-pressed")).toBe("true");
    expect(document.querySelector(".field.to")?.textContent).toContain("9"); // 16 + 7 × 2, past 21
    await userEvent.keyboard("r");
  });

  it("lets one choose between two turtles by pressing one", async () => {
    const pairs = view({ seats: 2, turtles: turtles({ 5: [0, 2], 14: [1], 21: [3] }, 2) });
    const play = sit(
      pairs,
      "which_turtle",
      [0, 1].map((turtle) => ({ move: "choose_turtle", turtle }) as const),
    );
    await userEvent.click(screen.getByRole("button", { name: /The blue turtle goes first\s*field 14/ }));
    expect(play).toHaveBeenCalledWith({ move: "choose_turtle", turtle: 1 });
  });

  it("says of every stack who is in it, and opens it large with names", async () => {
    sit(DECIDING, "another_die", [{ move: "stop" }, { move: "roll" }]);
    await userEvent.click(
      screen.getByRole("button", { name: "Field 16, 2 turtles. From below: Crab, Ola. Moving: Crab, Ola." }),
    );
    expect(screen.getByRole("dialog", { name: "The stack on field 16" }).textContent).toMatch(
      /Ola.*decides.*Crab.*goes/s,
    );
  });

  it("shows everybody's cards when the game is over, the beach beside the winner's", () => {
    const piles = [[2, 6], [5], [], [1, 3]].map((values) => ({ cards: values.length, values }));
    sit(view({ piles, beach: 1 }), "", null);
    const shown = screen.getByRole("list", { name: "Everybody's eggs" });
    expect([...shown.querySelectorAll(".sr")].map((each) => each.textContent)).toEqual([
      "Ola: 8 eggs. Cards: 2, 6.",
      "Crab: 12 eggs. Cards: 5, and 7 on the beach.",
      "Seal: 0 eggs. No card.",
      "Gull: 4 eggs. Cards: 1, 3.",
    ]);
  });

  it("says in a line who thinks while it is somebody else", () => {
    sit({ ...DECIDING, decider: 2 }, "", null);
    expect(screen.getByText("Thinking: Seal")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Another die/ })).toBeNull();
  });

  it("lets one throw one's own first die: by the button, by the die on the island, by keys", async () => {
    const begin = vi.fn();
    sit(view(), "", null, begin);
    expect(screen.getByRole("heading", { name: "Your turn: roll the die" })).toBeTruthy();
    const [onIsland, inDock] = screen.getAllByRole("button", { name: "Roll the die" });
    await userEvent.click(inDock!);
    expect(begin).toHaveBeenCalledTimes(1);
    onIsland!.click();
    expect(begin).toHaveBeenCalledTimes(2);
    await userEvent.keyboard("d");
    expect(begin).toHaveBeenCalledTimes(3);
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard(" ");
    expect(begin).toHaveBeenCalledTimes(4);
  });
});
