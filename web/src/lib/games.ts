/**
 * The games that this browser has something of its own for, by their keys: whatever was registered.
 *
 * Any other game is played as well, at the generic table.
 */
import logo from "$art/logo.svg";
import type { GamePoster, GameTable, OptionLooks, PageLoader } from "$lib/game";

/** What there is for each game; each part may be missing. */
export interface OwnGames {
  readonly posters: Readonly<Record<string, GamePoster>>;
  readonly tables: Readonly<Record<string, () => Promise<GameTable>>>;
  readonly options: Readonly<Record<string, () => Promise<OptionLooks>>>;
}

/** The skies of games that bring no poster: one of them is a game's for good. */
const SKIES: readonly [string, ...string[]] = ["#8fd6cc", "#a9dbe8", "#f3cfa0", "#c9b7d6", "#f8e2a6"];

/** The poster of a game without one. */
function plainPoster(game: string): GamePoster {
  const sum = Array.from(game, (letter) => letter.charCodeAt(0)).reduce((total, code) => total + code, 0);
  const sky = SKIES[sum % SKIES.length] ?? SKIES[0];
  return { sky, badge: logo, layers: [{ src: logo, left: 60, top: 38, width: 120 }] };
}

let own: OwnGames = { posters: {}, tables: {}, options: {} };

/** Tell which games have something of their own here; to be called once, before any page is shown. */
export function registerGames(games: OwnGames): void {
  own = games;
}

export function posterOf(game: string): GamePoster {
  return own.posters[game] ?? plainPoster(game);
}

/** A game's table, loaded when somebody sits down at it. */
export async function gameTable(game: string): Promise<GameTable> {
  const load = own.tables[game];
  return load ? load() : (await import("$lib/generic")).genericTable;
}

/** How a game's options are shown, loaded when somebody agrees on them. */
export async function optionLooks(game: string): Promise<OptionLooks> {
  return (await own.options[game]?.()) ?? {};
}

/** The page that a game has at a path; null: none. */
export function gamePage(path: string): PageLoader | null {
  return Object.values(own.posters).find((poster) => poster.pages?.[path])?.pages?.[path] ?? null;
}

/** What a game says of a problem of its own, in the page's language; null: it is none of theirs. */
export function gameProblem(code: string): string | null {
  const found = Object.values(own.posters).find((poster) => poster.problems?.()[code]);
  return found?.problems?.()[code] ?? null;
}
