/** The games with their options, asked for once. */
import { get } from "$lib/api";
import type { Catalogue, GameCard, GameKey } from "$lib/wire";

let asked: Promise<Catalogue> | null = null;

export function catalogue(): Promise<Catalogue> {
  asked ??= get<Catalogue>("/api/games").catch((problem: unknown) => {
    asked = null; // the next who wants it tries again
    throw problem;
  });
  return asked;
}

export async function gameCard(key: GameKey): Promise<GameCard> {
  const found = (await catalogue()).games.find((game) => game.key === key);
  if (!found) throw new Error(`The server does not know ${key}.`);
  return found;
}
