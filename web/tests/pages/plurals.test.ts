// @vitest-environment jsdom

/** In Polish a noun agrees with the number before it, in every word of every page and game; and nobody “Ty strzela”. */
import { expect, it } from "vitest";

import { polish } from "$lib/words/dictionary";

const COUNTS = [0, 1, 2, 5, 12, 22, 25, 47];
/** One, few, many; where the accusative is another word for one, it too. */
const NOUNS = [
  ["punkt", "punkty", "punktów"],
  ["karta kartę", "karty", "kart"],
  ["jajo", "jaja", "jaj"],
  ["pole", "pola", "pól"],
  ["skrzynka skrzynkę", "skrzynki", "skrzynek"],
  ["płytka płytkę", "płytki", "płytek"],
  ["węzeł", "węzły", "węzłów"],
  ["statek", "statki", "statków"],
  ["wieża wieżę", "wieże", "wież"],
  ["runda rundę", "rundy", "rund"],
  ["rekin", "rekiny", "rekinów"],
  ["koral", "korale", "korali"],
  ["ośmiornica", "ośmiornice", "ośmiornic"],
  ["życie", "życia", "żyć"],
  ["osoba", "osoby", "osób"],
  ["bot", "boty", "botów"],
  ["miejsce", "miejsca", "miejsc"],
  ["minuta minutę", "minuty", "minut"],
  ["dzień", "dni", "dni"],
  ["stół", "stoły", "stołów"],
  ["gra grę", "gry", "gier"],
  ["żółw", "żółwie", "żółwi"],
] as const;
const files = import.meta.glob<{ pl: object }>("../../src/**/words.pl.ts", { eager: true });

/** All that words say, with a count in every place where they take something. */
function said(words: unknown, count: number): string[] {
  if (typeof words === "string") return [words];
  if (typeof words === "function") return said(tried(words as (...facts: unknown[]) => unknown, count), count);
  return words !== null && typeof words === "object" ? Object.values(words).flatMap((each) => said(each, count)) : [];
}

/** What a sentence says of counts; of one that takes something else, nothing. */
function tried(sentence: (...facts: unknown[]) => unknown, count: number): unknown {
  try {
    return sentence(...Array.from({ length: sentence.length }, () => count));
  } catch {
    return null;
  }
}

/** Numbers with nouns that do not agree; what is lacking stands in the genitive. */
function disagreeing(sentence: string): string[] {
  return [...sentence.matchAll(/(?<![\d–-]|brakuje )(\d+)[ \u00a0](\p{L}+)/gu)].flatMap(([all, number, noun]) => {
    const [one, few, many] = NOUNS.find((forms) => forms.some((form) => form.split(" ").includes(noun!))) ?? [];
    if (!one || !few || !many) return [];
    return polish(Number(number), one, few, many).split(" ").includes(noun!) ? [] : [all];
  });
}

it("finds a noun that does not agree", () => {
  expect(disagreeing("Ola ma 47 punkty i 2 karty.")).toEqual(["47 punkty"]);
});

it.each(Object.keys(files))("%s agrees with its counts", (file) => {
  for (const count of COUNTS) {
    for (const sentence of said(files[file]!.pl, count)) expect(disagreeing(sentence), sentence).toEqual([]);
  }
});

it("calls nobody “Ty” of whom sentences speak in the third person", () => {
  const { practice } = files["../../src/games/ship_ahoy/words.pl.ts"]!.pl as { practice: { you: string } };
  expect(practice.you).not.toMatch(/^ty$/i);
});
