/** What is heard at the table of Animals on Board. */
import type { SoundName } from "$lib/sound";
import type * as AnimalsOnBoard from "./wire";

const SOUNDS: Readonly<Partial<Record<AnimalsOnBoard.Event["event"], SoundName>>> = {
  dealt: "card",
  chosen: "step",
  laid: "card",
  tiles_drawn: "card",
  group_split: "coin",
  group_taken: "wood",
  hidden_taken: "wood",
  flag_won: "turn",
  ark_filled: "bell",
  arks_closed: "splash",
  pair_left: "bell",
  discarded: "step",
  ark_emptied: "oops",
  scored: "coin",
};

export function sound(event: AnimalsOnBoard.Event): SoundName | null {
  return SOUNDS[event.event] ?? null;
}
