/** What the rail says of a seat and of the game: its fleet and its points, and how far the battle is. */
import type { SeatNote } from "$lib/game";
import type * as ShipAhoy from "./wire";
import { words } from "./words";

/** So many rounds before its end a battle says how long it still lasts. */
const LAST_ROUNDS = 2;

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

/** Which turn it is; of a battle that ends by itself, how many are left once these are few. */
export function progress({ turn, last_turn, seats, monster_lives }: ShipAhoy.View): string {
  const left = last_turn === null ? Infinity : last_turn - turn;
  return [
    words().progress(turn) + (left < LAST_ROUNDS * seats ? `, ${words().turnsLeft(left)}` : ""),
    ...(monster_lives ? [words().lives(monster_lives)] : []),
  ].join(" · ");
}
