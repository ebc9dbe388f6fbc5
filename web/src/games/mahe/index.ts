/** Mahé at the table: how it is drawn, told and heard. */
import type { GameTable } from "$lib/game";
import { introduction } from "./intro";
import { note, progress } from "./rail";
import { scenes } from "./scenes";
import { sound } from "./sounds";
import { turtleOf } from "./stacks";
import Table from "./Table.svelte";
import type * as Mahe from "./wire";
import { words } from "./words";

export const table: GameTable<Mahe.Types> = {
  Table,
  scenes,
  note,
  progress,
  sound,
  whose: (event, view) => ("turtle" in event ? turtleOf(view, event.turtle).seat : null),
  chapter: (event) => (event.event === "turn_began" ? words().turn : null),
  intro: introduction,
};
