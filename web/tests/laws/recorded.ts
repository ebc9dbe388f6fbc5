/** Whole games as the server told them, written by `tests/folding/record_steps.py` before the tests begin. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Standing } from "../../src/lib/wire";

/** What one pair of eyes was told and sees. */
export interface Sight {
  readonly events: readonly { readonly event: string }[];
  readonly view: object;
}

/** What a step looked like: `eyes` says for each seat, and last for a spectator, which of the sights is theirs. */
interface Step {
  readonly sights: readonly Sight[];
  readonly eyes: readonly number[];
}

interface RecordedGame {
  readonly name: string;
  readonly steps: readonly Step[];
  /** How it ended; null: it was not played so far. */
  readonly end: { readonly step: Step; readonly standings: readonly Standing[] } | null;
}

/** How a game ended, through one pair of eyes. */
export interface SeenEnd {
  readonly where: string;
  readonly eye: number | null;
  readonly view: object;
  readonly standings: readonly Standing[];
}

/** A step through one pair of eyes; `before` is null at the laying out. */
export interface SeenStep extends Sight {
  readonly where: string;
  readonly before: object | null;
}

/** The kinds of events that a game has, and all that was recorded of it. */
export interface Recording {
  readonly kinds: readonly string[];
  readonly games: readonly RecordedGame[];
}

export function recordingOf(game: string): Recording {
  const path = join(import.meta.dirname, "../../node_modules/.cache/steps", `${game}.jsonl`);
  if (!existsSync(path)) {
    throw new Error(`No game of ${game} is recorded. \`python web/build.py test\` records them and runs all tests.`);
  }
  const [heading, ...games] = readFileSync(path, "utf-8").trimEnd().split("\n");
  const { kinds } = JSON.parse(heading!) as { kinds: string[] };
  return { kinds, games: games.map((line) => JSON.parse(line) as RecordedGame) };
}

/** Every step of a game through every pair of eyes; who saw the same before and after is told once. */
export function* stepsOf({ name, steps }: RecordedGame): Generator<SeenStep> {
  for (const [number, { sights, eyes }] of steps.entries()) {
    const last = number ? steps[number - 1]! : null;
    const told = new Set<string>();
    for (const [eye, place] of eyes.entries()) {
      const same = `${last?.eyes[eye]} ${place}`;
      if (told.has(same)) continue;
      told.add(same);
      const who = eye < eyes.length - 1 ? `seat ${eye}` : "a spectator";
      const before = last ? last.sights[last.eyes[eye]!]!.view : null;
      yield { ...sights[place]!, before, where: `${name}, step ${number}, ${who}` };
    }
  }
}

/** The end of a game through every pair of eyes. */
export function endsOf({ name, end }: RecordedGame): SeenEnd[] {
  if (!end) return [];
  const { step, standings } = end;
  return step.eyes.map((place, eye) => ({
    where: `${name}, ${eye < standings.length ? `seat ${eye}` : "a spectator"}`,
    eye: eye < standings.length ? eye : null,
    view: step.sights[place]!.view,
    standings,
  }));
}
