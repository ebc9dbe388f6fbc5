/** What is agreed on before a game: its options, the clock, who may come. */
import type { Clock, GameCard, GameKey, NewTable, OptionCard, TableCard } from "$lib/wire";

export interface Terms {
  readonly options: Readonly<Record<string, unknown>>;
  readonly open: boolean;
  readonly spectators: boolean;
  readonly hints: boolean;
  readonly clock: number | null;
}

/** A change of some of them. */
export type Changed = Partial<Terms>;

/** What nobody has to think about. */
export function usualTerms(game: GameCard): Terms {
  const options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  return { options, open: false, spectators: true, hints: true, clock: null };
}

export function termsOf(card: TableCard): Terms {
  const { options, open, spectators, hints, clock } = card;
  return { options: { ...options }, open, spectators, hints, clock };
}

/** Options that a page can ask about; lists of colours or species are left to luck and to the rules. */
export function askable(game: GameCard): OptionCard[] {
  return game.options.filter(({ kind }) => kind !== "names" && kind !== "numbers");
}

/** The same with one option changed. The server takes options as a whole. */
export function withOption(terms: Terms, name: string, value: unknown): Changed {
  return { options: { ...terms.options, [name]: value } };
}

/** Whoever was to begin has to sit on one of so many seats; else luck decides again. */
export function withSeats(game: GameCard, terms: Terms, seats: number): Changed {
  const first = terms.options[game.first];
  return typeof first === "number" && first >= seats ? withOption(terms, game.first, null) : {};
}

export function newTable(game: GameKey, seats: number, terms: Terms): NewTable {
  return { ...terms, game, seats, clock: terms.clock as Clock | null };
}

/** How few seats a table may have now: chairs are taken away from the end, and never from under a person. */
export function fewestSeats(game: GameCard, card: TableCard): number {
  return Math.max(game.fewest, card.seats.findLastIndex((seat) => seat.person !== null) + 1);
}
