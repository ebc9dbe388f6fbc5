/** The illustrated two minutes. */
import type { IntroPage } from "$lib/game";
import { words } from "../words";
import Colour from "./Colour.svelte";
import Creatures from "./Creatures.svelte";
import Curse from "./Curse.svelte";
import Points from "./Points.svelte";
import Suits from "./Suits.svelte";
import Turn from "./Turn.svelte";

const PICTURES = [Colour, Turn, Suits, Curse, Creatures, Points];

export function introduction(): readonly IntroPage[] {
  return words().intro.flatMap((page, place) => {
    const picture = PICTURES[place];
    return picture ? [{ ...page, picture }] : [];
  });
}
