/** The end of a round, as far as it has been told: who had what, who keeps, who discards. */
import type * as Duck from "./wire";

export type Fate = { readonly kept: Duck.Card } | "discarded";

export interface Ending {
  readonly round: number;
  /** Who ended the round, and whether by diving. */
  readonly ender: number;
  readonly dived: boolean;
  /** How the dive went; null: not known yet, or there was none. */
  readonly success: boolean | null;
  readonly hands: Readonly<Record<number, { readonly cards: readonly Duck.Card[]; readonly sum: number }>>;
  readonly ghost: { readonly card: Duck.Card; readonly sum: number } | null;
  /** Points of the lifebuoy, below zero for the red side; null: not taken yet. */
  readonly lifebuoy: number | null;
  readonly fates: Readonly<Record<number, Fate>>;
}

function begun(round: number, ender: number, dived: boolean): Ending {
  return { round, ender, dived, success: null, hands: {}, ghost: null, lifebuoy: null, fates: {} };
}

/** The story with one event more; null while no round is ending. */
export function told(ending: Ending | null, event: Duck.Event, round: number): Ending | null {
  if (event.event === "went_out") return begun(round, event.seat, false);
  if (event.event === "dived") return begun(round, event.seat, true);
  if (!ending) return null;
  switch (event.event) {
    case "hand_shown":
      return { ...ending, hands: { ...ending.hands, [event.seat]: { cards: event.cards, sum: event.sum } } };
    case "ghost_shown":
      return { ...ending, ghost: { card: event.card, sum: event.sum } };
    case "dive_succeeded":
      return { ...ending, success: true };
    case "dive_failed":
    case "dive_failed_to_ghost":
    case "bluff_failed":
      return { ...ending, success: false };
    case "green_lifebuoy_taken":
      return { ...ending, lifebuoy: event.points };
    case "red_lifebuoy_taken":
      return { ...ending, lifebuoy: -event.penalty };
    case "hand_discarded":
      return { ...ending, fates: { ...ending.fates, [event.seat]: "discarded" } };
    case "card_kept":
      return { ...ending, fates: { ...ending.fates, [event.seat]: { kept: event.card } } };
    case "round_began":
      return null;
    default:
      return ending;
  }
}

/** The whole story of the round that ends in these events; null: none does. */
export function wholeStory(events: readonly Duck.Event[], round: number): Ending | null {
  let ending: Ending | null = null;
  for (const event of events) ending = told(ending, event, round) ?? ending;
  return ending;
}
