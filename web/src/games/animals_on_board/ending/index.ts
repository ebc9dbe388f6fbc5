/** How Animals on Board tells its end. */
import type { Ending } from "$lib/game";
import { beats } from "./moments";
import Voyage from "./Voyage.svelte";
import type * as AnimalsOnBoard from "../wire";

export const ending: Ending<AnimalsOnBoard.Types> = { beats, Row: Voyage };
