/** What the rail says of a seat and of the game: where its turtles are, its cards, and how many cards are left. */
import type { SeatNote } from "$lib/game";
import { lastPrize, movers, pairs, turtlesOf } from "./stacks";
import type * as Mahe from "./wire";
import { words } from "./words";

export function note(view: Mahe.View, seat: number, you: boolean): SeatNote {
  const cards = view.piles[seat]?.cards ?? 0;
  return { has: where(view, seat), score: cards, unit: words().note.cards(cards), awaited: awaited(view, seat, you) };
}

export function progress(view: Mahe.View): string {
  return lastPrize(view) ? words().lastPrize : words().left(view.deck);
}

function where(view: Mahe.View, seat: number): string {
  const moving = movers(view);
  return turtlesOf(view, seat)
    .map((turtle) => {
      const field = words().field(turtle.field);
      if (pairs(view) || moving.length < 2 || !moving.includes(turtle)) return field;
      return turtle === moving.at(-1) ? words().note.top : words().note.goes(field);
    })
    .join(words().note.and);
}

function awaited(view: Mahe.View, seat: number, you: boolean): string {
  if (view.mover === null) return words().note.chooses(you);
  // M24: whoever decides wants another die, and the active player may answer with a card
  const answers = view.active === seat && view.decider !== seat;
  return answers ? words().note.rolls(you) : words().note.decides(you);
}
