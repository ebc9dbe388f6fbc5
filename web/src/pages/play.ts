/** To play at once: a table with bots, laid out and begun. */
import { post, put } from "$lib/api";
import { type Actor, CAST } from "$lib/cast";
import { hasFinished } from "$lib/experience";
import { myself } from "$lib/me.svelte";
import { settings } from "$lib/settings.svelte";
import type { Level, TableCard } from "$lib/wire";
import { bodyOf, type Player } from "./players";

/** Half of the seats that are left, the larger one: a company that is not a crowd. */
export function usualBots(most: number): Actor[] {
  return CAST.slice(0, Math.ceil((most - 1) / 2));
}

/** One more or one less of the company. It never gets empty; where it is full, whoever came first makes room. */
export function toggled(chosen: readonly Actor[], actor: Actor, most: number): Actor[] {
  if (!chosen.includes(actor)) return [...chosen, actor].slice(-most);
  return chosen.length > 1 ? chosen.filter((each) => each !== actor) : [...chosen];
}

export async function seatBot(table: string, seat: number, actor: Actor, player: Player): Promise<void> {
  const body = { who: "bot", ...bodyOf(player, actor.names[settings.language]) };
  await put(`/api/tables/${table}/seats/${seat}`, body);
}

/** Make a table, seat the bots and begin; the table's id. */
export async function playNow(game: string, bots: readonly Actor[], player: Player, name?: string): Promise<string> {
  await myself.somebody(name);
  const { id } = await post<TableCard>("/api/tables", { game, seats: bots.length + 1 });
  for (const [place, actor] of bots.entries()) await seatBot(id, place + 1, actor, player);
  await post(`/api/tables/${id}/start`);
  return id;
}

interface Last {
  /** Null: nothing was. */
  readonly game: string | null;
  readonly level: Level;
}

const KEY = "laguna.last";

/** What was played last in this browser, to be offered again. */
export function lastPlayed(): Last {
  const usual: Last = { game: null, level: "easy" };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Last>) };
  } catch {
    return usual; // nothing that we wrote, or a browser that keeps nothing
  }
}

/** The level that bots are offered with: beginners to who has never finished such a game, else the last one chosen. */
export function usualLevel(game: string): Level {
  return hasFinished(game) ? lastPlayed().level : "beginner";
}

export function keepPlayed(last: Last): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(last));
  } catch {
    // then the usual is offered again
  }
}
