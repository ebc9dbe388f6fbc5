/** How Kuna Yala tells its end. */
import type { Ending } from "$lib/game";
import { beats } from "./moments";
import Stage from "./Stage.svelte";
import type * as KunaYala from "../wire";

export const ending: Ending<KunaYala.Types> = { beats, Stage };
