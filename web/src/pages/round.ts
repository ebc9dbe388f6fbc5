/** Where the seats stand round a table, and how to go round them. */

export interface Spot {
  /** Percent of the room's width and height. */
  readonly left: number;
  readonly top: number;
}

/** The place of a seat. The seat `front` is nearest, at the bottom; the others follow clockwise, as they play. */
export function spotOf(seat: number, seats: number, front: number): Spot {
  const angle = Math.PI / 2 + (2 * Math.PI * (seat - front)) / seats;
  return { left: 50 + 36 * Math.cos(angle), top: 48 + 35 * Math.sin(angle) };
}

/** The seat that an arrow leads to, from one of so many; null: the key leads nowhere. */
export function neighbour(key: string, seat: number, seats: number): number | null {
  if (key === "ArrowRight" || key === "ArrowDown") return (seat + 1) % seats;
  if (key === "ArrowLeft" || key === "ArrowUp") return (seat + seats - 1) % seats;
  return null;
}
