/** Tiles as the table handles them: each is one of a kind, so its face is its name. */
import type * as AnimalsOnBoard from "./wire";

export type Tile = AnimalsOnBoard.Animal | AnimalsOnBoard.FaceDown;
export type TileKey = string;

/** What tells a tile from all others. */
export function keyOf(tile: Tile): TileKey {
  return tile.tile === "animal" ? `${tile.species}-${tile.value}` : "face_down";
}

export function keysOf(tiles: readonly Tile[]): Set<TileKey> {
  return new Set(tiles.map(keyOf));
}

/** Whether both have the same tiles, in whatever order. */
export function sameTiles(some: readonly Tile[], others: readonly Tile[]): boolean {
  const keys = keysOf(some);
  return some.length === others.length && others.every((tile) => keys.has(keyOf(tile)));
}

/** These tiles without those. */
export function without<T extends Tile>(tiles: readonly T[], gone: readonly Tile[]): T[] {
  const keys = keysOf(gone);
  return tiles.filter((tile) => !keys.has(keyOf(tile)));
}

/** In the order of the box: by species, then by value; the face-down tile last. */
export function inOrder<T extends Tile>(tiles: readonly T[]): T[] {
  const rank = (tile: Tile): string => (tile.tile === "animal" ? keyOf(tile) : "~");
  return [...tiles].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** Animals by species, as they stand together on an ark. */
export function bySpecies(tiles: readonly AnimalsOnBoard.Animal[]): AnimalsOnBoard.Animal[][] {
  const herds = new Map<AnimalsOnBoard.Species, AnimalsOnBoard.Animal[]>();
  for (const tile of inOrder(tiles)) herds.set(tile.species, [...(herds.get(tile.species) ?? []), tile]);
  return [...herds.values()];
}
