/** How Duck tells its end. */
import type { Ending } from "$lib/game";
import { beats } from "./moments";
import Prizes from "./Prizes.svelte";
import type * as Duck from "../wire";

export const ending: Ending<Duck.Types> = { beats, Row: Prizes };
