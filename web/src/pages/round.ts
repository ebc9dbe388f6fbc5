/** Where the seats stand round a table, and how to go round them. */

export interface Spot {
  /** Percent of the room's width and height. */
  readonly left: number;
  readonly top: number;
}

/**
 * The place of a seat. The seat `front` is nearest, at the bottom; the others follow clockwise, as they play. `part` is
 * how much of the way there one goes from the middle.
 */
export function spotOf(seat: number, seats: number, front: number, part = 1): Spot {
  const angle = Math.PI / 2 + (2 * Math.PI * (seat - front)) / seats;
  return { left: 50 + 36 * part * Math.cos(angle), top: 48 + 35 * part * Math.sin(angle) };
}

/** The seats of each side, where sides have several; without teams none. */
export function teamsOf(seats: readonly { readonly side: number }[]): number[][] {
  const sides = [...new Set(seats.map(({ side }) => side))];
  if (sides.length === seats.length) return [];
  return sides.map((side) => seats.flatMap((seat, number) => (seat.side === side ? [number] : [])));
}

/** The seat that an arrow leads to, from one of so many; null: the key leads nowhere. */
export function neighbour(key: string, seat: number, seats: number): number | null {
  if (key === "ArrowRight" || key === "ArrowDown") return (seat + 1) % seats;
  if (key === "ArrowLeft" || key === "ArrowUp") return (seat + seats - 1) % seats;
  return null;
}
