/** Words that only the table of Ship Ahoy needs. */
import { dictionary } from "$lib/words/dictionary";

import { en } from "./words.en";
import { pl } from "./words.pl";

export const words = dictionary(pl, en);
