/** What happened between two views, in moments: each event is shown on the table as it was right after it. */
import type { Scene } from "$lib/game";
import { fold, opening } from "./fold";
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
  token_revealed: 0, // the end of the game turns them over, one by one
};

/** See `GameTable.essential`: a shark or the curse on one's own colour or shoal, an octopus in that, and the end. */
export function essential(event: Event, view: View, eye: number | null): boolean {
  if (event.event === "cursed") return event.seat === eye;
  if (event.event === "octopus_held") return event.place.seat === eye;
  if (event.event === "fish_eaten" || event.event === "fish_died")
    return (
      event.place.seat === eye || (eye !== null && "colour" in event.card && event.card.colour === view.tokens[eye])
    );
  return event.event === "cards_ran_out" || event.event === "ended";
}

export function scenes(before: View | null, events: readonly Event[], after: View): Scene<KunaYala.Types>[] {
  let view = before ?? opening(events, after);
  const told = events.map((event): Scene<KunaYala.Types> => {
    view = fold(view, event);
    return { view, event, ms: MS[event.event] };
  });
  const last = told.at(-1);
  if (!last) return [{ view: after, event: null, ms: 0 }];
  return [...told.slice(0, -1), { ...last, view: after }];
}
