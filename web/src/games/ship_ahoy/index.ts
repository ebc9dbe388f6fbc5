/** Ship Ahoy at the table: how it is drawn, told and heard. */
import type { GameTable } from "$lib/game";
import { introduction } from "./intro";
import { note, progress } from "./rail";
import { essential, scenes } from "./scenes";
import { sound } from "./sounds";
import Still from "./Still.svelte";
import { summary } from "./summary";
import Table from "./Table.svelte";
import type * as ShipAhoy from "./wire";
import { words } from "./words";

export const table: GameTable<ShipAhoy.Types> = {
  Table,
  Still,
  scenes,
  essential,
  note,
  fate: (view, seat) => (view.out.includes(seat) && !view.teams ? words().out : null),
  progress,
  sound,
  ending: async () => (await import("./ending")).ending,
  chapter: () => null,
  turnOf: (event) => (event.event === "turn_began" ? event.seat : null),
  summary,
  intro: introduction,
};
