/** What seats are called. */
import type { SeatCard, TableCard } from "$lib/wire";

/** Whoever sits there, by name; an empty seat by its number. */
export function seatName(seat: SeatCard, number: number): string {
  return seat.name || seat.person?.name || String(number + 1);
}

export function seatNames(card: TableCard): string[] {
  return card.seats.map(seatName);
}
