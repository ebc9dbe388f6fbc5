/** The two minutes: a picture for each page, the words from the dictionary. */
import type { Component } from "svelte";

import Aboard from "./Aboard.svelte";
import Counting from "./Counting.svelte";
import Hidden from "./Hidden.svelte";
import Noah from "./Noah.svelte";
import Splitting from "./Splitting.svelte";
import Taking from "./Taking.svelte";
import { words } from "../words";
import type { IntroPage } from "$lib/game";

const PICTURES: readonly Component[] = [Aboard, Splitting, Taking, Hidden, Noah, Counting];

export function introduction(): readonly IntroPage[] {
  return words().intro.flatMap((page, place) => {
    const picture = PICTURES[place];
    return picture ? [{ ...page, picture }] : [];
  });
}
