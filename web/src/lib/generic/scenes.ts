/** What happened, told event by event: before the last one the table is as it was, then as the server says. */
import type { Scene } from "$lib/game";
import type { AnyGame } from "$lib/wire";

/** How long a sentence is left to be read. */
const EVENT_MS = 900;

export function scenes(
  before: AnyGame["View"] | null,
  events: readonly AnyGame["Event"][],
  after: AnyGame["View"],
): Scene[] {
  if (events.length === 0) return [{ view: after, event: null, ms: 0 }];
  return events.map((event, place) => ({
    view: place === events.length - 1 ? after : (before ?? after),
    event,
    ms: EVENT_MS,
  }));
}
