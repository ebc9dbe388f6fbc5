/** Animals on Board at the web table. */
import AnimalsTable from "./AnimalsTable.svelte";
import { introduction } from "./introduction";
import { phaseOf } from "./phase";
import { scenes } from "./scenes";
import { words } from "./words";
import type { GameTable, SeatNote } from "$lib/game";
import type { SoundName } from "$lib/sound";
import type * as AnimalsOnBoard from "./wire";

const SOUNDS: Readonly<Partial<Record<AnimalsOnBoard.Event["event"], SoundName>>> = {
  dealt: "card",
  chosen: "step",
  laid: "card",
  tiles_drawn: "card",
  group_split: "coin",
  group_taken: "wood",
  hidden_taken: "wood",
  flag_won: "turn",
  ark_filled: "bell",
  arks_closed: "splash",
  pair_left: "bell",
  discarded: "step",
  ark_emptied: "oops",
  scored: "coin",
};

function note(view: AnimalsOnBoard.View, seat: number, you: boolean): SeatNote {
  const player = view.players[seat];
  if (!player) return { has: "", score: null, unit: "", awaited: "" };
  const { awaitKeep, awaitTurn, awaitDiscard, crates, resting, onArk, pointsUnit } = words();
  const phase = phaseOf(view);
  const has = [crates(player.crates), player.resting ? resting : ""];
  const awaits = { keeping: awaitKeep, turns: awaitTurn, discarding: awaitDiscard, over: () => "" }[phase];
  return {
    has: has.filter(Boolean).join(" · "),
    score: phase === "over" ? player.points : player.tiles,
    unit: phase === "over" ? pointsUnit : onArk,
    awaited: awaits(you),
  };
}

function progress(view: AnimalsOnBoard.View): string {
  const { opening, round, closing, ended } = words();
  return { keeping: opening, turns: round(view.round), discarding: closing, over: ended }[phaseOf(view)];
}

function chapter(event: AnimalsOnBoard.Event): string | null {
  if (event.event === "round_began") return words().roundTitle(event.round);
  return event.event === "arks_closed" ? words().over : null;
}

export const table: GameTable<AnimalsOnBoard.Types> = {
  Table: AnimalsTable,
  scenes,
  note,
  progress,
  sound: (event) => SOUNDS[event.event] ?? null,
  chapter,
  intro: introduction,
};
