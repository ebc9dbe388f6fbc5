/** How long the beats of an end take, and those of a game that has no story of its own. */
import type { Beat } from "$lib/game";
import { type ResultLine, resultLines } from "./result";
import type { Standing } from "$lib/wire";

/** No end takes longer to be told: beats are quicker where there are many. */
export const LONGEST_MS = 8000;
/** How long one line of the count is looked at. */
const LINE_MS = 1500;

/** The end of a game that has no story of its own: the lines of the count, one after another. */
export function lineBeats(standings: readonly Standing[], said: (line: ResultLine) => string): Beat[] {
  const lines = resultLines(standings);
  return lines.map((line, place) => ({
    ms: LINE_MS,
    says: said(line),
    count: line.points.map((_, seat) =>
      Object.fromEntries(lines.slice(0, place + 1).map(({ part, points }) => [part, points[seat] ?? 0])),
    ),
  }));
}

/** The beats, quicker if they would take too long together. */
export function paced(beats: readonly Beat[]): Beat[] {
  const pace = LONGEST_MS / beats.reduce((sum, { ms }) => sum + ms, 0);
  return pace < 1 ? beats.map((beat) => ({ ...beat, ms: Math.floor(pace * beat.ms) })) : [...beats];
}
