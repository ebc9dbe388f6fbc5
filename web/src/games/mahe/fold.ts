/** The table after one event more. Pure: from the event and the view before it, unless something else is said. */
import type * as Mahe from "./wire";

import { BEACH, carried, RAFT } from "./stacks";

type View = Mahe.View;
type Event = Mahe.Event;

const STILL = { mover: null, decider: null, thrown: [], total: 0, card_at: null, ahead: [] } as const;

/** The table before the first event: what does not change is as it is `after` them. */
export function opening(_events: readonly Event[], after: View): View {
  const turtles = after.turtles.map((each) => ({ ...each, field: RAFT, rider: null }));
  return { ...after, ...STILL, turtles, prize: 0, deck: after.deck + 1 };
}

/** The table right after an event; `after` is the server's view after all that happened with it. */
export function fold(view: View, event: Event, after: View): View {
  switch (event.event) {
    case "turn_began":
      return { ...view, ...STILL, active: event.seat };
    case "turtle_chosen":
      return { ...view, ...STILL, mover: event.turtle, decider: decider(view, event.turtle) };
    case "rolled":
      return rolled(view, event);
    case "card_played":
      return playedCard(view, event);
    case "moved":
      return moved(view, event);
    case "sank":
      return sank(view, event);
    case "climbed":
      return { ...ride(view, event.under, event.turtle), mover: null, decider: null };
    case "eggs_laid":
      return { ...won(view, event), mover: null, decider: null, prize: 0 };
    case "card_turned_up":
      return { ...view, prize: event.eggs, deck: event.deck };
    case "beach_uncovered":
      return { ...view, prize: event.eggs, deck: 0 };
    case "beach_won":
      return { ...atTheBeach(view, event.turtle), piles: after.piles }; // M25: which are shown now
    case "die_ordered":
    case "stopped":
      return view;
  }
}

function moved(view: View, event: Mahe.Moved): View {
  const free = { ...without(view, event.turtle), mover: event.turtle };
  return put(free, walking(free, event), event.field);
}

/** The turtles that a move takes along. */
export function walking(view: View, event: Mahe.Moved): number[] {
  return carried(view, event.turtle).map((each) => each.turtle);
}

function sank(view: View, event: Mahe.Sank): View {
  const free = without(view, event.turtle);
  const swimming = new Set(carried(free, event.turtle).map((each) => each.turtle));
  const turtles = free.turtles.map((each) =>
    swimming.has(each.turtle) ? { ...each, field: RAFT, rider: null } : each,
  );
  return { ...free, turtles, mover: null, decider: null };
}

function rolled(view: View, event: Mahe.Rolled): View {
  const first = event.die === event.total; // dice have no zero
  return {
    ...view,
    mover: event.turtle,
    decider: decider(view, event.turtle),
    thrown: first ? [event.die] : [...view.thrown, event.die],
    card_at: first ? null : view.card_at,
    total: event.total,
    ahead: first ? [] : come(view, event.die),
  };
}

/** What was said of this value before it came is so now. */
function come(view: View, value: number): Mahe.Ahead[] {
  return view.ahead.slice(value, value + 1);
}

function playedCard(view: View, event: Mahe.CardPlayed): View {
  const piles = changed(view, event.seat, (pile) => {
    const at = pile.values?.indexOf(event.value) ?? -1;
    return { cards: pile.cards - 1, values: pile.values?.filter((_, place) => place !== at) ?? null };
  });
  return {
    ...view,
    piles,
    thrown: [...view.thrown, event.value],
    card_at: view.thrown.length,
    total: event.total,
    ahead: come(view, event.value),
  };
}

function won(view: View, event: Mahe.EggsLaid): View {
  const seat = view.turtles.find((each) => each.turtle === event.turtle)?.seat ?? -1;
  const piles = changed(view, seat, (pile) => ({
    cards: pile.cards + 1,
    values: pile.values && [...pile.values, event.eggs].sort((a, b) => a - b),
  }));
  return { ...view, piles };
}

function atTheBeach(view: View, turtle: number): View {
  const free = without(view, turtle);
  return {
    ...put(free, [turtle], BEACH),
    ...STILL,
    beach: free.turtles.find((t) => t.turtle === turtle)?.seat ?? null,
  };
}

function changed(view: View, seat: number, change: (pile: Mahe.Pile) => Mahe.Pile): Mahe.Pile[] {
  return view.piles.map((pile, place) => (place === seat ? change(pile) : pile));
}

function decider(view: View, turtle: number): number | null {
  return carried(view, turtle).at(-1)?.seat ?? null;
}

/** The table with these turtles on this field. */
export function put(view: View, turtles: readonly number[], field: number): View {
  return { ...view, turtles: view.turtles.map((each) => (turtles.includes(each.turtle) ? { ...each, field } : each)) };
}

function ride(view: View, under: number, rider: number | null): View {
  return { ...view, turtles: view.turtles.map((each) => (each.turtle === under ? { ...each, rider } : each)) };
}

/** The table with nobody under this turtle. */
function without(view: View, turtle: number): View {
  return { ...view, turtles: view.turtles.map((each) => (each.rider === turtle ? { ...each, rider: null } : each)) };
}
