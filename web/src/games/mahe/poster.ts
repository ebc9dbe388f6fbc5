/** Mahé as its poster shows it. */
import island from "$art/island.svg";
import nest from "$art/nest.svg";
import turtles from "$art/turtles.svg";
import type { GamePoster } from "$lib/game";
import { dictionary } from "$lib/words/dictionary";

const about = dictionary(
  "Żółwie wożą się na grzbietach. Kto siedzi na samej górze, decyduje, ile zaryzykować.",
  "Turtles ride on each other's backs. Whoever sits on top decides how much to risk.",
);

export const poster: GamePoster = {
  sky: "#8fd6cc",
  badge: turtles,
  layers: [
    { src: island, left: 120, top: -6, width: 130 },
    { src: nest, left: 8, top: 112, width: 74 },
    { src: turtles, left: 80, top: 45, width: 126 },
  ],
  minutes: 25,
  about,
};
