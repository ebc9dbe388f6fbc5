/** What the seats of a table are called, in order. */
import { seatName } from "$lib/cast";
import type { GameTypes, TableCard } from "$lib/wire";

export function seatNames(card: TableCard<GameTypes>): string[] {
  return card.seats.map(seatName);
}
