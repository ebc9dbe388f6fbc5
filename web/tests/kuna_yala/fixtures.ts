/** Tables to try things on: shoals written as rows of signs, so that a test shows what it means. */
import type * as KunaYala from "../../src/games/kuna_yala/wire";

type Card = KunaYala.LaidCard["card"];

export const coral: Card = { card: "coral" };
export const shark: Card = { card: "shark" };
export const octopus: Card = { card: "octopus" };
export const one = (colour: KunaYala.Colour, floor: KunaYala.Floor): Card => ({ card: "one_fish", colour, floor });
export const two = (colour: KunaYala.Colour, floor: KunaYala.Floor): Card => ({ card: "two_fish", colour, floor });

export function laid(x: number, y: number, card: Card, slots: number[] = []): KunaYala.LaidCard {
  return { x, y, card, state: "open", slots };
}

export function shoal(cards: KunaYala.LaidCard[], free: KunaYala.FreePlace[] = []): KunaYala.Shoal {
  return { cards, free, fish: { red: 0, yellow: 0, blue: 0, purple: 0 }, corals: 1, octopuses: 0, sharks: 0 };
}

export function table(some: Partial<KunaYala.View> = {}): KunaYala.View {
  return {
    seats: 2,
    active: 0,
    to_lay: "two",
    visible: [coral, one("red", "star"), shark, one("blue", "grass")],
    piles: [20, 20, 20, 20],
    shoals: [shoal([laid(0, 0, coral)]), shoal([laid(0, 0, coral)])],
    discarded: [],
    tokens: ["red", null],
    points: null,
    fish_in: null,
    own_points: null,
    ...some,
  };
}
