/** Which drawings a card is made of. */
import bones from "$art/bones.svg";
import coral from "$art/coral.svg";
import angel from "$art/fish-angel.svg";
import angels from "$art/fish-angel-2.svg";
import dart from "$art/fish-dart.svg";
import darts from "$art/fish-dart-2.svg";
import fan from "$art/fish-fan.svg";
import fans from "$art/fish-fan-2.svg";
import puffer from "$art/fish-puffer.svg";
import puffers from "$art/fish-puffer-2.svg";
import grass from "$art/floor-grass.svg";
import pebble from "$art/floor-pebble.svg";
import ripple from "$art/floor-ripple.svg";
import star from "$art/floor-star.svg";
import octopus from "$art/octopus.svg";
import shark from "$art/shark.svg";
import type { Card } from "./shoal";
import type * as KunaYala from "./wire";

/** The fish of a colour: every colour has a shape of its own. */
export const FISH: Readonly<Record<KunaYala.Colour, string>> = { red: angel, yellow: puffer, blue: dart, purple: fan };
const PAIRS: Readonly<Record<KunaYala.Colour, string>> = { red: angels, yellow: puffers, blue: darts, purple: fans };
const FLOORS: Readonly<Record<KunaYala.Floor, string>> = { ripple, pebble, grass, star };
export const PICTURES = { coral, shark, octopus, bones } as const;

export interface Face {
  readonly picture: string;
  /** The sea floor; null: plain. */
  readonly floor: string | null;
}

export function faceOf(card: Card): Face {
  switch (card.card) {
    case "one_fish":
      return { picture: FISH[card.colour], floor: FLOORS[card.floor] };
    case "two_fish":
      return { picture: PAIRS[card.colour], floor: FLOORS[card.floor] };
    default:
      return { picture: PICTURES[card.card], floor: null };
  }
}
