/** What turtles are called at this table. */
import type { Sentences } from "$lib/sentences";
import type * as Mahe from "./wire";

import { pairs } from "./stacks";

/** By its player; with two turtles each by its colour, because the player's name would not say which. */
export function called(turtle: Mahe.Turtle, view: Mahe.View, sentences: Sentences): string {
  return pairs(view) ? sentences.name("turtle", turtle.turtle) : sentences.name("seat", turtle.seat);
}

/** Several, in a row. */
export function allCalled(turtles: readonly Mahe.Turtle[], view: Mahe.View, sentences: Sentences): string {
  return sentences.listed(turtles.map((each) => called(each, view, sentences)));
}
