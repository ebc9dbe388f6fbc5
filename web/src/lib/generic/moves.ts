/** The moves of a question, to be chosen without knowing the game: as buttons, or field by field. */
import type { Sentences } from "$lib/sentences";
import type { AnyGame } from "$lib/wire";

export type Move = AnyGame["Move"];

/** So many moves are offered as buttons; more are chosen field by field. */
export const MOST_BUTTONS = 12;

export const sameMove = (one: Move, other: Move | null): boolean => other !== null && keyOf(one) === keyOf(other);

/** A move or a part of one as a text that is the same for equal ones. */
export function keyOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const parts = Object.entries(value).sort(([one], [other]) => one.localeCompare(other));
  return `{${parts.map(([name, each]) => `${name}:${keyOf(each)}`).join()}}`;
}

/** What is offered: the question's moves, and the one that a hint proposes, if it is none of them. */
export function offered(moves: readonly Move[], hinted: Move | null): readonly Move[] {
  return hinted === null || moves.some((move) => sameMove(move, hinted)) ? moves : [...moves, hinted];
}

/** One choice on the way to a move: a field (or `move`, its kind), what it may be, and what it is. */
export interface Choice {
  readonly field: string;
  readonly values: readonly unknown[];
  readonly chosen: unknown;
}

/**
 * The way to one of the moves: its kind, then one field after another, each narrowing down what is left.
 *
 * `wanted` holds what was chosen of each field, as its key; what is no longer offered is the first of what is. Fields
 * that leave no choice are left out.
 */
export function wayTo(
  moves: readonly Move[],
  wanted: Readonly<Record<string, string>>,
): { readonly choices: readonly Choice[]; readonly move: Move | null } {
  let left = moves;
  const choices: Choice[] = [];
  const narrow = (field: string): void => {
    const values = distinct(left.map((move) => move[field]));
    const chosen = values.find((value) => keyOf(value) === wanted[field]) ?? values[0];
    if (values.length > 1) choices.push({ field, values, chosen });
    left = left.filter((move) => keyOf(move[field]) === keyOf(chosen));
  };
  narrow("move");
  for (const field of Object.keys(left[0] ?? {})) narrow(field);
  return { choices, move: left[0] ?? null };
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}

/** What a kind of move is called: its sentence, without what is yet to be chosen. */
export function kindName(sentences: Sentences, kind: string): string {
  const template = sentences.tables["moves"]?.[kind];
  const name = typeof template === "string" ? template.replace(/\{[^}]*\}/g, "…") : kind.replaceAll("_", " ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}
