/** What the chart says beside its pictures. */
import { dictionary } from "$lib/words/dictionary";

export const words = dictionary({ whole: "Cały stół albo z bliska" }, { whole: "The whole table, or close up" });
