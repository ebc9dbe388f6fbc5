/** What is agreed on before a game: its options, the clock, who may come. */
import type { Clock, GameCard, NewTable, OptionCard, TableCard } from "$lib/wire";

export interface Terms {
  readonly options: Readonly<Record<string, unknown>>;
  readonly open: boolean;
  readonly spectators: boolean;
  /** At an open table: several people may sit at one device. */
  readonly several: boolean;
  readonly hints: boolean;
  readonly clock: number | null;
}

/** A change of some of them. */
export type Changed = Partial<Terms>;

/** What nobody has to think about. */
export function usualTerms(game: GameCard): Terms {
  const options = Object.fromEntries(game.options.map((option) => [option.name, option.default]));
  return { options, open: false, spectators: true, several: false, hints: true, clock: null };
}

export function termsOf(card: TableCard): Terms {
  const { options, open, spectators, several, hints, clock } = card;
  return { options: { ...options }, open, spectators, several, hints, clock };
}

/** How many values an option takes at a table of so many; 0: there is nothing to choose. */
export function countAt(game: GameCard, option: OptionCard, seats: number): number {
  return option.counts[seats - game.fewest] ?? 0;
}

/** What there is to agree on at a table of so many. A switch that cannot be pressed still says for whom it is. */
export function askable(game: GameCard, seats: number): OptionCard[] {
  return game.options.filter((option) => option.kind === "switch" || countAt(game, option, seats) > 0);
}

/** The same with one option changed. The server takes options as a whole. */
export function withOption(terms: Terms, name: string, value: unknown): Changed {
  return { options: { ...terms.options, [name]: value } };
}

/** What does not fit a table of so many is as usual again: who begins, lists, what is for other numbers of people. */
export function withSeats(game: GameCard, terms: Terms, seats: number): Changed {
  const unfit = game.options.filter(
    (option) => !fits(terms.options[option.name], option, countAt(game, option, seats), seats),
  );
  const usual = Object.fromEntries(unfit.map((option) => [option.name, option.default]));
  return unfit.length ? { options: { ...terms.options, ...usual } } : {};
}

function fits(value: unknown, option: OptionCard, count: number, seats: number): boolean {
  if (option.kind === "seat") return typeof value !== "number" || value < seats;
  if (Array.isArray(value)) return value.length === 0 || value.length === count;
  return count > 0 || value === option.default;
}

/** A table where somebody has several seats is opened to everybody together with the permission for it. */
export function opening(changed: Changed, card: TableCard): Changed {
  const people = card.seats.flatMap((seat) => seat.person?.id ?? []);
  return changed.open && new Set(people).size < people.length ? { ...changed, several: true } : changed;
}

export function newTable(game: string, seats: number, terms: Terms): NewTable {
  return { ...terms, game, seats, clock: terms.clock as Clock | null };
}

/** How few seats a table may have now: chairs are taken away from the end, and never from under a person. */
export function fewestSeats(game: GameCard, card: TableCard): number {
  return Math.max(game.fewest, card.seats.findLastIndex((seat) => seat.person !== null) + 1);
}
