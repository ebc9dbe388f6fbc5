/** What is heard at the table of Duck. */
import type { SoundName } from "$lib/sound";
import type * as Duck from "./wire";

const SOUNDS: Partial<Record<Duck.Event["event"], SoundName>> = {
  round_began: "wood",
  cards_dealt: "card",
  card_turned_up: "card",
  card_played: "card",
  set_played: "card",
  run_played: "card",
  card_drawn: "card",
  card_taken: "card",
  card_taken_from_ghost: "card",
  ghost_turned_up: "bubble",
  draw_pile_refilled: "dice",
  went_out: "bell",
  dived: "splash",
  hand_shown: "card",
  ghost_shown: "bubble",
  dive_succeeded: "cheer",
  dive_failed: "oops",
  dive_failed_to_ghost: "oops",
  bluff_failed: "oops",
  green_lifebuoy_taken: "bell",
  red_lifebuoy_taken: "step",
  hand_discarded: "oops",
  card_kept: "coin",
};

export function sound(event: Duck.Event): SoundName | null {
  return SOUNDS[event.event] ?? null;
}
