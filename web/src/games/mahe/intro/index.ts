/** Mahé in two minutes. */
import type { IntroPage } from "$lib/game";
import { words } from "../words";
import Around from "./Around.svelte";
import Beach from "./Beach.svelte";
import Eggs from "./Eggs.svelte";
import OnTop from "./OnTop.svelte";
import Sum from "./Sum.svelte";
import TooMuch from "./TooMuch.svelte";

const PICTURES = [Around, Sum, TooMuch, OnTop, Eggs, Beach];

export function introduction(): readonly IntroPage[] {
  return words().intro.flatMap((page, place) => {
    const picture = PICTURES[place];
    return picture ? [{ ...page, picture }] : [];
  });
}
