/**
 * The law of folding: the view before a step and its events, told one by one, lead to the server's view after it.
 *
 * Through every pair of eyes, in whole games of every kind. What events do not tell, each game names with its reason in
 * `tests/<game>/folding.ts`; so it does with kinds of events that no recorded game has.
 */
import { describe, expect, it } from "vitest";

import { type Difference, differences, type Path } from "./differences";
import { recordingOf, type SeenStep, type Sight, stepsOf } from "./recorded";

type View = Sight["view"];
type Event = Sight["events"][number];

/** A game's `fold.ts`. */
interface Folding {
  fold(view: View, event: Event, after: View): View;
  opening(events: readonly Event[], after: View): View;
}

/** A game's `scenes.ts`. */
interface Telling {
  scenes(before: View | null, events: readonly Event[], after: View): { view: View; event: Event | null }[];
}

/** Why something cannot be folded. `when`: only some differences are meant; `rare`: games may not come to any. */
type Reason =
  | string
  | {
      readonly why: string;
      readonly when: (found: unknown, expected: unknown) => boolean;
      readonly rare?: boolean;
    };

/** What a game says of its folding, for this law. */
interface Exceptions {
  /** What no event tells and the server's view alone has: paths, with the reason. */
  readonly UNFOLDED: Readonly<Record<Path, Reason>>;
  /** Kinds of events that recorded games may not have, with the reason. */
  readonly UNRECORDED: Readonly<Record<string, string>>;
  /** What is wrong with a table on the way, whatever is folded; null: nothing. */
  broken(view: View): string | null;
}

const TABLES = import.meta.glob("../../src/games/*/index.ts");
const FOLDINGS = import.meta.glob<Folding>("../../src/games/*/fold.ts", { eager: true });
const TELLINGS = import.meta.glob<Telling>("../../src/games/*/scenes.ts", { eager: true });
const EXCEPTIONS = import.meta.glob<Exceptions>("../*/folding.ts", { eager: true });

/** A file that every game has. */
function fileOf<T>(files: Readonly<Record<string, T>>, path: string): T {
  const file = files[path];
  if (!file) throw new Error(`${path} is missing: the law of folding needs it of every game.`);
  return file;
}

/** Views that follow each other: as each event left them. */
function folded({ before, events, view: after }: SeenStep, { fold, opening }: Folding): View[] {
  let view = before ?? opening(events, after);
  return events.map((event) => (view = fold(view, event, after)));
}

/** The named path that a difference is at or within, if it is one of those that are meant. */
function excused({ path, found, expected }: Difference, unfolded: Exceptions["UNFOLDED"]): Path | undefined {
  const named = Object.keys(unfolded).find((each) => path === each || path.startsWith(`${each}.`));
  const reason = named === undefined ? undefined : unfolded[named];
  return typeof reason !== "object" || reason.when(found, expected) ? named : undefined;
}

function isRare(reason: Reason): boolean {
  return typeof reason === "object" && (reason.rare ?? false);
}

/** One example of each difference, as lines to be read. */
class Report {
  readonly #lines = new Map<string, string>();

  add(step: SeenStep, { path, found, expected }: Difference): void {
    if (this.#lines.has(path)) return;
    const told = step.events.map(({ event }) => event).join(", ");
    const values = [found, expected].map((each) => JSON.stringify(each)?.slice(0, 300));
    this.#lines.set(path, `${path}: ${values[0]}, not ${values[1]} (${step.where}: ${told})`);
  }

  note(step: SeenStep, sentence: string): void {
    if (!this.#lines.has(sentence)) this.#lines.set(sentence, `${sentence} (${step.where})`);
  }

  get lines(): string[] {
    return [...this.#lines.values()];
  }
}

describe.each(Object.keys(TABLES).map((path) => path.split("/").at(-2)!))("%s", (game) => {
  const folding = fileOf(FOLDINGS, `../../src/games/${game}/fold.ts`);
  const telling = fileOf(TELLINGS, `../../src/games/${game}/scenes.ts`);
  const { UNFOLDED, UNRECORDED, broken } = fileOf(EXCEPTIONS, `../${game}/folding.ts`);
  const { kinds, games } = recordingOf(game);

  it("comes from events to the server's view, but for what is named", () => {
    const report = new Report();
    const needed = new Set<Path>();
    for (const step of games.flatMap((each) => [...stepsOf(each)])) {
      for (const difference of differences(folded(step, folding).at(-1) ?? step.view, step.view)) {
        const path = excused(difference, UNFOLDED);
        if (path) needed.add(path);
        else report.add(step, difference);
      }
    }
    expect(report.lines).toEqual([]);
    expect(Object.keys(UNFOLDED).filter((path) => !needed.has(path) && !isRare(UNFOLDED[path]!))).toEqual([]);
  });

  it("shows in its scenes what is folded, and never what cannot be", () => {
    const report = new Report();
    for (const step of games.flatMap((each) => [...stepsOf(each)])) {
      const shown = new Map(
        telling.scenes(step.before, step.events, step.view).map(({ event, view }) => [event, view] as const),
      );
      for (const [place, view] of folded(step, folding).slice(0, -1).entries()) {
        const wrong = broken(view);
        if (wrong) report.note(step, wrong);
        for (const each of differences(shown.get(step.events[place]!), view)) report.add(step, each);
      }
    }
    expect(report.lines).toEqual([]);
  });

  it("has been tried with every kind of event, but for those that are named", () => {
    const seen = new Set(games.flatMap(({ steps }) => steps.flatMap(({ sights }) => kindsOf(sights))));
    expect(kinds.filter((kind) => !seen.has(kind) && !(kind in UNRECORDED))).toEqual([]);
    expect(Object.keys(UNRECORDED).filter((kind) => !kinds.includes(kind))).toEqual([]);
  });
});

function kindsOf(sights: readonly Sight[]): string[] {
  return sights.flatMap(({ events }) => events.map(({ event }) => event));
}
