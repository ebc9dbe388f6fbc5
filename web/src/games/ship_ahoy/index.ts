/** Ship Ahoy at the table: how it is drawn, told and heard. */
import type { GameTable } from "$lib/game";
import { introduction } from "./intro";
import { note, progress } from "./rail";
import { scenes } from "./scenes";
import { sound } from "./sounds";
import Table from "./Table.svelte";
import type * as ShipAhoy from "./wire";
import { words } from "./words";

export const table: GameTable<ShipAhoy.Types> = {
  Table,
  scenes,
  note,
  fate: (view, seat) => (view.out.includes(seat) && !view.teams ? words().out : null),
  progress,
  sound,
  chapter: (event) => (event.event === "turn_began" ? words().turn(event.turn) : null),
  intro: introduction,
};
