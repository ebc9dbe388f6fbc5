/** Animals on Board as its poster shows it. */
import ark from "$art/ark.svg";
import elephant from "$art/animal-elephant.svg";
import fox from "$art/animal-fox.svg";
import giraffe from "$art/animal-giraffe.svg";
import panda from "$art/animal-panda.svg";
import type { GamePoster } from "$lib/game";
import { dictionary } from "$lib/words/dictionary";

const about = dictionary(
  "Dzielisz zwierzęta na grupy, a ktoś bierze tę lepszą. Uważaj na pary!",
  "You split the animals into groups, and somebody takes the better one. Beware of pairs!",
);

export const poster: GamePoster = {
  sky: "#a9dbe8",
  badge: ark,
  layers: [
    { src: elephant, left: 10, top: 8, width: 84 },
    { src: giraffe, left: 152, top: 2, width: 84 },
    { src: ark, left: 30, top: 18, width: 180 },
    { src: fox, left: 170, top: 120, width: 62 },
    { src: panda, left: 6, top: 124, width: 58 },
  ],
  minutes: 25,
  about,
};
