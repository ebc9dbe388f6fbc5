/** The games by their keys, each loaded when somebody sits down at it. */
import type { GameTable } from "./game";
import type { GameKey } from "$lib/wire";

type Loaders = { readonly [G in GameKey]?: () => Promise<GameTable<G>> };

const LOADERS: Loaders = {
  mahe: async () => (await import("./mahe")).mahe,
  duck: async () => (await import("./duck")).duck,
  animals_on_board: async () => (await import("./animals_on_board")).animalsOnBoard,
  kuna_yala: async () => (await import("./kuna_yala")).kunaYala,
  ship_ahoy: async () => (await import("./ship_ahoy")).shipAhoy,
};

/** Games that can be played in the browser, in the order of the home page. */
export const PLAYABLE = Object.keys(LOADERS) as GameKey[];

/** A game's table. Throws where there is none. */
export async function gameTable<G extends GameKey>(game: G): Promise<GameTable<G>> {
  const load = LOADERS[game];
  if (!load) throw new Error(`There is no table for ${game}.`);
  return (await load()) as unknown as GameTable<G>;
}
