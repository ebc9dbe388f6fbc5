/** The pictures of the introduction, page by page. */
import type { Component } from "svelte";

import Around from "./Around.svelte";
import Beach from "./Beach.svelte";
import Eggs from "./Eggs.svelte";
import OnTop from "./OnTop.svelte";
import Sum from "./Sum.svelte";
import TooMuch from "./TooMuch.svelte";

export const PICTURES: readonly [Component, ...Component[]] = [Around, Sum, TooMuch, OnTop, Eggs, Beach];
