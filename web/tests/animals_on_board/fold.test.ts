import { expect, test } from "vitest";

import { animals, group, kinOf, player, tiles, view } from "./fixtures";
import { fold } from "../../src/games/animals_on_board/fold";
import type * as AnimalsOnBoard from "../../src/games/animals_on_board/wire";

const own = player({ ark: animals("fox 1"), secret: animals("fox 1"), kin: kinOf("fox 1"), points: 3 });

test("a new round brings a new tile face down, unless one is left over", () => {
  const before = view({ groups: [group("panda 1"), group("fox 2")], pile: 20 });
  const began = (left_over: boolean): AnimalsOnBoard.View =>
    fold(before, { event: "round_began", round: 2, seat: 0, left_over }, before);
  expect(began(false)).toMatchObject({ groups: [group("fox 2, panda 1, ?")], pile: 19 });
  expect(began(true)).toMatchObject({ groups: [group("fox 2, panda 1")], pile: 20 });
  const drawn = fold(began(false), { event: "tiles_drawn", tiles: animals("camel 1, zebra 5") }, before);
  expect(drawn).toMatchObject({ groups: [group("camel 1, fox 2, panda 1, zebra 5, ?")], pile: 17 });
});

test("a crate that a split earns is a point more for its owner", () => {
  const before = view({ groups: [group("fox 2, panda 1")], players: [own, player()] });
  const event: AnimalsOnBoard.Event = {
    event: "group_split",
    seat: 0,
    tiles: tiles("fox 2"),
    rest: tiles("panda 1"),
    smaller: 1,
    larger: 1,
    earned: 1,
    crates: 3,
  };
  const after = view({ groups: [group("fox 2"), group("panda 1")], players: [{ ...own, earns: -1 }, player()] });
  const split = fold(before, event, after);
  expect(split.players[0]).toMatchObject({ crates: 3, points: 4, earns: -1 });
  expect(split.groups).toEqual(after.groups);
});

test("what is taken last is on the ark before the arks are counted", () => {
  const open = player({ ark: animals("tiger 2") });
  const before = view({ groups: [group("camel 4, ?")], players: [own, open] });
  const taken = (seat: number, found: AnimalsOnBoard.Animal | null): AnimalsOnBoard.Player =>
    fold(
      before,
      { event: "hidden_taken", seat, tiles: tiles("camel 4, ?"), found, price: 2, crates: 0 },
      { ...before, over: true },
    ).players[seat]!;
  expect(taken(0, animals("zebra 3")[0]!)).toMatchObject({
    tiles: 3,
    ark: animals("camel 4, fox 1, zebra 3"),
    secret: animals("fox 1, zebra 3"),
    points: null,
  });
  expect(taken(1, null)).toMatchObject({ tiles: 3, ark: animals("camel 4, tiger 2"), secret: null });
});

test("the last turn is somebody's, and is over with the round or the game", () => {
  const alone = fold(view(), { event: "last_turn", seat: 1 }, view());
  expect(alone).toMatchObject({ active: 1, last_turn: true });
  const resting = { ...alone, players: [{ ...own, resting: true }, player()] };
  const closed = fold(resting, { event: "arks_closed", round: 3 }, view());
  expect(closed).toMatchObject({ active: null, last_turn: false });
  expect(closed.players.some((each) => each.resting)).toBe(false);
});
