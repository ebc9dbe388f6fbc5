// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { animals, group, kinOf, player, question, tiles, view } from "./fixtures";
import { table as animalsOnBoard } from "../../src/games/animals_on_board";
import { Sentences } from "$lib/sentences";
import { settings } from "$lib/settings.svelte";
import type * as AnimalsOnBoard from "../../src/games/animals_on_board/wire";
import type { Question, TableCard } from "$lib/wire";

const WORDS = {
  common: { and: "and" },
  names: { animal: "{species} {value}", face_down: "face-down tile" },
  asks: { split_or_take: "split or take?", keep_one: "which one?", discard: "who stays ashore?" },
};
const GROUPS = [group("fox 1, panda 2, zebra 3"), group("tiger 4")];

beforeEach(() => {
  settings.language = "en";
  settings.motion = "reduced";
});

function sit(at: AnimalsOnBoard.View, asked: Question<AnimalsOnBoard.Types> | null) {
  const play = vi.fn(async () => {});
  const why = vi.fn();
  render(animalsOnBoard.Table, {
    scene: { view: at, event: null, ms: 0 },
    seat: 0,
    question: asked,
    card: { asked: [] } as unknown as TableCard<AnimalsOnBoard.Types>,
    sentences: new Sentences("en", WORDS, ["Ann", "Bob"]),
    hinted: null,
    play,
    signal: vi.fn(),
    why,
  });
  return { play, why, user: userEvent.setup() };
}

const turn = (): AnimalsOnBoard.View =>
  view({ groups: GROUPS, players: [player({ ark: [], kin: [], points: 2 }), player()] });

test("a group is chosen, a tile jumps the rope, and the split is sent", async () => {
  const { play, user } = sit(turn(), question([{ move: "take", tiles: tiles("tiger 4") }], ["split"]));
  await user.click(screen.getByRole("button", { name: /^Group 1: fox 1, panda 2 and zebra 3/ }));
  await user.click(screen.getByRole("button", { name: "panda 2" }));
  await user.click(screen.getByRole("button", { name: /^Split: 2 and 1/ }));
  expect(play).toHaveBeenCalledExactlyOnceWith({ move: "split", tiles: tiles("panda 2") });
});

test("by keys alone: G, arrows, Space, Enter", async () => {
  const { play, user } = sit(turn(), question([], ["split"]));
  await user.keyboard("g");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "fox 1" }));
  await user.keyboard("{ArrowRight}{ArrowRight} ");
  await user.keyboard("{Enter}");
  expect(play).toHaveBeenCalledExactlyOnceWith({ move: "split", tiles: tiles("zebra 3") });
});

test("B takes the chosen group; one that is too dear is left to the server to refuse", async () => {
  const { play, user } = sit(turn(), question([{ move: "take", tiles: tiles("tiger 4") }], ["split"]));
  await user.keyboard("gb");
  expect(play).toHaveBeenLastCalledWith({ move: "take", tiles: GROUPS[0]?.tiles });
  expect(screen.getByRole("button", { name: /^Take the whole group/ }).getAttribute("aria-disabled")).toBe("true");
  await user.keyboard("gb");
  expect(play).toHaveBeenLastCalledWith({ move: "take", tiles: tiles("tiger 4") });
});

test("a split with an empty side says why it cannot be", async () => {
  const { play, why, user } = sit(turn(), question([], ["split"]));
  await user.keyboard("g{Enter}");
  await user.keyboard("g{Enter}");
  expect(play).not.toHaveBeenCalled();
  expect(why.mock.calls).toEqual([
    ["one_side_empty", "A7"],
    ["single_tile", "A7"],
  ]);
});

test("passing is there only where it is offered", () => {
  sit(turn(), question([{ move: "pass" }], ["split"]));
  expect(screen.getByRole("button", { name: /^Pass/ })).toBeTruthy();
});

test("the sealed choice is one of the three that are offered", async () => {
  const moves = animals("fox 1, panda 2, zebra 3").map((tile) => ({ move: "keep", tile }) as const);
  const { play, why, user } = sit(
    view({ round: 0, active: null, players: [player({ tiles: 3 }), player({ tiles: 3 })] }),
    { ...question(moves), about: "keep_one", rule: "A4" },
  );
  await user.click(screen.getByRole("button", { name: "Choose one animal" }));
  expect(why).toHaveBeenCalledExactlyOnceWith("keep_one_now", "A4");
  await user.click(screen.getByRole("radio", { name: "zebra 3" }));
  await user.click(screen.getByRole("button", { name: "Keep zebra 3" }));
  expect(play).toHaveBeenCalledExactlyOnceWith(moves[2]);
});

