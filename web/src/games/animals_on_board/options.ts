/** How the options of Animals on Board are shown. */
import type { OptionLooks } from "$lib/game";
import SpeciesPick from "./SpeciesPick.svelte";

export const options: OptionLooks = { removed: { Picker: SpeciesPick } };
