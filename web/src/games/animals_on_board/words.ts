/** Words of this table that the server does not have. */
import { dictionary } from "$lib/words/dictionary";
import { en } from "./words.en";
import { pl } from "./words.pl";

export const words = dictionary(pl, en);
