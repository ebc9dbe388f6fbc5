/** Duck (Kaczki) at the table: how it is drawn, told and heard. */
import type { GameTable } from "$lib/game";
import { introduction } from "./intro";
import { note, progress } from "./rail";
import { essential, scenes } from "./scenes";
import { sound } from "./sounds";
import { summary, turnOf } from "./summary";
import Table from "./Table.svelte";
import type * as Duck from "./wire";
import { words } from "./words";

export const table: GameTable<Duck.Types> = {
  Table,
  lingers: true,
  scenes,
  essential,
  note,
  progress,
  sound,
  ending: async () => (await import("./ending")).ending,
  chapter: (event) => (event.event === "round_began" ? words().round(event.round) : null),
  turnOf,
  summary,
  intro: introduction,
};
