/** Events told one after another, each in the moments that a game shows it in; see `GameTable.scenes`. */
import type { Scene } from "$lib/game";
import type { GameTypes } from "$lib/wire";

/**
 * The scenes of events, from the view before the first. `played` gives the scenes of one event on the table that it
 * finds; the next one finds the view of the last of them. The last scene of all shows the server's view.
 */
export function inMoments<G extends GameTypes>(
  before: G["View"],
  events: readonly G["Event"][],
  after: G["View"],
  played: (view: G["View"], event: G["Event"]) => readonly Scene<G>[],
): Scene<G>[] {
  let view = before;
  const told = events.flatMap((event) => {
    const moments = played(view, event);
    view = moments.at(-1)?.view ?? view;
    return moments;
  });
  const last = told.at(-1);
  return last ? [...told.slice(0, -1), { ...last, view: after }] : [];
}
