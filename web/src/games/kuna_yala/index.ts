/** Kuna Yala, for the table's frame. */
import type { GameTable } from "$lib/game";
import { introduction } from "./intro";
import KunaYalaTable from "./KunaYala.svelte";
import { scenes } from "./scenes";
import { words } from "./words";
import type { SoundName } from "$lib/sound";
import type * as KunaYala from "./wire";

const SOUNDS: Readonly<Record<KunaYala.Event["event"], SoundName | null>> = {
  token_dealt: null,
  shoal_begun: null,
  card_turned_up: "card",
  octopus_held: "bubble",
  octopus_left: "splash",
  fourth_shark: "splash",
  turn_began: null,
  no_pair: "oops",
  card_discarded: "splash",
  cards_ran_out: "oops",
  laid_at_home: "card",
  laid_away: "card",
  fish_eaten: "bite",
  cursed: "oops",
  fish_died: "bubble",
  ended: "bell",
  token_revealed: "coin",
};

export const table: GameTable<KunaYala.Types> = {
  Table: KunaYalaTable,
  scenes,
  note(view, seat, you) {
    const shoal = view.shoals[seat];
    const points = view.points?.[seat];
    const has = shoal
      ? [
          words().corals(shoal.corals),
          ...(shoal.octopuses ? [words().octopuses(shoal.octopuses)] : []),
          ...(shoal.sharks ? [words().sharks(shoal.sharks)] : []),
        ]
      : [];
    return {
      has: has.join(" · "),
      score: points ? points.fish + points.majority + points.octopuses + points.sharks : null,
      unit: words().points,
      awaited: you ? words().awaited : words().awaitedOther,
    };
  },
  progress(view) {
    return view.points ? words().over : words().left(view.piles.reduce((sum, pile) => sum + pile, 0));
  },
  sound: (event) => SOUNDS[event.event],
  chapter(event) {
    if (event.event === "turn_began") return words().chapter;
    return event.event === "ended" ? words().chapterEnd : null;
  },
  discreet: (event) => (event.event === "token_dealt" ? { ...event, colour: null } : event),
  intro: introduction,
};
