/** What is heard at the table of Kuna Yala. */
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

export function sound(event: KunaYala.Event): SoundName | null {
  return SOUNDS[event.event];
}
