/** The lines of a log as the table reads them: each with the seat it is about, and without one's own secrets. */
import type { GameTable } from "../../games/game";
import type { LogLine } from "$lib/table.svelte";
import type { Events, GameKey, Views } from "$lib/wire";

/** Whom a line is about: the seat its event names, else the owner of what it names, else whoever moved. */
function about<G extends GameKey>(
  line: LogLine<G>,
  event: Events[G],
  game: GameTable<G>,
  view: Views[G],
): number | null {
  if ("seat" in event && typeof event.seat === "number") return event.seat;
  return game.whose?.(event, view) ?? line.seat;
}

export function told<G extends GameKey>(log: readonly LogLine<G>[], game: GameTable<G>, view: Views[G]): LogLine<G>[] {
  return log.map((line) => {
    if (!line.event) return line;
    return { ...line, seat: about(line, line.event, game, view), event: game.discreet?.(line.event) ?? line.event };
  });
}
