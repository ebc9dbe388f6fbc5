/** What only the web says at this table. */
import { en } from "./words.en";
import { pl } from "./words.pl";
import { dictionary } from "$lib/words/dictionary";

export const words = dictionary(pl, en);
