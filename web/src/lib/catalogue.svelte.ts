/** What may be played here: the games in the server's order, each with its name and its options; asked for once. */
import { get } from "$lib/api";
import { settings } from "$lib/settings.svelte";
import type { Catalogue, GameCard } from "$lib/wire";

class KnownGames {
  /** Null until the server has told. */
  known = $state.raw<Catalogue | null>(null);
  #asked: Promise<Catalogue> | null = null;

  /** Ask for them, unless somebody has. */
  load(): Promise<Catalogue> {
    this.#asked ??= get<Catalogue>("/api/games").then(
      (found) => (this.known = found),
      (problem: unknown) => {
        this.#asked = null; // the next who wants it tries again
        throw problem;
      },
    );
    return this.#asked;
  }

  get games(): readonly GameCard[] {
    return this.known?.games ?? [];
  }

  card(game: string): GameCard | null {
    return this.games.find(({ key }) => key === game) ?? null;
  }

  /** What a game is called; nothing until it is known, and its key if the server has it no more. */
  title(game: string): string {
    return this.card(game)?.titles[settings.language] ?? (this.known ? game : "");
  }

  /** What a game is about. */
  summary(game: string): string {
    return this.card(game)?.summaries[settings.language] ?? "";
  }

  /** The first of these that can be played here, else the first of all; null until they are known. */
  first(...wanted: readonly (string | null)[]): string | null {
    return wanted.find((game) => game !== null && this.card(game)) ?? this.games[0]?.key ?? null;
  }
}

export const catalogue = new KnownGames();
