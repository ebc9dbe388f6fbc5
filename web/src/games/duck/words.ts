/** Words of Duck that only the web needs. */
import { en } from "./words.en";
import { pl } from "./words.pl";
import { dictionary } from "$lib/words/dictionary";

export const words = dictionary(pl, en);
