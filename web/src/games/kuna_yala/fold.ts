/** The table after one event more. Pure: from the event and the view before it, unless something else is said. */
import { type Card, fishOn, spotsBeside } from "./shoal";
import type * as KunaYala from "./wire";

type View = KunaYala.View;
type Event = KunaYala.Event;

const KINDS: readonly Card["card"][] = ["one_fish", "two_fish", "coral", "shark", "octopus"];
const COLOURS: readonly KunaYala.Colour[] = ["red", "yellow", "blue", "purple"];
const FLOORS: readonly KunaYala.Floor[] = ["ripple", "pebble", "grass", "star"];

/** The table before anything was turned up. */
export function opening(events: readonly Event[], after: View): View {
  const piles = [...after.piles];
  for (const event of events) if (event.event === "card_turned_up") piles[event.pile]! += 1;
  return { ...after, visible: after.visible.map(() => null), piles, discarded: [] };
}

/** The table right after an event. */
export function fold(view: View, event: Event): View {
  switch (event.event) {
    case "card_turned_up":
      return {
        ...view,
        visible: view.visible.with(event.slot, event.card),
        piles: view.piles.with(event.pile, event.left),
      };
    case "octopus_held":
      return covered(emptied(view, event.slot), event.place, "octopus");
    case "octopus_left":
    case "fourth_shark":
    case "card_discarded":
      return discarded(view, event.slot);
    case "turn_began":
      return { ...view, active: event.seat, to_lay: "two" };
    case "cards_ran_out":
      return { ...view, to_lay: "last" };
    case "laid_at_home":
      return laid(without(view, event.slot, "away"), event.place, event.card);
    case "laid_away":
      return laid(without(view, event.slot, "at_home"), event.place, event.card);
    case "fish_eaten":
      return covered(without(view, event.slot, "at_home"), event.place, "shark");
    case "ended":
      return { ...view, to_lay: null };
    case "fish_died":
      return covered(view, event.place, "bones");
    case "token_revealed":
      return { ...view, tokens: view.tokens.with(event.seat, event.colour) };
    default:
      return view;
  }
}

function emptied(view: View, slot: number): View {
  return { ...view, visible: view.visible.with(slot, null) };
}

/** K5: a card was laid; `other` is where the second card of the turn goes. */
function without(view: View, slot: number, other: "at_home" | "away"): View {
  return { ...emptied(view, slot), to_lay: view.to_lay === "two" ? other : view.to_lay };
}

function discarded(view: View, slot: number): View {
  const card = view.visible[slot];
  return { ...emptied(view, slot), discarded: card ? inBoxOrder([...view.discarded, card]) : view.discarded };
}

/** In the order in which the server tells cards: fish alone, fish in pairs, then the others. */
function inBoxOrder(cards: readonly Card[]): Card[] {
  const rank = (card: Card): number =>
    100 * KINDS.indexOf(card.card) +
    ("colour" in card ? 10 * COLOURS.indexOf(card.colour) + FLOORS.indexOf(card.floor) : 0);
  return [...cards].sort((one, other) => rank(one) - rank(other));
}

function inShoal(view: View, seat: number, change: (shoal: KunaYala.Shoal) => KunaYala.Shoal): View {
  return { ...view, shoals: view.shoals.map((shoal, owner) => (owner === seat ? change(shoal) : shoal)) };
}

function laid(view: View, { seat, x, y }: KunaYala.Place, card: KunaYala.LaidCard["card"]): View {
  const added: KunaYala.LaidCard = { x, y, card, state: "open", slots: [] };
  return inShoal(view, seat, (shoal) => ({
    ...shoal,
    cards: [...shoal.cards, added],
    free: freeBeside(shoal, added),
    fish: fishChanged(shoal.fish, added, 1),
    corals: shoal.corals + (card.card === "coral" ? 1 : 0),
  }));
}

/** K7: the free places when a card more lies there, from north to south, each row from west to east. */
function freeBeside(shoal: KunaYala.Shoal, added: KunaYala.LaidCard): KunaYala.FreePlace[] {
  const known = [...shoal.cards, ...shoal.free];
  const fresh = spotsBeside(added).filter(({ x, y }) => !known.some((each) => each.x === x && each.y === y));
  const left = shoal.free.filter(({ x, y }) => x !== added.x || y !== added.y);
  return [...left, ...fresh.map((spot) => ({ ...spot, slots: [] }))].sort((a, b) => a.y - b.y || a.x - b.x);
}

function covered(view: View, { seat, x, y }: KunaYala.Place, state: "shark" | "octopus" | "bones"): View {
  return inShoal(view, seat, (shoal) => {
    const card = shoal.cards.find((each) => each.x === x && each.y === y);
    return {
      ...shoal,
      cards: shoal.cards.map((each) => (each === card ? { ...each, state } : each)),
      fish: card ? fishChanged(shoal.fish, card, -1) : shoal.fish,
      corals: shoal.corals - (state === "octopus" ? 1 : 0),
      octopuses: shoal.octopuses + (state === "octopus" ? 1 : 0),
      sharks: shoal.sharks + (state === "shark" ? 1 : 0),
    };
  });
}

function fishChanged(fish: KunaYala.Shoal["fish"], card: KunaYala.LaidCard, sign: 1 | -1): KunaYala.Shoal["fish"] {
  if (!("colour" in card.card)) return fish;
  return { ...fish, [card.card.colour]: (fish[card.card.colour] ?? 0) + sign * fishOn(card) };
}
