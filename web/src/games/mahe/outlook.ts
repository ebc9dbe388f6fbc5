/**
 * Where the dice would lead (M8–M10, M11, M15): a look ahead for the eye, nothing more.
 *
 * What may be done is always the server's word; this only draws what it would mean.
 */
import type { Mahe } from "$lib/wire";

import { LAST_FIELD, RAFT, turtleOf } from "./stacks";

const TOO_MUCH_ABOVE = 7;
const FACES = [1, 2, 3, 4, 5, 6] as const;

export interface Outlook {
  readonly total: number;
  readonly dice: number;
  readonly fields: number;
  /** The sum is too much: everybody who moves goes back to the raft. */
  readonly bust: boolean;
  /** Where the movers end; the raft, if it is too much. */
  readonly field: number;
  /** What whoever sits on top gets on the way. */
  readonly eggs: number;
}

/** What happens if the turtle moves now, or with one more die or card of this value; null: nobody is about to move. */
export function outlook(view: Mahe.View, value: number | null = null): Outlook | null {
  if (view.mover === null || !view.thrown.length) return null;
  const total = view.total + (value ?? 0);
  const dice = view.thrown.length + (value === null ? 0 : 1);
  if (total > TOO_MUCH_ABOVE) return { total, dice, fields: 0, bust: true, field: RAFT, eggs: 0 };
  const fields = total * dice;
  const goal = (turtleOf(view, view.mover).field % LAST_FIELD) + fields;
  return {
    total,
    dice,
    fields,
    bust: false,
    field: goal > LAST_FIELD ? goal - LAST_FIELD : goal,
    eggs: goal >= LAST_FIELD ? view.prize : 0,
  };
}

/** What each face of the next die would bring, from 1 to 6; nothing, if nobody is about to move. */
export function faces(view: Mahe.View): Outlook[] {
  return FACES.flatMap((face) => outlook(view, face) ?? []);
}
