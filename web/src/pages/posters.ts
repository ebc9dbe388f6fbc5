/** What stands on a game's poster: drawings on a stage of 240 by 196. */
import ark from "$art/ark.svg";
import cannonBall from "$art/cannon-ball.svg";
import coral from "$art/coral.svg";
import duck from "$art/duck.svg";
import elephant from "$art/animal-elephant.svg";
import fishAngel from "$art/fish-angel-2.svg";
import fishFan from "$art/fish-fan.svg";
import floorStar from "$art/floor-star.svg";
import fox from "$art/animal-fox.svg";
import giraffe from "$art/animal-giraffe.svg";
import island from "$art/island.svg";
import lifebuoy from "$art/lifebuoy-red.svg";
import mountain from "$art/mountain.svg";
import nest from "$art/nest.svg";
import panda from "$art/animal-panda.svg";
import shark from "$art/shark.svg";
import ship from "$art/ship.svg";
import towel from "$art/towel.svg";
import tower from "$art/tower.svg";
import turtles from "$art/turtles.svg";
import type { GameKey } from "$lib/wire";

interface Layer {
  readonly src: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly turn?: number;
  /** On a card: its floor, a picture or a colour. */
  readonly floor?: string;
}

export interface Picture {
  readonly sky: string;
  readonly layers: readonly Layer[];
}

interface Poster extends Picture {
  /** The one drawing that stands for the game where there is little room. */
  readonly badge: string;
}

/** All games, in the order of the home page. */
export const GAMES: readonly GameKey[] = ["mahe", "duck", "animals_on_board", "kuna_yala", "ship_ahoy"];

export const PICTURES: Readonly<Record<GameKey, Poster>> = {
  mahe: {
    sky: "#8fd6cc",
    badge: turtles,
    layers: [
      { src: island, left: 120, top: -6, width: 130 },
      { src: nest, left: 8, top: 112, width: 74 },
      { src: turtles, left: 80, top: 45, width: 126 },
    ],
  },
  duck: {
    sky: "#f8e2a6",
    badge: duck,
    layers: [
      { src: towel, left: 126, top: 16, width: 104, turn: 14 },
      { src: lifebuoy, left: 6, top: 92, width: 88 },
      { src: duck, left: 46, top: 34, width: 150 },
    ],
  },
  animals_on_board: {
    sky: "#a9dbe8",
    badge: ark,
    layers: [
      { src: elephant, left: 10, top: 8, width: 84 },
      { src: giraffe, left: 152, top: 2, width: 84 },
      { src: ark, left: 30, top: 18, width: 180 },
      { src: fox, left: 170, top: 120, width: 62 },
      { src: panda, left: 6, top: 124, width: 58 },
    ],
  },
  kuna_yala: {
    sky: "#4fa9b4",
    badge: fishFan,
    layers: [
      { src: fishFan, left: 22, top: 6, width: 92, turn: -5, floor: `url("${floorStar}")` },
      { src: fishAngel, left: 122, top: 12, width: 92, turn: 4, floor: `url("${floorStar}")` },
      { src: shark, left: 20, top: 102, width: 92, turn: 3, floor: "#cfe0ea" },
      { src: coral, left: 120, top: 108, width: 92, turn: -4, floor: "#fbe9dc" },
    ],
  },
  ship_ahoy: {
    sky: "#f3cfa0",
    badge: ship,
    layers: [
      { src: mountain, left: 94, top: 6, width: 128 },
      { src: tower, left: 8, top: 24, width: 92 },
      { src: ship, left: 60, top: 52, width: 140 },
      { src: cannonBall, left: 190, top: 104, width: 38 },
    ],
  },
};
