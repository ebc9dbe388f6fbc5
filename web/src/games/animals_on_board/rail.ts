/** What the rail says of a seat and of the game: its crates and its ark, and how far the game is. */
import type { SeatNote } from "$lib/game";
import { phaseOf } from "./phase";
import type * as AnimalsOnBoard from "./wire";
import { words } from "./words";

export function note(view: AnimalsOnBoard.View, seat: number, you: boolean): SeatNote {
  const player = view.players[seat];
  if (!player) return { has: "", score: null, unit: "", awaited: "" };
  const { awaitKeep, awaitTurn, awaitDiscard, crates, resting, onArk, pointsUnit } = words();
  const phase = phaseOf(view);
  const has = [crates(player.crates), player.resting ? resting : ""];
  const awaits = { keeping: awaitKeep, turns: awaitTurn, discarding: awaitDiscard, over: () => "" }[phase];
  return {
    has: has.filter(Boolean).join(" · "),
    score: phase === "over" ? player.points : player.tiles,
    unit: phase === "over" ? pointsUnit(player.points ?? 0) : onArk,
    awaited: awaits(you),
  };
}

export function progress(view: AnimalsOnBoard.View): string {
  const { opening, round, closing, ended } = words();
  return { keeping: opening, turns: round(view.round), discarding: closing, over: ended }[phaseOf(view)];
}
