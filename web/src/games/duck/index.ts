/** Duck (Kaczki) at the table. */
import type { GameTable, SeatNote } from "$lib/game";
import { introduction } from "./intro";
import { scenes } from "./scenes";
import Table from "./Table.svelte";
import { words } from "./words";
import type { SoundName } from "$lib/sound";
import type * as Duck from "./wire";

const SOUNDS: Partial<Record<Duck.Event["event"], SoundName>> = {
  round_began: "wood",
  cards_dealt: "card",
  card_turned_up: "card",
  card_played: "card",
  set_played: "card",
  run_played: "card",
  card_drawn: "card",
  card_taken: "card",
  card_taken_from_ghost: "card",
  ghost_turned_up: "bubble",
  draw_pile_refilled: "dice",
  went_out: "bell",
  dived: "splash",
  hand_shown: "card",
  ghost_shown: "bubble",
  dive_succeeded: "cheer",
  dive_failed: "oops",
  dive_failed_to_ghost: "oops",
  bluff_failed: "oops",
  green_lifebuoy_taken: "bell",
  red_lifebuoy_taken: "step",
  hand_discarded: "oops",
  card_kept: "coin",
};

function note(view: Duck.View, seat: number, you: boolean): SeatNote {
  const w = words();
  const player = view.players[seat];
  const buoys = view.lifebuoys
    .filter((buoy) => buoy.seat === seat)
    .map(({ green, points, penalty }) => (green ? `+${points}` : `−${penalty}`));
  const has = [w.towelShort(player?.towel ?? 0), ...(buoys.length ? [w.buoysShort(buoys)] : [])].join(" · ");
  const cards = player?.cards ?? 0;
  return { has, score: cards, unit: w.unit(cards), awaited: you ? w.awaitsYou : w.awaits };
}

export const table: GameTable<Duck.Types> = {
  Table,
  lingers: true,
  scenes,
  note,
  progress: (view) => words().roundOf(view.round, view.lifebuoys.length),
  sound: (event) => SOUNDS[event.event] ?? null,
  chapter: (event) => (event.event === "round_began" ? words().round(event.round) : null),
  intro: introduction,
};
