/** The table after one event more. Pure: from the event and the view before it, but for what is said to be otherwise. */
import { fishOn } from "./shoal";
import type { KunaYala } from "$lib/wire";

type View = KunaYala.View;
type Event = KunaYala.Event;

/** The table before anything was turned up. */
export function opening(events: readonly Event[], after: View): View {
  const piles = [...after.piles];
  for (const event of events) if (event.event === "card_turned_up") piles[event.pile]! += 1;
  return { ...after, visible: after.visible.map(() => null), piles };
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
      return emptied(view, event.slot);
    case "turn_began":
      return { ...view, active: event.seat };
    case "laid_at_home":
    case "laid_away":
      return laid(emptied(view, event.slot), event.place, event.card);
    case "fish_eaten":
      return covered(emptied(view, event.slot), event.place, "shark");
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

function inShoal(view: View, seat: number, change: (shoal: KunaYala.Shoal) => KunaYala.Shoal): View {
  return { ...view, shoals: view.shoals.map((shoal, owner) => (owner === seat ? change(shoal) : shoal)) };
}

function laid(view: View, { seat, x, y }: KunaYala.Place, card: KunaYala.LaidCard["card"]): View {
  const added: KunaYala.LaidCard = { x, y, card, state: "open", slots: [] };
  return inShoal(view, seat, (shoal) => ({
    ...shoal,
    cards: [...shoal.cards, added],
    free: shoal.free.filter((place) => place.x !== x || place.y !== y),
    fish: fishChanged(shoal.fish, added, 1),
    corals: shoal.corals + (card.card === "coral" ? 1 : 0),
  }));
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
