/** What the rail says of a seat and of the game: its fleet and its points, and how far the battle is. */
import type { SeatNote } from "$lib/game";
import type * as ShipAhoy from "./wire";
import { words } from "./words";

export function note(view: ShipAhoy.View, seat: number, you: boolean): SeatNote {
  const w = words();
  const own = view.pieces.filter((piece) => piece.seat === seat);
  const score = view.scores[seat] ?? 0;
  return {
    has: w.fleet(own.filter(({ kind }) => kind === "ship").length, own.filter(({ kind }) => kind === "tower").length),
    score,
    unit: w.points(score),
    awaited: w.awaits[view.phase](you),
  };
}

export function progress(view: ShipAhoy.View): string {
  const turn = words().progress(view.turn, view.last_turn);
  return view.monster_lives ? `${turn} · ${words().lives(view.monster_lives)}` : turn;
}
