/** Duck as its poster shows it. */
import duck from "$art/duck.svg";
import lifebuoy from "$art/lifebuoy-red.svg";
import towel from "$art/towel.svg";
import type { GamePoster } from "$lib/game";
import { dictionary } from "$lib/words/dictionary";

const about = dictionary(
  "Pozbądź się kart albo zanurkuj, gdy masz najmniej. Byle nie za wcześnie!",
  "Get rid of your cards, or dive when you hold the least. Just not too early!",
);

export const poster: GamePoster = {
  sky: "#f8e2a6",
  badge: duck,
  layers: [
    { src: towel, left: 126, top: 16, width: 104, turn: 14 },
    { src: lifebuoy, left: 6, top: 92, width: 88 },
    { src: duck, left: 46, top: 34, width: 150 },
  ],
  minutes: 20,
  about,
};
