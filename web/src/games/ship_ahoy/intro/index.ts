/** Ship Ahoy in two minutes: a picture for each page, and its words. */
import type { Component } from "svelte";

import { dictionary } from "$lib/words/dictionary";
import type { IntroPage } from "$lib/game";
import Fighting from "./Fighting.svelte";
import Fleet from "./Fleet.svelte";
import Points from "./Points.svelte";
import Sailing from "./Sailing.svelte";
import Scenarios from "./Scenarios.svelte";
import Shooting from "./Shooting.svelte";
import Trophy from "./Trophy.svelte";

interface Words {
  readonly title: string;
  readonly text: string;
}
type Page = "fleet" | "shooting" | "trophy" | "sailing" | "fighting" | "points" | "scenarios";

const pl: Record<Page, Words> = {
  fleet: {
    title: "Ahoj, flota!",
    text:
      "Twój port ma wieżę i trzy statki (we dwoje macie po dwa porty). " +
      "W swojej turze strzelasz, potem płyniesz, a na koniec walczysz z tymi, którzy są blisko.",
  },
  shooting: {
    title: "Celuj, naciągnij i puść",
    text:
      "Postaw armatę przy swoim statku albo wieży, obróć ją, naciągnij i puść. " +
      "Lufa się kołysze, a przy mocnym naciągu jeszcze bardziej: złap dobrą chwilę!",
  },
  trophy: {
    title: "Co upadnie, jest twoje",
    text:
      "Przewrócony kulą statek albo wieża przeciwnika to twoje trofeum. " +
      "Najłatwiej przewraca się statek zwrócony bokiem. Twój własny po prostu wstaje.",
  },
  sailing: {
    title: "Płyń wzdłuż liny",
    text:
      "Kość daje od jednego do trzech węzłów liny: dla jednego statku albo do podziału. " +
      "Linę wyginasz, jak chcesz, byle nie przez góry, wieże i inne statki.",
  },
  fighting: {
    title: "Blisko? Do walki!",
    text:
      "Wrogie statki i wieże, które dzieli mniej niż 7 cm, są w zwarciu. Flaga na kości: przeciwnik się poddaje. " +
      "Miecze: zwarcie trwa, a kto w nim stoi, ani nie strzela, ani nie płynie.",
  },
  points: {
    title: "Kto wygrywa",
    text:
      "Gdy ktoś straci wszystkie statki i wieże, gra od razu się kończy. " +
      "Każdy zdobyty statek to punkt, a wieża to dwa. Wygrywa, kto ma ich najwięcej.",
  },
  scenarios: {
    title: "Co jeszcze kryje morze",
    text:
      "Skarb na wyspie, piraci, potwór, wiatr, beczki albo Kraken: każdy scenariusz dodaje coś nowego. " +
      "Wybierasz go, zakładając stół, albo grasz bez niego.",
  },
};

const en: Record<Page, Words> = {
  fleet: {
    title: "Ahoy, fleet!",
    text:
      "Your port has a tower and three ships (two players have two ports each). " +
      "On your turn you shoot, then sail, then fight whoever is close.",
  },
  shooting: {
    title: "Aim, pull and let go",
    text:
      "Put the cannon beside your ship or tower, turn it, pull and let go. " +
      "The barrel sways, and a hard pull makes it sway more: catch the right moment!",
  },
  trophy: {
    title: "What falls is yours",
    text:
      "An enemy ship or tower that your ball knocks over is your trophy. " +
      "A ship falls most easily when it shows you its side. One of your own simply stands up again.",
  },
  sailing: {
    title: "Sail along the rope",
    text:
      "The die gives one to three knots of rope, for one ship or to be shared. " +
      "Bend the rope as you like, but not through mountains, towers or other ships.",
  },
  fighting: {
    title: "Close? Then fight!",
    text:
      "Enemy ships and towers less than 7 cm apart are in melee. A flag on the die: the enemy gives up. Swords: " +
      "the melee goes on, and nobody in it shoots or sails.",
  },
  points: {
    title: "Who wins",
    text:
      "When somebody has lost all ships and towers, the game ends at once. " +
      "Every ship you took is a point, every tower two. The most points win.",
  },
  scenarios: {
    title: "What else the sea holds",
    text:
      "Treasure on an island, pirates, a monster, the wind, barrels or the Kraken: every scenario adds something. " +
      "Choose one when you open a table, or play without.",
  },
};

const words = dictionary(pl, en);

const PICTURES: Record<Page, Component> = {
  fleet: Fleet,
  shooting: Shooting,
  trophy: Trophy,
  sailing: Sailing,
  fighting: Fighting,
  points: Points,
  scenarios: Scenarios,
};

export function introduction(): readonly IntroPage[] {
  const pages = words();
  return (Object.keys(PICTURES) as Page[]).map((page) => ({ picture: PICTURES[page], ...pages[page] }));
}
