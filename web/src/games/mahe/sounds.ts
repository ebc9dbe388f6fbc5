/** What is heard at the table of Mahé. */
import type { SoundName } from "$lib/sound";
import type * as Mahe from "./wire";

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

export function sound(event: Mahe.Event): SoundName | null {
  return SOUNDS[event.event] ?? null;
}
