/** How Ship Ahoy tells its end. */
import type { Ending } from "$lib/game";
import { beats } from "./moments";
import BestShot from "./BestShot.svelte";
import Trophies from "./Trophies.svelte";
import type * as ShipAhoy from "../wire";

export const ending: Ending<ShipAhoy.Types> = { beats, Stage: BestShot, Row: Trophies, draws: "long_shot" };
