/** The games by their keys, each loaded when somebody sits down at it. */
import type { GameTable } from "./game";
import type { GameKey } from "$lib/wire";

type Loaders = { readonly [G in GameKey]: () => Promise<GameTable<G>> };

const LOADERS: Loaders = {
  mahe: async () => (await import("./mahe")).mahe,
  duck: async () => (await import("./duck")).duck,
  animals_on_board: async () => (await import("./animals_on_board")).animalsOnBoard,
  kuna_yala: async () => (await import("./kuna_yala")).kunaYala,
  ship_ahoy: async () => (await import("./ship_ahoy")).shipAhoy,
};

/** A game's table. */
export function gameTable<G extends GameKey>(game: G): Promise<GameTable<G>> {
  return LOADERS[game]();
}
