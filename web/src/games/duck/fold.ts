/** The table after one event more. Pure: from the event and the view before it, unless something else is said. */
import { inOrder, sumOf, without } from "./cards";
import type { Place } from "./places";
import type * as Duck from "./wire";

type Player = Duck.DuckPlayer;

/** The table before the first event: what does not change is as it is `after` them. */
export function opening(_events: readonly Duck.Event[], after: Duck.View): Duck.View {
  return gathered(after, after.lifebuoys);
}

/** The table right after an event; `after` is the server's view after all that happened with it. */
export function fold(view: Duck.View, event: Duck.Event, after: Duck.View): Duck.View {
  switch (event.event) {
    case "round_began":
      return gathered(after, view.lifebuoys);
    case "cards_dealt":
      return dealt(view, event.seat, after);
    case "ghost_dealt":
      return drawn(view, 1);
    case "card_turned_up":
      return laid(drawn(view, 1), event.seat, event.card);
    case "ghost_turned_up":
      return laid(drawn(view, 1), "ghost", event.card);
    case "card_played":
      return played(view, event.seat, event.card);
    case "set_played":
    case "run_played":
      return event.cards.reduce((table, card) => played(table, event.seat, card), view);
    case "card_drawn":
      return gained(drawn(view, 1), event.seat, event.card, false);
    case "card_taken":
      return gained(taken(view, event.neighbour.seat, after), event.seat, event.card, true);
    case "card_taken_from_ghost":
      return gained(taken(view, "ghost", after), event.seat, event.card, true);
    case "draw_pile_refilled":
      return refilled(view, event.cards);
    case "hand_shown":
      return withPlayer(view, event.seat, () => ({ hand: event.cards, sum: event.sum }));
    case "ghost_shown":
      return view.ghost ? { ...view, ghost: { ...view.ghost, card: event.card, sum: event.sum } } : view;
    case "green_lifebuoy_taken":
      return withLifebuoy(view, event.seat, true);
    case "red_lifebuoy_taken":
      return withLifebuoy(view, event.seat, false);
    case "card_kept":
      return kept(emptied(view, event.seat, after), event.seat, event.card);
    case "hand_discarded":
      return emptied(view, event.seat, after);
    default:
      return view;
  }
}

export function withPlayer(view: Duck.View, seat: number, change: (player: Player) => Partial<Player>): Duck.View {
  const players = view.players.map((player) => (player.seat === seat ? { ...player, ...change(player) } : player));
  return { ...view, players };
}

/** Cards leave a hand; of alike ones that everybody knows to be there, only as many as left it. */
export function lifted(view: Duck.View, seat: number, cards: readonly Duck.Card[]): Duck.View {
  return withPlayer(view, seat, (player) => {
    const hand = player.hand && (without(player.hand, cards) ?? player.hand);
    const known = cards.reduce<readonly Duck.Card[]>((left, card) => without(left, [card]) ?? left, player.known);
    return { cards: player.cards - cards.length, hand, known, sum: hand && sumOf(hand) };
  });
}

/** A card comes into a hand. `known`: everybody saw it. */
export function gained(view: Duck.View, seat: number, card: Duck.Card | null, known: boolean): Duck.View {
  return withPlayer(view, seat, (player) => {
    const hand = player.hand && card ? inOrder([...player.hand, card]) : player.hand;
    return {
      cards: player.cards + 1,
      hand,
      sum: hand && sumOf(hand),
      known: known && card ? inOrder([...player.known, card]) : player.known,
    };
  });
}

/** A card comes to lie on a pile. */
export function laid(view: Duck.View, place: Place, card: Duck.Card): Duck.View {
  if (place !== "ghost") return withPlayer(view, place, ({ pile }) => ({ pile: pile + 1, top: card }));
  return view.ghost ? { ...view, ghost: { ...view.ghost, pile: view.ghost.pile + 1, top: card } } : view;
}

/** The top leaves a pile; what lies below is known from the view that follows, if nothing else came on top there. */
export function taken(view: Duck.View, place: Place, after: Duck.View): Duck.View {
  const below = (pile: number, next: { pile: number; top: Duck.Card | null } | null | undefined): Duck.Card | null =>
    next?.pile === pile ? next.top : null;
  if (place !== "ghost") {
    return withPlayer(view, place, ({ pile }) => ({ pile: pile - 1, top: below(pile - 1, after.players[place]) }));
  }
  if (!view.ghost) return view;
  const pile = view.ghost.pile - 1;
  return { ...view, ghost: { ...view.ghost, pile, top: below(pile, after.ghost) } };
}

export function drawn(view: Duck.View, cards: number): Duck.View {
  return { ...view, draw_pile: Math.max(0, view.draw_pile - cards) };
}

/** D22: only the tops stay on the players' piles. */
export function refilled(view: Duck.View, cards: number): Duck.View {
  const players = view.players.map((player) => ({ ...player, pile: Math.min(player.pile, 1) }));
  return { ...view, players, draw_pile: cards };
}

/** D8: a card goes from a hand to the top of its owner's pile. */
export function played(view: Duck.View, seat: number, card: Duck.Card): Duck.View {
  return laid(lifted(view, seat, [card]), seat, card);
}

/** A hand is dealt: it is the one that is seen `after`, since nobody has played yet. */
function dealt(view: Duck.View, seat: number, after: Duck.View): Duck.View {
  const player = after.players[seat];
  if (!player) return view;
  const { cards, hand, sum } = player;
  return withPlayer(drawn(view, cards), seat, () => ({ cards, hand, sum }));
}

/** The round's lifebuoy lies before a player, one side up. */
function withLifebuoy(view: Duck.View, seat: number, green: boolean): Duck.View {
  const place = view.round - 1;
  return { ...view, lifebuoys: view.lifebuoys.map((each, nth) => (nth === place ? { ...each, seat, green } : each)) };
}

/** A hand leaves the table. When the game is over `after` it, it stays as it was shown. */
export function emptied(view: Duck.View, seat: number, after: Duck.View): Duck.View {
  if (after.over) return view;
  return withPlayer(view, seat, ({ hand }) => ({ cards: 0, hand: hand && [], sum: hand && 0, known: [] }));
}

/** A card goes under a towel. */
function kept(view: Duck.View, seat: number, card: Duck.Card): Duck.View {
  return withPlayer(view, seat, ({ towel, kept }) => ({ towel: towel + 1, kept: kept && inOrder([...kept, card]) }));
}

/** All cards are gathered for a new deal: the draw pile holds what the dealt view has, and all that is dealt. */
function gathered(after: Duck.View, lifebuoys: Duck.View["lifebuoys"]): Duck.View {
  const dealt = after.players.reduce((cards, player) => cards + player.cards + player.pile, after.ghost ? 1 : 0);
  const players = after.players.map((player) => ({
    ...player,
    cards: 0,
    hand: player.hand && [],
    sum: player.hand && 0,
    known: [],
    pile: 0,
    top: null,
  }));
  const ghost = after.ghost && { pile: 0, top: null, card: null, sum: null };
  return { ...after, players, ghost, lifebuoys, draw_pile: after.draw_pile + dealt };
}
