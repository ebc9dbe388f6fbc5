/** The games with a folder here, by what stands in it: its table, its poster, how its options are shown. */
import type { GamePoster, GameTable, OptionLooks } from "$lib/game";
import type { OwnGames } from "$lib/games";

const tables = import.meta.glob<{ readonly table: GameTable }>("./*/index.ts");
const options = import.meta.glob<{ readonly options: OptionLooks }>("./*/options.ts");
const posters = import.meta.glob<GamePoster>("./*/poster.ts", { eager: true, import: "poster" });

const keyOf = (path: string): string => path.split("/")[1] ?? "";

function byKey<T, U>(found: Readonly<Record<string, T>>, taken: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(found).map(([path, value]) => [keyOf(path), taken(value)]));
}

export const GAMES: OwnGames = {
  posters: byKey(posters, (poster) => poster),
  tables: byKey(tables, (load) => async () => (await load()).table),
  options: byKey(options, (load) => async () => (await load()).options),
};
