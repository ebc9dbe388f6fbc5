/** The lines of a log as the table reads them, turn by turn: each with its seat, and without one's own secrets. */
import type { GameTable } from "$lib/game";
import type { LogLine } from "$lib/table.svelte";
import type { GameTypes } from "$lib/wire";

/** A line with the seat it is about, and the one that moved. */
export interface ToldLine<G extends GameTypes> extends LogLine<G> {
  readonly mover: number | null;
}

/** What belongs together: what one seat did, and all that followed. */
export interface LoggedTurn<G extends GameTypes> {
  /** Where the chapter begins that it opens. */
  readonly heading: string | null;
  /** Whose turn it is; null: nobody's, as when the game is laid out. */
  readonly seat: number | null;
  readonly lines: readonly ToldLine<G>[];
}

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
): ToldLine<G>[] {
  return log.map((line) => {
    const mover = line.seat;
    if (!line.event) return { ...line, mover };
    const event = game.discreet?.(line.event) ?? line.event;
    return { ...line, seat: about(line, line.event, game, view), event, mover };
  });
}

/** The turns of a log. A move that was taken back stands by itself, and so does what comes after it. */
export function turns<G extends GameTypes>(log: readonly ToldLine<G>[], game: GameTable<G>): LoggedTurn<G>[] {
  const found: { heading: string | null; seat: number | null; lines: ToldLine<G>[] }[] = [];
  for (const line of log) {
    const now = found.at(-1);
    const heading = line.event && game.chapter(line.event);
    const opener = line.event && (game.turnOf?.(line.event) ?? null);
    if (now && heading === null && opener === null && goesOn(now, line, game)) now.lines.push(line);
    else found.push({ heading, seat: opener ?? (heading === null ? line.mover : line.seat), lines: [line] });
  }
  return found;
}

/** Whether a line that opens nothing itself still belongs to a turn. */
function goesOn<G extends GameTypes>(turn: LoggedTurn<G>, line: ToldLine<G>, game: GameTable<G>): boolean {
  const last = turn.lines.at(-1);
  if (!line.event || !last?.event) return false;
  if (game.turnOf) return true;
  return last.mover === line.mover && (turn.heading === null || last.version === line.version);
}

/** A turn in a sentence: the game's own, else what its last event says. */
export function summed<G extends GameTypes>(
  turn: LoggedTurn<G>,
  game: GameTable<G>,
  sentences: Parameters<NonNullable<GameTable<G>["summary"]>>[1],
): string | null {
  const events = turn.lines.flatMap(({ event }) => event ?? []);
  const last = events.at(-1);
  return last ? (game.summary?.(events, sentences) ?? sentences.event(last)) : null;
}
