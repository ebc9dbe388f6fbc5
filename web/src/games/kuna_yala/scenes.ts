/** What happened between two views, in moments: each event is shown on the table as it was right after it. */
import type { Scene } from "$lib/game";
import { fishOn } from "./shoal";
import type * as KunaYala from "./wire";

type View = KunaYala.View;
type Event = KunaYala.Event;

const MS: Readonly<Record<Event["event"], number>> = {
  token_dealt: 120,
  shoal_begun: 160,
  card_turned_up: 420,
  octopus_held: 1900,
  octopus_left: 900,
  fourth_shark: 900,
  turn_began: 120,
  no_pair: 1300,
  card_discarded: 380,
  cards_ran_out: 1300,
  laid_at_home: 800,
  laid_away: 800,
  fish_eaten: 1900,
  cursed: 1600,
  fish_died: 360,
  ended: 900,
  token_revealed: 700,
};
/** How long the count at the end takes: its lines come one after another. */
const COUNT_MS = 3400;

export function scenes(before: View | null, events: readonly Event[], after: View): Scene<KunaYala.Types>[] {
  let view = before ?? laidOut(events, after);
  const told = events.map((event): Scene<KunaYala.Types> => {
    view = happened(view, event);
    return { view, event, ms: MS[event.event] };
  });
  const last = told.at(-1);
  if (!last) return [{ view: after, event: null, ms: 0 }];
  if (after.points) return [...told, { view: after, event: last.event, ms: COUNT_MS }];
  return [...told.slice(0, -1), { ...last, view: after }];
}

/** The table before anything was turned up. */
function laidOut(events: readonly Event[], after: View): View {
  const piles = [...after.piles];
  for (const event of events) if (event.event === "card_turned_up") piles[event.pile]! += 1;
  return { ...after, visible: after.visible.map(() => null), piles };
}

/** The table right after an event; the server's view has the last word. */
export function happened(view: View, event: Event): View {
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
