/** How the options of Mahé are shown. */
import type { OptionLooks } from "$lib/game";
import TurtlePick from "./TurtlePick.svelte";

export const options: OptionLooks = { colours: { Picker: TurtlePick } };
