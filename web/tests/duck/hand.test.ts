import { describe, expect, test } from "vitest";

import { blue, play, red, yellow } from "./fixtures";
import { arrange, moved, sorted } from "../../src/games/duck/hand";
import { OwnHand } from "../../src/games/duck/ownHand.svelte";

const cardsOf = (hand: readonly { card: unknown }[]): unknown[] => hand.map(({ card }) => card);

describe("a hand", () => {
  test("keeps its own order, and what is new comes last", () => {
    const before = arrange([], [red(7), blue(1)], "own");
    const after = arrange(before, [blue(1), yellow(3), red(7)], "own");
    expect(cardsOf(after)).toEqual([red(7), blue(1), yellow(3)]);
    expect(after.slice(0, 2)).toEqual(before);
  });

  test("loses one copy of alike cards, not all", () => {
    const before = arrange([], [red(7), red(7), blue(1)], "own");
    expect(cardsOf(arrange(before, [red(7), blue(1)], "own"))).toEqual([red(7), blue(1)]);
  });

  test("tells alike cards apart", () => {
    const keys = arrange([], [red(7), red(7), red(7)], "value").map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });

  test("is sorted by number or by colour", () => {
    const hand = arrange([], [red(1), yellow(8), blue(1), yellow(0)], "own");
    expect(cardsOf(sorted(hand, "value"))).toEqual([yellow(0), blue(1), red(1), yellow(8)]);
    expect(cardsOf(sorted(hand, "colour"))).toEqual([yellow(0), yellow(8), blue(1), red(1)]);
  });

  test("lets a card be moved, not beyond its ends", () => {
    const hand = arrange([], [red(1), red(2), red(3)], "own");
    expect(cardsOf(moved(hand, hand[0]!.key, 1))).toEqual([red(2), red(1), red(3)]);
    expect(cardsOf(moved(hand, hand[0]!.key, 9))).toEqual([red(2), red(3), red(1)]);
    expect(moved(hand, "nobody's", 0)).toEqual(hand);
  });
});

describe("my own hand", () => {
  function handOf(...cards: Parameters<OwnHand["update"]>[0]): OwnHand {
    const hand = new OwnHand();
    hand.update(cards);
    return hand;
  }

  test("raises and lowers with a tap, and counts what stays", () => {
    const hand = handOf(red(5), blue(5), yellow(1));
    const five = hand.held.find(({ card }) => card.value === 5)!;
    hand.toggle(five.key);
    expect(hand.rest).toBe(6);
    hand.toggle(five.key);
    expect(hand.rest).toBe(11);
  });

  test("turns through what may end on top", () => {
    const hand = handOf(red(5), blue(5));
    hand.plays = [play(red(5), blue(5)), play(blue(5), red(5))];
    hand.raise([red(5), blue(5)]);
    expect(hand.meant?.cards.at(-1)).toEqual(blue(5));
    hand.turnTop();
    expect(hand.meant?.cards.at(-1)).toEqual(red(5));
    hand.turnTop();
    expect(hand.meant?.cards.at(-1)).toEqual(blue(5));
  });

  test("forgets raised cards that are gone, and keeps an order of one's own", () => {
    const hand = handOf(red(5), blue(5), yellow(1));
    hand.move(hand.held[0]!.key, 2);
    hand.raise([red(5)]);
    hand.update([blue(5), yellow(1), red(2)]);
    expect(hand.cards).toEqual([]);
    expect(cardsOf(hand.held)).toEqual([blue(5), yellow(1), red(2)]);
  });
});
