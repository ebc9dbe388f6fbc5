/** What a trophy is, by the number of the piece (S1): ships come first, three to a port, then a tower to each. */
const SHIPS = 12;
const SHIPS_EACH = 3;
const TOWERS = 4;

export interface Trophy {
  readonly piece: number;
  readonly kind: "ship" | "tower" | "pirate";
  /** The port whose colour it has; null: none. */
  readonly port: number | null;
}

export function trophyOf(piece: number): Trophy {
  if (piece < SHIPS) return { piece, kind: "ship", port: Math.floor(piece / SHIPS_EACH) };
  if (piece < SHIPS + TOWERS) return { piece, kind: "tower", port: piece - SHIPS };
  return { piece, kind: "pirate", port: null };
}
