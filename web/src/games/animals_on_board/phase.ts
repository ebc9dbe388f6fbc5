/** How far a game is, as its view tells. */
import type * as AnimalsOnBoard from "./wire";

export type Phase = "keeping" | "turns" | "discarding" | "over";

export function phaseOf(view: AnimalsOnBoard.View): Phase {
  if (view.over) return "over";
  if (view.round === 0) return "keeping";
  return view.active === null ? "discarding" : "turns";
}

/** Whether the groups are looked at now; else the arks. */
export function afloat(view: AnimalsOnBoard.View): boolean {
  return phaseOf(view) === "turns" || (phaseOf(view) === "keeping" && view.groups.length > 0);
}
