/** What stands on the pictures of the scenarios, and of the variants. */
import barrel from "$art/barrel.svg";
import cannon from "$art/cannon.svg";
import cannonBall from "$art/cannon-ball.svg";
import chest from "$art/chest.svg";
import damage from "$art/damage.svg";
import island from "$art/island.svg";
import kraken from "$art/kraken.svg";
import mountain from "$art/mountain.svg";
import pirateShip from "$art/pirate-ship.svg";
import port from "$art/port.svg";
import seaMonster from "$art/sea-monster.svg";
import seatOne from "$art/seat-1.svg";
import seatThree from "$art/seat-3.svg";
import ship from "$art/ship.svg";
import wind from "$art/wind.svg";
import type { Picture } from "$lib/game";
import type * as ShipAhoy from "./wire";

export const SCENARIOS: Readonly<Record<ShipAhoy.ScenarioName, Picture>> = {
  none: {
    sky: "#f3cfa0",
    layers: [
      { src: mountain, left: 84, top: 4, width: 148 },
      { src: ship, left: 6, top: 48, width: 140 },
      { src: cannonBall, left: 166, top: 132, width: 44 },
    ],
  },
  treasure_island: {
    sky: "#8fd6cc",
    layers: [
      { src: island, left: 20, top: -6, width: 200 },
      { src: chest, left: 74, top: 88, width: 104 },
    ],
  },
  pirate_ship: {
    sky: "#c9b7d6",
    layers: [
      { src: mountain, left: 104, top: -8, width: 130 },
      { src: pirateShip, left: 16, top: 12, width: 180 },
    ],
  },
  sea_monster: {
    sky: "#7cc3c9",
    layers: [
      { src: ship, left: 144, top: 14, width: 86, turn: 8 },
      { src: seaMonster, left: 4, top: 16, width: 176 },
    ],
  },
  fair_wind: {
    sky: "#bfe3ef",
    layers: [
      { src: wind, left: 0, top: 4, width: 120 },
      { src: ship, left: 82, top: 40, width: 150, turn: -5 },
    ],
  },
  merchant: {
    sky: "#f8e2a6",
    layers: [
      { src: port, left: 96, top: -6, width: 140 },
      { src: barrel, left: 8, top: 66, width: 116 },
      { src: barrel, left: 112, top: 98, width: 92, turn: 7 },
    ],
  },
  kraken: {
    sky: "#5fa7b8",
    layers: [
      { src: ship, left: 138, top: 0, width: 98, turn: 12 },
      { src: kraken, left: 2, top: 20, width: 176 },
    ],
  },
};

/** The options that have a picture. */
export const VARIANTS = {
  advanced: {
    sky: "#7fd0c6",
    layers: [
      { src: ship, left: 24, top: 40, width: 150, turn: 82 },
      { src: damage, left: 128, top: 8, width: 96 },
    ],
  },
  damaged_shoot: {
    sky: "#c9b7d6",
    layers: [
      { src: ship, left: -10, top: 52, width: 140, turn: 82 },
      { src: cannon, left: 92, top: 70, width: 96 },
      { src: cannonBall, left: 186, top: 54, width: 40 },
    ],
  },
  teams: {
    sky: "#f8e2a6",
    layers: [
      { src: ship, left: 2, top: 30, width: 128, turn: -4 },
      { src: ship, left: 112, top: 40, width: 128, turn: 5 },
      { src: seatOne, left: 48, top: 4, width: 44 },
      { src: seatThree, left: 156, top: 10, width: 44 },
    ],
  },
} satisfies Readonly<Record<string, Picture>>;
