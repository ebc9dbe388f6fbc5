/** Words of the controls that options are chosen with. */
import { dictionary } from "$lib/words/dictionary";
import { en } from "./words.en";
import { pl } from "./words.pl";

export const words = dictionary(pl, en);
