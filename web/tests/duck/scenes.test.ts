import { describe, expect, test } from "vitest";

import { blue, player, red, viewOf, yellow } from "./fixtures";
import type { Moment } from "../../src/games/duck/moments";
import { LONGEST_REVEAL_MS, scenes } from "../../src/games/duck/scenes";
import type * as Duck from "../../src/games/duck/wire";

const HAND = [yellow(5), red(5), blue(1)];
const before = viewOf([
  player(0, { cards: 3, hand: HAND, sum: 11, kept: [] }),
  player(1, { cards: 4, pile: 2, top: red(8) }),
  player(2, { cards: 5 }),
]);
const moments = (...told: Parameters<typeof scenes>) => scenes(...told).map(({ view }) => view as Moment);

describe("cards that are played", () => {
  const event: Duck.Event = { event: "set_played", seat: 0, cards: [yellow(5), red(5)], top: red(5) };
  const after = viewOf([
    player(0, { cards: 1, hand: [blue(1)], sum: 1, pile: 2, top: red(5), kept: [] }),
    ...before.players.slice(1),
  ]);

  test("fly one after another, the top last", () => {
    const flights = moments(before, [event], after).flatMap(({ flight }) => (flight ? [flight.card] : []));
    expect(flights).toEqual([yellow(5), red(5)]);
  });

  test("are nowhere else while they are in the air", () => {
    for (const view of moments(before, [event], after)) {
      const me = view.players[0]!;
      expect(me.cards + me.pile + (view.flight ? 1 : 0)).toBe(3);
      expect(me.hand).toHaveLength(me.cards);
    }
  });

  test("end in the server's view", () => {
    expect(scenes(before, [event], after).at(-1)!.view).toBe(after);
  });
});

describe("cards that are drawn", () => {
  test("are hidden from others, and leave the draw pile", () => {
    const after = viewOf([before.players[0]!, { ...before.players[1]!, cards: 5 }, before.players[2]!], {
      draw_pile: 29,
    });
    const [air, landed] = moments(before, [{ event: "card_drawn", seat: 1, card: null }], after);
    expect(air).toMatchObject({ draw_pile: 29, flight: { card: null, from: "draw", to: { hand: 1 } } });
    expect(air!.players[1]!.cards).toBe(4);
    expect(landed!.players[1]!.cards).toBe(5);
  });

  test("show what lies below on the pile they came from", () => {
    const after = viewOf([
      { ...before.players[0]!, cards: 4, hand: [...HAND, red(8)], sum: 19, known: [red(8)] },
      { ...before.players[1]!, pile: 1, top: blue(3) },
      before.players[2]!,
    ]);
    const event: Duck.Event = { event: "card_taken", seat: 0, neighbour: { seat: 1 }, card: red(8) };
    const [air, landed] = moments(before, [event], after);
    expect(air!.players[1]).toMatchObject({ pile: 1, top: blue(3) });
    expect(landed!.players[0]).toMatchObject({ cards: 4, sum: 19, known: [red(8)] });
  });
});

describe("the end of a round", () => {
  const events: Duck.Event[] = [
    { event: "dived", seat: 1 },
    { event: "hand_shown", seat: 0, cards: HAND, sum: 11 },
    { event: "hand_shown", seat: 1, cards: [blue(2)], sum: 2 },
    { event: "hand_shown", seat: 2, cards: [red(7), red(8)], sum: 15 },
    { event: "dive_succeeded", seat: 1 },
    { event: "green_lifebuoy_taken", seat: 1, points: 6 },
    { event: "card_kept", seat: 1, card: blue(2) },
    { event: "hand_discarded", seat: 2, sum: 15 },
    { event: "card_kept", seat: 0, card: yellow(5) },
    { event: "round_began", round: 2, seat: 1, lifebuoy: 7 },
    { event: "cards_dealt", seat: 2, cards: null },
    { event: "cards_dealt", seat: 0, cards: [red(1), red(2)] },
    { event: "cards_dealt", seat: 1, cards: null },
    { event: "card_turned_up", seat: 1, card: blue(4) },
  ];
  const lifebuoys = before.lifebuoys.map((buoy, place) => (place ? buoy : { ...buoy, seat: 1, green: true }));
  const after = viewOf(
    [
      player(0, { cards: 2, hand: [red(1), red(2)], sum: 3, towel: 1, kept: [yellow(5)] }),
      player(1, { cards: 2, pile: 1, top: blue(4), towel: 1 }),
      player(2, { cards: 2 }),
    ],
    { round: 2, dealer: 1, active: 2, draw_pile: 40, lifebuoys },
  );
  const told = scenes(before, events, after);

  test("tells every event in order", () => {
    const heard = told.map(({ event }) => event).filter((event, place, all) => event !== all[place - 1]);
    expect(heard).toEqual(events);
  });

  test("gathers who had what, who keeps, who discards", () => {
    const last = (told.filter(({ view }) => (view as Moment).ending).at(-1)!.view as Moment).ending!;
    expect(last).toMatchObject({ round: 1, ender: 1, dived: true, success: true, lifebuoy: 6 });
    expect(last.fates).toEqual({ 0: { kept: yellow(5) }, 1: { kept: blue(2) }, 2: "discarded" });
    expect(Object.keys(last.hands)).toHaveLength(3);
  });

  test("is told in four seconds, and whole for who presses on", () => {
    const reveal = told.filter(({ view }) => (view as Moment).ending);
    expect(reveal.length).toBeGreaterThan(8);
    expect(reveal.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThanOrEqual(LONGEST_REVEAL_MS + 100);
    expect(reveal.every(({ ms }) => ms > 0)).toBe(true);
    const whole = reveal.map(({ view }) => (view as Moment).whole);
    expect(whole[0]).toEqual({ ending: (reveal.at(-1)!.view as Moment).ending, view: after });
    expect(new Set(whole).size).toBe(1);
  });

  test("shows a hand only once it is told", () => {
    const first = told.find(({ event }) => event?.event === "dived")!.view as Moment;
    expect(first.ending!.hands).toEqual({});
    expect(first.players[2]!.hand).toBeNull();
  });

  test("deals the next round from a draw pile that holds all cards", () => {
    const began = told.find(({ event }) => event?.event === "round_began")!.view as Moment;
    expect(began).toMatchObject({ draw_pile: 47, round: 2, ending: null });
    expect(began.players.map(({ cards, pile }) => cards + pile)).toEqual([0, 0, 0]);
    expect(told.at(-1)!.view).toBe(after);
    expect((told.at(-2)!.view as Moment).draw_pile).toBe(40);
  });

  test("is left to be read by onlookers", () => {
    const blind = (seen: Duck.View): Duck.View => ({
      ...seen,
      players: seen.players.map((each) => ({ ...each, hand: null, sum: null, kept: null })),
    });
    const long = (views: typeof told) => views.reduce((ms, scene) => ms + scene.ms, 0);
    expect(long(scenes(blind(before), events, blind(after)))).toBeGreaterThan(long(told) + 1000);
    // The last one, after which everybody's hand is seen.
    const last = events.slice(
      0,
      events.findIndex(({ event }) => event === "round_began"),
    );
    expect(long(scenes(blind(before), last, after))).toBeGreaterThan(long(scenes(before, last, after)) + 2000);
  });
});

describe("the laying out", () => {
  test("begins with nothing on the table", () => {
    const [first] = moments(null, [{ event: "round_began", round: 1, seat: 0, lifebuoy: 6 }], before);
    expect(first!.players.every(({ cards, pile }) => cards + pile === 0)).toBe(true);
  });
});
