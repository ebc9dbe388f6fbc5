import { polish } from "$lib/words/dictionary";

export const pl = {
  table: "Stół",
  yourMove: "Twój ruch",
  somebodysMove: "Co się dzieje",
  waits: "Poczekaj na swoją kolej.",
  moves: "Twoje ruchy",
  kind: "Ruch",
  play: "Zagraj",
  proposed: "Ruchów jest więcej, niż da się wymienić. Oto niektóre z nich.",
  hinted: "podpowiedź",
  awaited: (you: boolean): string => (you ? "twój ruch" : "myśli"),
  points: (count: number) => polish(count, "punkt", "punkty", "punktów"),
};
