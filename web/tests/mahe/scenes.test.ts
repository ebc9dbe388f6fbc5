import { describe, expect, it } from "vitest";

import { begunBy, essential, scenes } from "../../src/games/mahe/scenes";
import type * as Mahe from "../../src/games/mahe/wire";
import { ahead, turtles, view } from "./positions";

const field = (table: Mahe.View, turtle: number): number | undefined =>
  table.turtles.find((each) => each.turtle === turtle)?.field;

describe("scenes", () => {
  const before = view({
    turtles: turtles({ 19: [2, 0, 3], 2: [1] }),
    mover: 0,
    decider: 3,
    thrown: [4],
    total: 4,
    ahead: ahead([4, 2], [10, 8], [12, 10], [14, 12], null, null, null),
  });
  const events: Mahe.Event[] = [
    { event: "stopped", seat: 3, turtle: 0, total: 4, dice: 1 },
    { event: "moved", turtle: 0, start: 19, field: 2 },
    { event: "climbed", turtle: 0, under: 1 },
    { event: "eggs_laid", turtle: 3, eggs: 3 },
    { event: "card_turned_up", eggs: 6, deck: 9 },
    { event: "turn_began", seat: 1 },
    { event: "rolled", turtle: 1, die: 5, total: 5 },
  ];
  const after = view({
    turtles: turtles({ 19: [2], 2: [1, 0, 3] }),
    piles: [0, 0, 0, 1].map((cards) => ({ cards, values: null })),
    active: 1,
    prize: 6,
    deck: 9,
    mover: 1,
    decider: 3,
    thrown: [5],
    total: 5,
  });
  const told = scenes(before, events, after);
  const during = (event: Mahe.Event["event"]) => told.filter((scene) => scene.event?.event === event);

  it("tells every event, in order", () => {
    const order = told.map((scene) => scene.event).filter((event, at, all) => event !== all[at - 1]);
    expect(order).toEqual(events);
  });

  it("walks field by field past 21, riders and all, and leaves those below", () => {
    expect(during("moved").map((scene) => field(scene.view, 0))).toEqual([20, 21, 1, 2]);
    expect(during("moved").map((scene) => field(scene.view, 3))).toEqual([20, 21, 1, 2]);
    expect(during("moved").every((scene) => field(scene.view, 2) === 19)).toBe(true);
  });

  it("puts a turtle on the back that it climbs", () => {
    expect(during("climbed")[0]?.view.turtles.find((each) => each.turtle === 1)?.rider).toBe(0);
  });

  it("gives the card to whoever laid the eggs, and has no prize until the next is turned up", () => {
    expect(during("eggs_laid")[0]?.view.piles[3]?.cards).toBe(1);
    expect(during("eggs_laid")[0]?.view.prize).toBe(0);
    expect(during("card_turned_up")[0]?.view).toMatchObject({ prize: 6, deck: 9 });
  });

  it("clears the dice between two turns", () => {
    expect(during("turn_began")[0]?.view).toMatchObject({ active: 1, thrown: [], total: 0, mover: null });
  });

  it("ends with the server's view, which its own telling agrees with", () => {
    expect(told.at(-1)?.view).toBe(after);
    const guess = scenes(before, [...events, { event: "die_ordered", seat: 3, turtle: 1 }], after).at(-2)?.view;
    expect(guess).toEqual(after);
  });

  it("walks a whole lap when the move is 21", () => {
    const lap = scenes(before, [{ event: "moved", turtle: 0, start: 19, field: 19 }], before);
    expect(lap).toHaveLength(21);
  });

  it("first shows that it is too much, then sends all movers to the raft, apart", () => {
    const bust = scenes(before, [{ event: "sank", turtle: 0, total: 9 }, events[5] as Mahe.Event], after);
    expect(bust.map((scene) => field(scene.view, 3)).slice(0, 2)).toEqual([19, 0]);
    expect(bust[1]?.view.turtles.map((each) => each.rider)).toEqual([null, null, null, null]);
    expect(field(bust[1]?.view as Mahe.View, 2)).toBe(19);
  });

  it("adds a later die to the sum and begins anew with a first one", () => {
    const second: Mahe.Event = { event: "rolled", turtle: 0, die: 2, total: 6 };
    const next: Mahe.Event = { event: "turn_began", seat: 1 };
    const both = scenes(before, [second, next, events[6] as Mahe.Event, next], after);
    expect(both[0]?.view).toMatchObject({ thrown: [4, 2], total: 6, decider: 3, ahead: ahead([12, 10]) });
    expect(both[2]?.view).toMatchObject({ thrown: [5], total: 5 });
  });

  it("shows with a die that is too much that it is", () => {
    const third: Mahe.Event = { event: "rolled", turtle: 0, die: 5, total: 9 };
    const bust = scenes(before, [third, { event: "sank", turtle: 0, total: 9 }], after);
    expect(bust[0]?.view.ahead).toEqual(ahead(null));
  });

  it("takes a played card from its pile and shows it among the dice", () => {
    const rich = {
      ...before,
      piles: before.piles.map((pile, seat) => (seat === 3 ? { cards: 3, values: [2, 2, 5] } : pile)),
    };
    const played = scenes(
      rich,
      [{ event: "card_played", seat: 3, value: 2, total: 6 }, events[5] as Mahe.Event],
      after,
    );
    expect(played[0]?.view).toMatchObject({ thrown: [4, 2], card_at: 1, total: 6, ahead: ahead([12, 10]) });
    expect(played[0]?.view.piles[3]).toEqual({ cards: 2, values: [2, 5] });
  });

  it("lays the winner of the beach on it", () => {
    const end = scenes(before, [{ event: "beach_won", turtle: 3, eggs: 7 }, events[5] as Mahe.Event], after);
    expect(field(end[0]?.view as Mahe.View, 3)).toBe(22);
    expect(end[0]?.view.beach).toBe(3);
  });

  it("begins with everybody on the raft when nothing was seen before", () => {
    const first = scenes(null, [{ event: "card_turned_up", eggs: 6, deck: 9 }, ...events.slice(5)], after);
    expect(first[0]?.view.turtles.every((each) => each.field === 0 && each.rider === null)).toBe(true);
    expect(first[0]?.view.prize).toBe(6);
  });
});

describe("what whoever looks must see", () => {
  const table = view({ turtles: turtles({ 4: [1, 0], 7: [2], 9: [3] }), mover: 1 });

  it("is a prize that anybody gets, and one's own turtle that sinks, carried or carrying", () => {
    expect(essential({ event: "eggs_laid", turtle: 2, eggs: 3 }, table, 0)).toBe(true);
    const sank = { event: "sank", turtle: 1, total: 9 } as const;
    expect([0, 1, 2, null].map((eye) => essential(sank, table, eye))).toEqual([true, true, false, false]);
    expect(essential({ event: "stopped", seat: 0, turtle: 1, total: 3, dice: 1 }, table, 0)).toBe(false);
  });
});

describe("M6: the first die", () => {
  const table = view({ active: 1, turtles: turtles({ 4: [1, 0], 7: [2], 9: [3] }) });
  const first = { event: "rolled", turtle: 1, die: 4, total: 4 } as const;

  it("is thrown by whoever's turn it is, not by whoever rides on top, and by nobody else", () => {
    expect([0, 1, 2].map((seat) => begunBy(first, table, seat))).toEqual([false, true, false]);
  });

  it("is the only one: another die is ordered by a press of its own", () => {
    expect(begunBy({ ...first, total: 6 }, table, 1)).toBe(false);
  });
});
