/** The view after one event more, and the view while a card is in the air. Pure: drawn from events only. */
import { nameOf, sumOf, without } from "./cards";
import type { Ending } from "./ending";
import type { Place } from "./places";
import type * as Duck from "./wire";

/** Where something flies from or to. */
export type Spot =
  | "draw"
  | "buoys"
  | { readonly hand: number }
  | { readonly pile: Place }
  | { readonly towel: number }
  | { readonly seat: number };

/** Something in the air: a card, its back, or a lifebuoy. */
export interface Flight {
  readonly card: Duck.Card | null;
  readonly buoy?: { readonly points: number; readonly green: boolean };
  readonly from: Spot;
  readonly to: Spot;
}

/** A view with what only a moment has: something in the air, and the end of a round that is being told. */
export interface Moment extends Duck.View {
  readonly flight?: Flight | null;
  readonly ending?: Ending | null;
}

type Player = Duck.DuckPlayer;

export function withPlayer(view: Duck.View, seat: number, change: (player: Player) => Partial<Player>): Duck.View {
  const players = view.players.map((player) => (player.seat === seat ? { ...player, ...change(player) } : player));
  return { ...view, players };
}

/** Cards leave a hand. */
export function lifted(view: Duck.View, seat: number, cards: readonly Duck.Card[]): Duck.View {
  return withPlayer(view, seat, (player) => {
    const hand = player.hand && (without(player.hand, cards) ?? player.hand);
    const known = player.known.filter((card) => !cards.some((gone) => nameOf(gone) === nameOf(card)));
    return { cards: player.cards - cards.length, hand, known, sum: hand && sumOf(hand) };
  });
}

/** A card comes into a hand. `known`: everybody saw it. */
export function gained(view: Duck.View, seat: number, card: Duck.Card | null, known: boolean): Duck.View {
  return withPlayer(view, seat, (player) => {
    const hand = player.hand && card ? [...player.hand, card] : player.hand;
    return {
      cards: player.cards + 1,
      hand,
      sum: hand && sumOf(hand),
      known: known && card ? [...player.known, card] : player.known,
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

/** All cards are gathered for a new deal: the draw pile holds what the dealt view has, and all that is dealt. */
export function gathered(after: Duck.View, lifebuoys: Duck.View["lifebuoys"]): Duck.View {
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
