/** The two minutes: a picture for each page, the words from the dictionary. */
import type { Component } from "svelte";

import Aboard from "./intro/Aboard.svelte";
import Counting from "./intro/Counting.svelte";
import Hidden from "./intro/Hidden.svelte";
import Noah from "./intro/Noah.svelte";
import Splitting from "./intro/Splitting.svelte";
import Taking from "./intro/Taking.svelte";
import { words } from "./words";
import type { IntroPage } from "$lib/game";

const PICTURES: readonly Component[] = [Aboard, Splitting, Taking, Hidden, Noah, Counting];

export function introduction(): readonly IntroPage[] {
  return words().intro.flatMap((page, place) => {
    const picture = PICTURES[place];
    return picture ? [{ ...page, picture }] : [];
  });
}
