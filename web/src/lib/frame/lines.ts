/** The lines of a log as the table reads them: each with the seat it is about, and without one's own secrets. */
import type { GameTable } from "$lib/game";
import type { LogLine } from "$lib/table.svelte";
import type { GameTypes } from "$lib/wire";

/** Whom a line is about: the seat its event names, else the owner of what it names, else whoever moved. */
function about<G extends GameTypes>(
  line: LogLine<G>,
  event: G["Event"],
  game: GameTable<G>,
  view: G["View"],
): number | null {
  if ("seat" in event && typeof event.seat === "number") return event.seat;
  return game.whose?.(event, view) ?? line.seat;
}

export function told<G extends GameTypes>(
  log: readonly LogLine<G>[],
  game: GameTable<G>,
  view: G["View"],
): LogLine<G>[] {
  return log.map((line) => {
    if (!line.event) return line;
    return { ...line, seat: about(line, line.event, game, view), event: game.discreet?.(line.event) ?? line.event };
  });
}
