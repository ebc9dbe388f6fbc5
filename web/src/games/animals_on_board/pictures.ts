/** The drawings of this table, by address: animals never change their colours. */
import type * as AnimalsOnBoard from "./wire";

const FILES = import.meta.glob<string>("../../art/animal-*.svg", { query: "?url", import: "default", eager: true });

/** Each species has a tint of its own, the same by day and night. */
const TINTS: Readonly<Record<AnimalsOnBoard.Species, string>> = {
  camel: "#f3dcb0",
  crocodile: "#cfe8b9",
  elephant: "#d3dfea",
  fox: "#fbd5b5",
  giraffe: "#fbe8a6",
  gorilla: "#d6d3df",
  hippo: "#e8d5e6",
  panda: "#dff0ea",
  rhino: "#dbe0dc",
  tiger: "#fde0b2",
  turtle: "#c5e8d4",
  zebra: "#e4eaf0",
};

export function pictureOf(species: AnimalsOnBoard.Species): string {
  return FILES[`../../art/animal-${species}.svg`] ?? "";
}

export function tintOf(species: AnimalsOnBoard.Species): string {
  return TINTS[species];
}
