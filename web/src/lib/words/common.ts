/** Words that all pages share. */
import { dictionary } from "$lib/words/dictionary";
import { en } from "$lib/words/common.en";
import { pl } from "$lib/words/common.pl";

export const common = dictionary(pl, en);
