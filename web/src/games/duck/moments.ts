/** What only a moment has: something in the air, and the end of a round that is being told. */
import type { Ending } from "./round_end";
import type { Place } from "./places";
import type * as Duck from "./wire";

/** Where something flies from or to. */
export type Spot =
  | "draw"
  | "buoys"
  | { readonly hand: number }
  | { readonly pile: Place }
  | { readonly towel: number }
  | { readonly seat: number };

/** Something in the air: a card, its back, or a lifebuoy. */
export interface Flight {
  readonly card: Duck.Card | null;
  readonly buoy?: { readonly points: number; readonly green: boolean };
  readonly from: Spot;
  readonly to: Spot;
}

/** A view with what only a moment has: something in the air, and the end of a round that is being told. */
export interface Moment extends Duck.View {
  readonly flight?: Flight | null;
  readonly ending?: Ending | null;
  /** The same end as it will have been told, and the table then: for who does not want to wait. */
  readonly whole?: { readonly ending: Ending; readonly view: Duck.View } | null;
}
