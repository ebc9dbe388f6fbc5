/** Kuna Yala as its poster shows it. */
import coral from "$art/coral.svg";
import fishAngel from "$art/fish-angel-2.svg";
import fishFan from "$art/fish-fan.svg";
import floorStar from "$art/floor-star.svg";
import shark from "$art/shark.svg";
import type { GamePoster } from "$lib/game";
import { dictionary } from "$lib/words/dictionary";

const about = dictionary(
  "Układasz ławice, swoją i cudze. Nikt nie wie, na które ryby liczysz.",
  "Build shoals, your own and the others'. Nobody knows which fish you count on.",
);

export const poster: GamePoster = {
  sky: "#4fa9b4",
  badge: fishFan,
  layers: [
    { src: fishFan, left: 22, top: 6, width: 92, turn: -5, floor: `url("${floorStar}")` },
    { src: fishAngel, left: 122, top: 12, width: 92, turn: 4, floor: `url("${floorStar}")` },
    { src: shark, left: 20, top: 102, width: 92, turn: 3, floor: "#cfe0ea" },
    { src: coral, left: 120, top: 108, width: 92, turn: -4, floor: "#fbe9dc" },
  ],
  minutes: 35,
  about,
};
