/** What happened, in moments: dice fall, a stack walks field by field, eggs are laid, the next card is turned up. */
import type { Scene } from "$lib/game";
import type * as Mahe from "./wire";

import { BEACH, carried, LAST_FIELD, RAFT } from "./stacks";

type View = Mahe.View;
type Event = Mahe.Event;
type Kind = Event["event"];

/** How long an event is looked at, in milliseconds. A walk takes its time field by field. */
const LOOKED_AT: Readonly<Record<Exclude<Kind, "moved" | "sank">, number>> = {
  turn_began: 250,
  turtle_chosen: 450,
  rolled: 900,
  die_ordered: 650,
  stopped: 420,
  card_played: 900,
  climbed: 480,
  eggs_laid: 1300,
  card_turned_up: 700,
  beach_uncovered: 1100,
  beach_won: 1600,
};
const TOO_MUCH = 800;
const SWIM = 900;
const WALK = 1500;
const STEP = 150;

const STILL = { mover: null, decider: null, thrown: [], total: 0, card_at: null, ahead: [] } as const;

export function scenes(before: View | null, events: readonly Event[], after: View): Scene<Mahe.Types>[] {
  let view = before ?? laidOut(after);
  const told = events.flatMap((event) => {
    const moments = played(view, event);
    view = moments.at(-1)?.view ?? view;
    return moments;
  });
  const last = told.at(-1);
  return last ? [...told.slice(0, -1), { ...last, view: after }] : [];
}

/** The table before the first event. */
function laidOut(after: View): View {
  const turtles = after.turtles.map((each) => ({ ...each, field: RAFT, rider: null }));
  return { ...after, ...STILL, turtles, prize: 0, deck: after.deck + 1 };
}

function played(view: View, event: Event): Scene<Mahe.Types>[] {
  if (event.event === "moved") return walk(view, event);
  if (event.event === "sank") return sink(view, event);
  return [{ view: told(view, event), event, ms: LOOKED_AT[event.event] }];
}

function walk(view: View, event: Mahe.Moved): Scene<Mahe.Types>[] {
  const from = event.start % LAST_FIELD;
  const steps = (event.field - from + LAST_FIELD) % LAST_FIELD || LAST_FIELD;
  const free = { ...without(view, event.turtle), mover: event.turtle };
  const walking = carried(free, event.turtle).map((each) => each.turtle);
  return Array.from({ length: steps }, (_, step) => ({
    view: put(free, walking, ((from + step) % LAST_FIELD) + 1),
    event,
    ms: Math.min(STEP, WALK / steps),
  }));
}

/** First one sees that it is too much, then all of them swim to the raft. */
function sink(view: View, event: Mahe.Sank): Scene<Mahe.Types>[] {
  const free = without(view, event.turtle);
  const swimming = new Set(carried(free, event.turtle).map((each) => each.turtle));
  const turtles = free.turtles.map((each) =>
    swimming.has(each.turtle) ? { ...each, field: RAFT, rider: null } : each,
  );
  return [
    { view, event, ms: TOO_MUCH },
    { view: { ...free, turtles, mover: null, decider: null }, event, ms: SWIM },
  ];
}

/** The table after an event that needs one moment only. */
function told(view: View, event: Exclude<Event, Mahe.Moved | Mahe.Sank>): View {
  switch (event.event) {
    case "turn_began":
      return { ...view, ...STILL, active: event.seat };
    case "turtle_chosen":
      return { ...view, ...STILL, mover: event.turtle, decider: decider(view, event.turtle) };
    case "rolled":
      return rolled(view, event);
    case "card_played":
      return playedCard(view, event);
    case "climbed":
      return { ...ride(view, event.under, event.turtle), mover: null, decider: null };
    case "eggs_laid":
      return { ...won(view, event), mover: null, decider: null, prize: 0 };
    case "card_turned_up":
      return { ...view, prize: event.eggs, deck: event.deck };
    case "beach_uncovered":
      return { ...view, prize: event.eggs, deck: 0 };
    case "beach_won":
      return atTheBeach(view, event.turtle);
    case "die_ordered":
    case "stopped":
      return view;
  }
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

function put(view: View, turtles: readonly number[], field: number): View {
  return { ...view, turtles: view.turtles.map((each) => (turtles.includes(each.turtle) ? { ...each, field } : each)) };
}

function ride(view: View, under: number, rider: number | null): View {
  return { ...view, turtles: view.turtles.map((each) => (each.turtle === under ? { ...each, rider } : each)) };
}

/** The table with nobody under this turtle. */
function without(view: View, turtle: number): View {
  return { ...view, turtles: view.turtles.map((each) => (each.rider === turtle ? { ...each, rider: null } : each)) };
}
