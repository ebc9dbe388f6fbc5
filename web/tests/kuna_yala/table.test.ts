// @vitest-environment jsdom

import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";

import { coral, laid, one, shark, shoal, table } from "./fixtures";
import KunaYala from "../../src/games/kuna_yala/Table.svelte";
import { Sentences } from "../../src/lib/sentences";
import { settings } from "../../src/lib/settings.svelte";
import type * as Wire from "../../src/games/kuna_yala/wire";
import type { Question, TableCard } from "../../src/lib/wire";

const sentences = new Sentences(
  "en",
  {
    asks: { lay_two: "Which one first?", lay_away: "Now elsewhere." },
    names: {
      coral: "a coral",
      shark: "a shark",
      one_fish: "a {colour} fish on {floor}",
      colour: { red: "red", blue: "blue" },
      floor: { star: "starfish", grass: "sea grass" },
    },
  },
  ["Ola", "Tata"],
);
const view = table({
  visible: [coral, one("red", "star"), shark, one("blue", "grass")],
  shoals: [
    shoal(
      [laid(0, 0, coral)],
      [
        { x: 1, y: 0, slots: [0, 1] },
        { x: 0, y: 1, slots: [0] },
        { x: -1, y: 0, slots: [0] },
      ],
    ),
    shoal([laid(0, 0, coral), laid(1, 0, one("red", "grass"), [2])], [{ x: 2, y: 0, slots: [0] }]),
  ],
});
const question: Question<Wire.Types> = { ask: 1, about: "lay_two", rule: "K5", moves: [], free: ["lay"] };

const OLA = "ola";

/** Sit down at a table where these people have the seats. */
function sitDown(scene: Wire.View = view, people: readonly string[] = [OLA, "tata"]) {
  settings.language = "en";
  const play = vi.fn(() => Promise.resolve());
  const props = {
    scene: { view: scene, event: null, ms: 0 },
    seat: 0,
    question,
    card: { seats: people.map((id) => ({ person: { id } })) } as unknown as TableCard<Wire.Types>,
    sentences,
    hinted: null,
    play,
    signal: vi.fn(),
    why: vi.fn(),
  };
  return { play, props, ...render(KunaYala, { props }) };
}
const choose = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));

it("lights the places of a chosen card, lays it in mind and then for good", async () => {
  const { play } = sitDown();
  await choose(/Card 2: a red fish on starfish/);
  expect(screen.getAllByRole("button", { name: /^Lay here/ })).toHaveLength(1);
  await choose(/^Lay here: a red fish on starfish. Beside it: left a coral/);
  expect(play).not.toHaveBeenCalled();
  await choose(/^Lay it at home/);
  expect(play).toHaveBeenCalledExactlyOnceWith({ move: "lay", slot: 1, place: { seat: 0, x: 1, y: 0 } });
});

it("lets the server say why a place is barred, and why a card fits nowhere", async () => {
  const barredInside = {
    ...view,
    shoals: view.shoals.map((each, seat) => (seat ? each : { ...each, cards: [...each.cards, laid(1, 1, coral)] })),
  };
  const { play } = sitDown(barredInside);
  await choose(/Card 2/);
  await fireEvent.click(screen.getAllByRole("button", { name: /^Not allowed here/ })[0]!);
  expect(play).toHaveBeenLastCalledWith({ move: "lay", slot: 1, place: { seat: 0, x: 0, y: 1 } });
  await choose(/Card 4/);
  expect(play).toHaveBeenLastCalledWith({ move: "lay", slot: 3, place: { seat: 0, x: 1, y: 0 } });
});

it("lays both cards with one word, the second as soon as it is asked for", async () => {
  const { play, props, rerender } = sitDown();
  await choose(/Card 2/);
  await choose(/Card 3/);
  await choose(/^Lay here: a red fish/);
  await choose(/^Lay the shark here/);
  await choose(/^Lay both/);
  expect(play).toHaveBeenCalledTimes(1);
  const after: Wire.View = { ...view, to_lay: "away", visible: view.visible.with(1, null) };
  await rerender({
    ...props,
    scene: { view: after, event: null, ms: 0 },
    question: { ...question, ask: 2, about: "lay_away" },
  });
  await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(2));
  expect(play).toHaveBeenLastCalledWith({ move: "lay", slot: 2, place: { seat: 1, x: 1, y: 0 } });
});

it("shows me my colour and my points now, all the time, at a device that is mine alone", () => {
  sitDown({ ...view, own_points: { fish: 2, majority: 3, octopuses: 0, sharks: 0 } });
  expect(screen.getByText("Your colour: red, 5 points now")).toBeTruthy();
});

it("shows my colour only while the key is held, where others play at the same device", async () => {
  sitDown({ ...view, own_points: { fish: 1, majority: 0, octopuses: 0, sharks: 0 } }, [OLA, OLA]);
  expect(screen.queryByText(/Your colour: red/)).toBeNull();
  expect(screen.queryByText(/now$/)).toBeNull();
  await fireEvent.keyDown(window, { key: "c" });
  expect(screen.getByText("Your colour: red, 1 point now")).toBeTruthy();
  await fireEvent.keyUp(window, { key: "c" });
  expect(screen.queryByText(/Your colour: red/)).toBeNull();
});

it("marks my fish in every shoal, in words as well", () => {
  sitDown();
  expect(screen.getByRole("img", { name: "a red fish on sea grass, your colour" })).toBeTruthy();
});
