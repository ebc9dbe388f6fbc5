/** Mahé at the table: how it is drawn, told and heard. */
import type { GameTable } from "$lib/game";
import type { SoundName } from "$lib/sound";
import type * as Mahe from "./wire";

import { PICTURES } from "./intro";
import { note } from "./rail";
import { scenes } from "./scenes";
import { lastPrize, turtleOf } from "./stacks";
import Table from "./Table.svelte";
import { words } from "./words";

const SOUNDS: Readonly<Partial<Record<Mahe.Event["event"], SoundName>>> = {
  rolled: "dice",
  die_ordered: "bubble",
  card_played: "card",
  sank: "splash",
  moved: "step",
  climbed: "wood",
  eggs_laid: "coin",
  card_turned_up: "card",
  beach_uncovered: "bell",
  beach_won: "cheer",
};

export const table: GameTable<Mahe.Types> = {
  Table,
  scenes,
  note,
  progress: (view) => (lastPrize(view) ? words().lastPrize : words().left(view.deck)),
  sound: (event) => SOUNDS[event.event] ?? null,
  whose: (event, view) => ("turtle" in event ? turtleOf(view, event.turtle).seat : null),
  chapter: (event) => (event.event === "turn_began" ? words().turn : null),
  intro: () => words().intro.map((page, nth) => ({ ...page, picture: PICTURES[nth] ?? PICTURES[0] })),
};