test("the best discard is chosen already, and may be changed", async () => {
  const kin = kinOf("camel 1, fox 1, hippo 1, panda 2, zebra 3");
  const { play, why, user } = sit(view({ active: null, players: [player({ kin, noah: [] }), player()] }), {
    ...question([{ move: "discard", tiles: animals("camel 1") }], ["discard"]),
    about: "discard",
    rule: "A17",
  });
  await user.click(screen.getByRole("button", { name: /camel 1: ashore/ }));
  await user.click(screen.getByRole("button", { name: /^Leave ashore: 0/ }));
  expect(why).toHaveBeenCalledExactlyOnceWith("not_down_to_ten", "A17");
  await user.click(screen.getByRole("button", { name: /fox 1: stays/ }));
  await user.click(screen.getByRole("button", { name: /^Leave ashore: 1/ }));
  expect(play).toHaveBeenLastCalledWith({ move: "discard", tiles: animals("fox 1") });
  await user.click(screen.getByRole("button", { name: "Back to the proposal" }));
  await user.click(screen.getByRole("button", { name: /^Leave ashore: 1/ }));
  expect(play).toHaveBeenLastCalledWith({ move: "discard", tiles: animals("camel 1") });
});

test("Noah's pairs are shown beside the final discard, and cannot be chosen", () => {
  const kin = kinOf("camel 1, fox 1, fox 2, zebra 3");
  sit(view({ active: null, players: [player({ kin, noah: [] }), player()] }), {
    ...question([{ move: "discard", tiles: animals("camel 1") }], ["discard"]),
    about: "discard",
    rule: "A17",
  });
  expect(screen.queryByRole("button", { name: /fox/ })).toBeNull();
  expect(screen.getByRole("button", { name: /zebra 3: stays/ })).toBeTruthy();
  const noah = document.querySelector("li.noah");
  expect([...(noah?.querySelectorAll("[aria-label]") ?? [])].map((each) => each.getAttribute("aria-label"))).toEqual([
    "fox 1",
    "fox 2",
  ]);
});

test("arrows lead through the tiles of the final discard", async () => {
  const kin = kinOf("camel 1, fox 1, zebra 3");
  const { user } = sit(view({ active: null, players: [player({ kin, noah: [] }), player()] }), {
    ...question([{ move: "discard", tiles: animals("camel 1") }], ["discard"]),
    about: "discard",
    rule: "A17",
  });
  screen.getByRole("button", { name: /camel 1/ }).focus();
  await user.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /zebra 3/ }));
});

test("the ark tells what each species counts as, from the server's words", () => {
  const kin: AnimalsOnBoard.Kin[] = [
    { tiles: animals("fox 1, fox 2"), counts_as: "pair", points: 0, staying: [] },
    { tiles: animals("panda 1, panda 2, panda 3"), counts_as: "herd", points: 15, staying: [] },
  ];
  sit(view({ active: 1, groups: GROUPS, players: [player({ tiles: 5, ark: [], kin, points: 17 }), player()] }), null);
  expect(screen.getByText("fox 1 and fox 2: pair: Noah, 0 points")).toBeTruthy();
  expect(screen.getByText("panda 1, panda 2 and panda 3: herd, 15 points")).toBeTruthy();
  expect(screen.getByText("Thinking: Bob")).toBeTruthy();
});

test("what was laid out for one question is not there for the next", async () => {
  const asked = question([], ["split"]);
  const props = {
    scene: { view: turn(), event: null, ms: 0 },
    seat: 0,
    question: asked,
    card: { asked: [] } as unknown as TableCard<AnimalsOnBoard.Types>,
    sentences: new Sentences("en", WORDS, ["Ann", "Bob"]),
    hinted: null,
    play: async () => {},
    signal: () => {},
    why: () => {},
  };
  const { rerender } = render(animalsOnBoard.Table, props);
  await userEvent.setup().keyboard("g");
  expect(screen.queryByRole("button", { name: "panda 2" })).toBeTruthy();
  await rerender({ question: { ...asked, ask: asked.ask + 1 } });
  expect(screen.queryByRole("button", { name: "panda 2" })).toBeNull();
});
