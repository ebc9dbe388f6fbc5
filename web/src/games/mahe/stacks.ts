/** Who stands on whom: turtles in stacks, from below upwards. */
import type * as Mahe from "./wire";

export const RAFT = 0;
export const LAST_FIELD = 21;
export const BEACH = 22;
/** The eggs on the beach: more than on any card, so the prize says by itself that it is the last. */
export const BEACH_EGGS = 7;

type View = Mahe.View;
type Turtle = Mahe.Turtle;

/** All turtles at one place, from below upwards. On the raft they stand side by side. */
export interface Stack {
  readonly field: number;
  readonly turtles: readonly Turtle[];
}

export function turtleOf(view: View, turtle: number): Turtle {
  const found = view.turtles.find((each) => each.turtle === turtle);
  if (!found) throw new Error(`There is no turtle ${turtle}.`);
  return found;
}

/** A turtle and all that it carries, from below upwards. */
export function carried(view: View, turtle: number): Turtle[] {
  const stack: Turtle[] = [];
  for (let next: number | null = turtle; next !== null; next = stack.at(-1)?.rider ?? null) {
    stack.push(turtleOf(view, next));
  }
  return stack;
}

/** Those that move together now. */
export function movers(view: View): Turtle[] {
  return view.mover === null ? [] : carried(view, view.mover);
}

/** The stack that stays when the movers leave, from below upwards. */
export function stayers(view: View): Turtle[] {
  const moving = new Set(movers(view));
  const field = movers(view)[0]?.field;
  if (!field) return [];
  return (
    stacks(view)
      .find((stack) => stack.field === field)
      ?.turtles.filter((each) => !moving.has(each)) ?? []
  );
}

/** All places with turtles, in the order of the fields. Movers that pass a stack are on top of it. */
export function stacks(view: View): Stack[] {
  const ridden = new Set(view.turtles.map((each) => each.rider));
  const chains = view.turtles.filter((each) => !ridden.has(each.turtle)).map((each) => carried(view, each.turtle));
  const moving = (chain: Turtle[]): number => Number(chain.some((each) => each.turtle === view.mover));
  const fields = [...new Set(view.turtles.map((each) => each.field))].sort((a, b) => a - b);
  return fields.map((field) => {
    const here = chains.filter((chain) => chain[0]?.field === field);
    if (field !== RAFT) here.sort((a, b) => moving(a) - moving(b));
    return { field, turtles: here.flat() };
  });
}

/** The turtles of a seat. */
export function turtlesOf(view: View, seat: number): Turtle[] {
  return view.turtles.filter((each) => each.seat === seat);
}

/** Whether players have two turtles each, so that a player's name does not say which. */
export function pairs(view: View): boolean {
  return view.turtles.length > view.seats;
}

/** Whether the eggs on the beach are the prize now. */
export function lastPrize(view: View): boolean {
  return view.prize === BEACH_EGGS;
}
