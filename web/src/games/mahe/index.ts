/** Mahé at the table: how it is drawn, told and heard. */
import type { GameTable } from "$lib/game";
import { introduction } from "./intro";
import { note, progress } from "./rail";
import { begunBy, essential, scenes } from "./scenes";
import { sound } from "./sounds";
import { turtleOf } from "./stacks";
import { summary } from "./summary";
import Table from "./Table.svelte";
import type * as Mahe from "./wire";

export const table: GameTable<Mahe.Types> = {
  Table,
  scenes,
  essential,
  begunBy,
  note,
  progress,
  sound,
  ending: async () => (await import("./ending")).ending,
  whose: (event, view) => ("turtle" in event ? turtleOf(view, event.turtle).seat : null),
  chapter: () => null,
  turnOf: (event) => (event.event === "turn_began" ? event.seat : null),
  summary,
  intro: introduction,
};
