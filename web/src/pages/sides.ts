/** Who will be on which side at a table that is not made yet. */
import type { GameCard } from "$lib/wire";
import type { Terms } from "./terms";

/** The side of each seat at a table of so many, as the server will seat them: a switch that is on may make teams. */
export function sidesAt(game: GameCard, terms: Terms, seats: number): readonly number[] {
  const team = game.options.find((option) => option.sides.length > 0 && terms.options[option.name] === true);
  return Array.from({ length: seats }, (_, seat) => team?.sides[seat] ?? seat);
}
