/** Duck in two minutes. */
import type { IntroPage } from "$lib/game";
import { words } from "../words";
import Dive from "./Dive.svelte";
import Draw from "./Draw.svelte";
import Ghost from "./Ghost.svelte";
import Hand from "./Hand.svelte";
import Play from "./Play.svelte";
import Prize from "./Prize.svelte";

const PICTURES = [Hand, Play, Draw, Dive, Prize, Ghost];

export function introduction(): readonly IntroPage[] {
  return words().intro.flatMap((page, place) => {
    const picture = PICTURES[place];
    return picture ? [{ picture, ...page }] : [];
  });
}
