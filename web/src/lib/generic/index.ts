/** The table of a game that brings none: it shows whatever the view holds, and offers whatever may be played. */
import type { GameTable } from "$lib/game";
import { plainly } from "./plain";
import { scenes } from "./scenes";
import Table from "./GenericTable.svelte";
import { scoreOf } from "./view";
import { words } from "./words";

export const genericTable: GameTable = {
  Table,
  Still: null,
  scenes,
  plainly,
  note(view, seat, you) {
    const score = scoreOf(view, seat);
    return { has: "", score, unit: score === null ? "" : words().points(score), awaited: words().awaited(you) };
  },
  progress: () => "",
  sound: () => null,
  chapter: () => null,
  intro: () => [],
};
