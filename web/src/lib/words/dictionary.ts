/** Words of the pages. A part of the app has its own two files; a word that one of them lacks does not compile. */
import { type Language, settings } from "$lib/settings.svelte";

/** The words of a part in the language of the page; read it where it is shown, so that it changes with the language. */
export function dictionary<W>(pl: W, en: NoInfer<W>): () => W {
  return () => (settings.language === "pl" ? pl : en);
}

const rules: Record<Language, Intl.PluralRules> = { pl: new Intl.PluralRules("pl"), en: new Intl.PluralRules("en") };

/** The Polish noun that agrees with a number: 1 karta, 2 karty, 5 kart. */
export function polish(count: number, one: string, few: string, many: string): string {
  const form = rules.pl.select(Math.abs(count));
  return form === "one" ? one : form === "few" ? few : many;
}

/** The English noun that agrees with a number: 1 card, 2 cards. */
export function english(count: number, one: string, other: string): string {
  return rules.en.select(Math.abs(count)) === "one" ? one : other;
}
