import { expect, test } from "vitest";

import { animals, group, player, tiles, view } from "./fixtures";
import { scenes } from "../../src/games/animals_on_board/scenes";
import type * as AnimalsOnBoard from "../../src/games/animals_on_board/wire";

const seen = (told: readonly { view: AnimalsOnBoard.View }[]): string[][] =>
  told.map((scene) => scene.view.groups.map((each) => String(each.tiles.length)));

test("every event has its scene, in order, and the last one shows the server's view", () => {
  const events: AnimalsOnBoard.Event[] = [
    { event: "passed", seat: 0 },
    { event: "last_turn", seat: 1 },
  ];
  const after = view({ active: 1 });
  const told = scenes(view(), events, after);
  expect(told.map(({ event }) => event)).toEqual(events);
  expect(told.at(-1)?.view).toBe(after);
});

test("a taken group leaves before the next round pushes the rest together", () => {
  const before = view({ groups: [group("fox 1, fox 2"), group("panda 1"), group("zebra 3, ?")], active: 1 });
  const after = view({ round: 2, groups: [group("camel 1, panda 1, tiger 5, zebra 3, ?")] });
  const told = scenes(
    before,
    [
      { event: "group_taken", seat: 1, tiles: animals("fox 1, fox 2"), price: 2, crates: 0 },
      { event: "round_began", round: 2, seat: 0, left_over: true },
      { event: "tiles_drawn", tiles: animals("camel 1, tiger 5") },
    ],
    after,
  );
  expect(seen(told)).toEqual([["1", "2"], ["3"], ["5"]]);
  expect(told[0]?.view.players[1]).toMatchObject({ tiles: 3, crates: 0, resting: true });
  expect(told[0]?.view.supply).toBe(18);
  expect(told[1]?.view).toMatchObject({ round: 2, active: 0 });
  expect(told[1]?.view.groups).toEqual([group("panda 1, zebra 3, ?")]);
  expect(told[1]?.view.players.some(({ resting }) => resting)).toBe(false);
});

test("a group splits into its halves, each with its price, and the crate is there", () => {
  const before = view({ groups: [group("hippo 1"), group("fox 1, fox 2, ?")] });
  const told = scenes(
    before,
    [
      {
        event: "group_split",
        seat: 0,
        tiles: tiles("?"),
        rest: tiles("fox 1, fox 2"),
        smaller: 1,
        larger: 2,
        earned: 1,
        crates: 3,
      },
      { event: "last_turn", seat: 1 },
    ],
    view(),
  );
  expect(told[0]?.view.groups).toEqual([group("hippo 1"), group("fox 1, fox 2"), group("?")]);
  expect(told[0]?.view.players[0]?.crates).toBe(3);
  expect(told[0]?.view.supply).toBe(15);
});

test("at the beginning tiles come to the table hand by hand, and only mine is known", () => {
  const before = view({
    round: 0,
    active: null,
    players: [player({ tiles: 3, chosen: true }), player({ tiles: 3 })],
    choice: animals("fox 1"),
  });
  const told = scenes(
    before,
    [
      { event: "chosen", seat: 1 },
      { event: "laid", seat: 0, tiles: animals("tiger 1, zebra 2"), kept: animals("fox 1")[0]! },
      { event: "laid", seat: 1, tiles: animals("camel 1, panda 2"), kept: null },
      { event: "round_began", round: 1, seat: 0, left_over: false },
    ],
    view({ groups: [group("camel 1, panda 2, tiger 1, zebra 2, ?")] }),
  );
  expect(seen(told)).toEqual([[], ["2"], ["4"], ["5"]]);
  expect(told[0]?.view.players[1]?.chosen).toBe(true);
  expect(told[1]?.view.players[0]?.ark).toEqual(animals("fox 1"));
  expect(told[2]?.view.players[1]?.ark).toBeNull();
  expect(told[2]?.view.groups[0]?.tiles).toEqual(tiles("camel 1, panda 2, tiger 1, zebra 2"));
});

test("at the end everything is shown, then the pairs leave, then the points come", () => {
  const done = player({
    tiles: 1,
    ark: animals("fox 1"),
    noah: animals("zebra 1, zebra 2"),
    discarded: animals("camel 4"),
    points: 3,
    kin: [],
  });
  const after = view({
    over: true,
    active: null,
    players: [done, player({ ark: [], noah: [], discarded: [], points: 2, kin: [] })],
  });
  const told = scenes(
    view(),
    [
      { event: "arks_closed", round: 3 },
      { event: "pair_left", seat: 0, tiles: animals("zebra 1, zebra 2") },
      { event: "discarded", seat: 0, tiles: animals("camel 4") },
      { event: "scored", seat: 0, points: 3 },
      { event: "ark_emptied", seat: 1 },
      { event: "scored", seat: 1, points: 2 },
    ],
    after,
  );
  expect(told[0]?.view).toMatchObject({ active: null, over: false });
  expect(told[1]?.view.players[0]).toMatchObject({
    tiles: 2,
    ark: animals("camel 4, fox 1"),
    noah: animals("zebra 1, zebra 2"),
    points: null,
  });
  expect(told[2]?.view.players[0]).toMatchObject({ tiles: 1, ark: animals("fox 1"), discarded: animals("camel 4") });
  expect(told[3]?.view.players.map(({ points }) => points)).toEqual([3, null]);
});
