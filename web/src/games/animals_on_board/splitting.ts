/** A group that is being parted: which of its tiles go over the rope. */
import { keyOf, keysOf, type Tile, type TileKey } from "./tiles";
import type * as AnimalsOnBoard from "./wire";

export interface Splitting {
  readonly group: AnimalsOnBoard.Group;
  readonly parted: ReadonlySet<TileKey>;
}

/** One side of the rope, and what it would cost. */
export interface Half {
  readonly tiles: readonly Tile[];
  readonly price: number;
}

/** A group as it lies, nothing parted yet. */
export function opened(group: AnimalsOnBoard.Group): Splitting {
  return { group, parted: new Set() };
}

/** A tile jumps the rope, there or back. */
export function jumped(splitting: Splitting, tile: TileKey): Splitting {
  const parted = new Set(splitting.parted);
  if (!parted.delete(tile)) parted.add(tile);
  return { ...splitting, parted };
}

/** Exactly these tiles lie beyond the rope. */
export function partedBy(group: AnimalsOnBoard.Group, tiles: Iterable<TileKey>): Splitting {
  const own = keysOf(group.tiles);
  return { group, parted: new Set([...tiles].filter((tile) => own.has(tile))) };
}

/** What would lie this side of the rope and beyond it. A half costs its share of what the group costs. */
export function halves({ group, parted }: Splitting): { stay: Half; go: Half } {
  const half = (tiles: readonly Tile[]): Half => ({ tiles, price: (group.price * tiles.length) / group.tiles.length });
  return {
    stay: half(group.tiles.filter((tile) => !parted.has(keyOf(tile)))),
    go: half(group.tiles.filter((tile) => parted.has(keyOf(tile)))),
  };
}

/** The same splitting in the groups as they lie now; null: the group is no longer there. */
export function still(splitting: Splitting | null, groups: readonly AnimalsOnBoard.Group[]): Splitting | null {
  if (!splitting) return null;
  const [first] = splitting.group.tiles;
  const keys = keysOf(splitting.group.tiles);
  const group = groups.find(
    ({ tiles }) => first && tiles.length === keys.size && tiles.every((tile) => keys.has(keyOf(tile))),
  );
  return group ? { ...splitting, group } : null;
}
