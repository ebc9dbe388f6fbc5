/** What tiles would count as on my ark: the server says it for so many of a species, here they are only counted. */
import { keyOf, type Tile, type TileKey } from "./tiles";
import type * as AnimalsOnBoard from "./wire";

/** What one takes home beyond single animals. */
export type Company = "pair" | "herd";

/** Those of these tiles that would stand in a pair or a herd, were all of them taken together. */
export function companies(view: AnimalsOnBoard.View, tiles: readonly Tile[]): ReadonlyMap<TileKey, Company> {
  const animals = tiles.filter((tile) => tile.tile === "animal");
  return new Map(
    animals.flatMap((tile): [TileKey, Company][] => {
      const together = animals.filter(({ species }) => species === tile.species).length;
      const as = view.joining[tile.species]?.[together - 1];
      return as && as !== "single" ? [[keyOf(tile), as]] : [];
    }),
  );
}
