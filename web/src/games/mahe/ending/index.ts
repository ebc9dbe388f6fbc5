/** How Mahé tells its end. */
import type { Ending } from "$lib/game";
import { beats } from "./moments";
import Hatching from "./Hatching.svelte";
import LongestRide from "./LongestRide.svelte";
import type * as Mahe from "../wire";

export const ending: Ending<Mahe.Types> = { beats, Stage: LongestRide, Row: Hatching, draws: "stowaway" };
