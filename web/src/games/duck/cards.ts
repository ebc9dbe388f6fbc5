/** Duck cards as things one can count and compare. */
import type * as Duck from "./wire";

export const COLOURS: readonly Duck.Colour[] = ["yellow", "blue", "red"];

/** A card's name: alike cards have the same. */
export function nameOf(card: Duck.Card): string {
  return `${card.colour}-${card.value}`;
}

export function sumOf(cards: readonly Duck.Card[]): number {
  return cards.reduce((sum, card) => sum + card.value, 0);
}

/** In the order in which the server tells them: by colour, then by value. */
export function inOrder(cards: readonly Duck.Card[]): Duck.Card[] {
  const rank = ({ colour, value }: Duck.Card): number => COLOURS.indexOf(colour) * 10 + value;
  return [...cards].sort((one, other) => rank(one) - rank(other));
}

/** The cards without one copy of each of these; null if one of them is not there. */
export function without(cards: readonly Duck.Card[], gone: readonly Duck.Card[]): Duck.Card[] | null {
  const left = [...cards];
  for (const card of gone) {
    const found = left.findIndex((each) => nameOf(each) === nameOf(card));
    if (found < 0) return null;
    left.splice(found, 1);
  }
  return left;
}

/** Whether two bunches hold the same cards, in whatever order. */
export function sameCards(one: readonly Duck.Card[], other: readonly Duck.Card[]): boolean {
  return one.length === other.length && without(one, other) !== null;
}
