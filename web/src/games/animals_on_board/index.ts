/** Animals on Board at the table: how it is drawn, told and heard. */
import type { GameTable } from "$lib/game";
import { introduction } from "./intro";
import { note, progress } from "./rail";
import { essential, scenes } from "./scenes";
import { sound } from "./sounds";
import { summary, turnOf } from "./summary";
import Table from "./Table.svelte";
import type * as AnimalsOnBoard from "./wire";
import { words } from "./words";

export const table: GameTable<AnimalsOnBoard.Types> = {
  Table,
  scenes,
  essential,
  note,
  progress,
  sound,
  ending: async () => (await import("./ending")).ending,
  chapter(event) {
    if (event.event === "round_began") return words().roundTitle(event.round);
    return event.event === "arks_closed" ? words().over : null;
  },
  turnOf,
  summary,
  intro: introduction,
};
