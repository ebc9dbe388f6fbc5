import { english } from "$lib/words/dictionary";
import type { pl } from "./words.pl";

export const en: typeof pl = {
  table: "Table",
  yourMove: "Your move",
  somebodysMove: "What happens",
  waits: "Wait for your turn.",
  moves: "Your moves",
  kind: "Move",
  play: "Play",
  proposed: "There are more moves than can be listed. These are some of them.",
  hinted: "hint",
  awaited: (you) => (you ? "your move" : "thinks"),
  points: (count) => english(count, "point", "points"),
};
