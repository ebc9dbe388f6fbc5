/** Kuna Yala at the table: how it is drawn, told and heard. */
import type { GameTable } from "$lib/game";
import { introduction } from "./intro";
import { note, progress } from "./rail";
import { scenes } from "./scenes";
import { sound } from "./sounds";
import Table from "./Table.svelte";
import type * as KunaYala from "./wire";
import { words } from "./words";

export const table: GameTable<KunaYala.Types> = {
  Table,
  scenes,
  note,
  progress,
  sound,
  chapter(event) {
    if (event.event === "turn_began") return words().chapter;
    return event.event === "ended" ? words().chapterEnd : null;
  },
  discreet: (event) => (event.event === "token_dealt" ? { ...event, colour: null } : event),
  intro: introduction,
};
