/** Who sits where, seen from one seat: clockwise goes to the left. */
import type * as Duck from "./wire";

/** Somebody's place at the table: a seat's number, or the Duck Ghost's. */
export type Place = number | "ghost";

export interface Round {
  readonly left: Place;
  readonly right: Place;
  /** Those across the table, from left to right. */
  readonly far: readonly number[];
}

/** The table as one seat sees it. With two players the ghost sits left of the dealer (D17). */
export function around(view: Duck.View, seat: number): Round {
  const seats = view.players.length;
  const after = (steps: number): number => (seat + steps) % seats;
  if (view.ghost) {
    return seat === view.dealer
      ? { left: "ghost", right: after(1), far: [] }
      : { left: after(1), right: "ghost", far: [] };
  }
  const far = Array.from({ length: Math.max(0, seats - 3) }, (_, place) => after(place + 2));
  return { left: after(1), right: after(seats - 1), far };
}

/** The move that takes the top of a place's pile. */
export function taking(place: Place): Duck.Move {
  return place === "ghost" ? { move: "take_from_ghost" } : { move: "take", seat: place };
}

/** Whether two drawing moves are the same. */
export function sameMove(one: Duck.Move, other: Duck.Move): boolean {
  return one.move === other.move && (one.move !== "take" || one.seat === (other as Duck.Take).seat);
}

/** What lies on a place's pile. */
export function pileAt(view: Duck.View, place: Place): { readonly pile: number; readonly top: Duck.Card | null } {
  return (place === "ghost" ? view.ghost : view.players[place]) ?? { pile: 0, top: null };
}
