/** One's own hand in the order one likes. The server counts cards; here every copy is a piece of its own. */
import { COLOURS, nameOf } from "./cards";
import type * as Duck from "./wire";

export interface Held {
  /** Tells alike cards apart, and stays as long as the card is held. */
  readonly key: string;
  readonly card: Duck.Card;
}

/** How a hand is kept in order: by number, by colour, or as one's own hands left it. */
export type Order = "value" | "colour" | "own";

let copies = 0;

/** The hand as it was, without what is gone; what is new comes last, or to its place where there is an order. */
export function arrange(before: readonly Held[], cards: readonly Duck.Card[], order: Order): Held[] {
  const left = [...cards];
  const kept = before.filter(({ card }) => {
    const found = left.findIndex((each) => nameOf(each) === nameOf(card));
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
  const fresh = left.map((card) => ({ key: `${nameOf(card)}-${copies++}`, card }));
  return sorted([...kept, ...fresh], order);
}

/** The hand sorted; an order of one's own is left as it is. */
export function sorted(hand: readonly Held[], order: Order): Held[] {
  if (order === "own") return [...hand];
  const rank = ({ card: { colour, value } }: Held): number =>
    order === "value" ? value * COLOURS.length + COLOURS.indexOf(colour) : COLOURS.indexOf(colour) * 10 + value;
  return [...hand].sort((one, other) => rank(one) - rank(other));
}

/** The hand with one card moved to another place. */
export function moved(hand: readonly Held[], key: string, to: number): Held[] {
  const card = hand.find((each) => each.key === key);
  if (!card) return [...hand];
  const rest = hand.filter((each) => each.key !== key);
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, card);
  return rest;
}
