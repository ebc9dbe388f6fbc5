/** Kuna Yala at the table: how it is drawn, told and heard. */
import type { GameTable } from "$lib/game";
import { introduction } from "./intro";
import { note, progress } from "./rail";
import { essential, scenes } from "./scenes";
import { sound } from "./sounds";
import { summary } from "./summary";
import Table from "./Table.svelte";
import type * as KunaYala from "./wire";
import { words } from "./words";

export const table: GameTable<KunaYala.Types> = {
  Table,
  scenes,
  essential,
  note,
  progress,
  sound,
  ending: async () => (await import("./ending")).ending,
  chapter: (event) => (event.event === "ended" ? words().chapterEnd : null),
  turnOf: (event) => (event.event === "turn_began" ? event.seat : null),
  summary,
  discreet: (event) => (event.event === "token_dealt" ? { ...event, colour: null } : event),
  intro: introduction,
};
