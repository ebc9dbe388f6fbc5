/** Small tables of Mahé to test with. */
import type * as Mahe from "../../src/games/mahe/wire";

const COLOURS = ["red", "blue", "yellow", "green", "purple", "pink", "grey"];

/** Turtles by the stacks they stand in, from below upwards; on field 0, the raft, they stand apart. */
export function turtles(stacks: Readonly<Record<number, readonly number[]>>, each = 1): Mahe.Turtle[] {
  return Object.entries(stacks)
    .flatMap(([field, stack]) =>
      stack.map((turtle, level) => ({
        turtle,
        colour: COLOURS[turtle] ?? "",
        seat: Math.floor(turtle / each),
        field: Number(field),
        rider: field === "0" ? null : (stack[level + 1] ?? null),
      })),
    )
    .sort((a, b) => a.turtle - b.turtle);
}

/** What lies ahead of a mover: fields and where they lead, for stopping and for each face; null: too much. */
export function ahead(...ways: readonly (readonly [fields: number, field: number] | null)[]): Mahe.Ahead[] {
  return ways.map((way) => ({ bust: !way, fields: way?.[0] ?? 0, field: way?.[1] ?? 0, eggs: 0 }));
}

export function view(changes: Partial<Mahe.View> = {}): Mahe.View {
  return {
    seats: 4,
    active: 0,
    turtles: turtles({ 0: [0, 1, 2, 3] }),
    piles: [0, 0, 0, 0].map((cards) => ({ cards, values: null })),
    prize: 3,
    deck: 10,
    mover: null,
    decider: null,
    thrown: [],
    card_at: null,
    total: 0,
    ahead: [],
    beach: null,
    ...changes,
  };
}
