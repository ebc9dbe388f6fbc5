// @vitest-environment jsdom
/**
 * The law of endings: however a game tells its end, what it counts in the last beat is what the standings say, and at
 * every beat the bar of a seat is as long as its points.
 *
 * In whole games of every kind, through every pair of eyes.
 */
import { beforeAll, describe, expect, it } from "vitest";

import { endsOf, recordingOf, type SeenEnd } from "./recorded";
import { barOf, type BarPiece, placeOn, scaleOf } from "../../src/lib/frame/bars";
import { lineBeats, LONGEST_MS, paced } from "../../src/lib/frame/beats";
import { resultLines } from "../../src/lib/frame/result";
import type { Beat, GameTable } from "../../src/lib/game";
import { Sentences } from "../../src/lib/sentences";
import type { AnyGame, TableCard } from "../../src/lib/wire";

const TABLES = import.meta.glob<{ table: GameTable }>("../../src/games/*/index.ts");
/** Words do not matter here: whatever has a name is told by it. */
const SENTENCES = new Sentences(
  "en",
  { common: { and: "and" } },
  ["A", "B", "C", "D", "E", "F", "G"],
  (_, name) => name,
);

const games = Object.keys(TABLES).map((path) => path.split("/").at(-2)!);

const length = (pieces: readonly BarPiece[], kind: BarPiece["kind"]): number =>
  pieces.filter((piece) => piece.kind === kind).reduce((sum, { from, to }) => sum + to - from, 0);

const total = (counted: Readonly<Record<string, number>>): number =>
  Object.values(counted).reduce((sum, points) => sum + points, 0);

/** What counts, without what brought nothing. */
const counting = (parts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(parts).filter(([, points]) => points !== 0));

/** All ends of a game, each with the beats of the game's own story, and of any game's. */
async function told(game: string): Promise<{ end: SeenEnd; beats: readonly Beat[] }[]> {
  const { table } = await TABLES[`../../src/games/${game}/index.ts`]!();
  const ending = await table.ending?.();
  return recordingOf(game).games.flatMap((each) =>
    endsOf(each).flatMap((end) => {
      const card = { game, standings: end.standings } as unknown as TableCard<AnyGame>;
      const own = ending?.beats({ view: { ...end.view }, card, sentences: SENTENCES, eye: end.eye });
      const usual = lineBeats(end.standings, ({ part }) => part);
      return [usual, ...(own ? [own] : [])].map((beats) => ({ end, beats }));
    }),
  );
}

describe.each(games)("the end of %s", (game) => {
  let ends: Awaited<ReturnType<typeof told>> = [];
  beforeAll(async () => {
    ends = await told(game);
  });

  it("is told to the last point, in beats that say something, and not for too long", () => {
    expect(ends.length).toBeGreaterThan(0);
    for (const { end, beats } of ends) {
      const said = beats.filter(({ says, ms }) => says !== "" && ms > 0);
      expect(said, end.where).toHaveLength(beats.length);
      expect(paced(beats).reduce((sum, { ms }) => sum + ms, 0)).toBeLessThanOrEqual(LONGEST_MS);
      for (const { seat, parts } of end.standings) {
        expect(counting(beats.at(-1)?.count[seat] ?? {}), end.where).toEqual(counting(parts));
      }
    }
  });

  it("has bars as long as the points, at every beat, on one scale", () => {
    for (const { end, beats } of ends) {
      const parts = resultLines(end.standings).map(({ part }) => part);
      const scale = scaleOf(beats.map(({ count }) => count));
      for (const { seat, score } of end.standings) {
        for (const { count } of beats) {
          const pieces = barOf(count[seat]!, parts);
          expect(length(pieces, "won") - length(pieces, "debt"), end.where).toBe(total(count[seat]!));
          const places = pieces.flatMap(({ from, to }) => [placeOn(scale, from), placeOn(scale, to)]);
          expect(Math.min(0, ...places), end.where).toBe(0);
          expect(Math.max(100, ...places), end.where).toBe(100);
        }
        expect(total(beats.at(-1)?.count[seat] ?? {}), end.where).toBe(score);
      }
    }
  });
});
