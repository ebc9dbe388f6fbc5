/** Ship Ahoy as its poster shows it. */
import cannonBall from "$art/cannon-ball.svg";
import mountain from "$art/mountain.svg";
import ship from "$art/ship.svg";
import tower from "$art/tower.svg";
import type { GamePoster } from "$lib/game";
import { dictionary } from "$lib/words/dictionary";

const words = dictionary(
  {
    about: "Prawdziwa armata, lina z węzłami i cudze statki do przewrócenia.",
    practise: "Poćwicz celowanie",
    problems: {
      wrong_moment: "Strzał nie padł w chwili, o której mówi. Wyceluj jeszcze raz.",
      no_shot: "Działo nie wypaliło. Spróbuj za chwilę.",
    },
  },
  {
    about: "A real cannon, a rope with knots, and other people's ships to knock over.",
    practise: "Practise aiming",
    problems: {
      wrong_moment: "The shot was not released at the moment it says. Aim again.",
      no_shot: "The cannon did not fire. Try again in a moment.",
    },
  },
);

export const poster: GamePoster = {
  sky: "#f3cfa0",
  badge: ship,
  layers: [
    { src: mountain, left: 94, top: 6, width: 128 },
    { src: tower, left: 8, top: 24, width: 92 },
    { src: ship, left: 60, top: 52, width: 140 },
    { src: cannonBall, left: 190, top: 104, width: 38 },
  ],
  minutes: 40,
  about: () => words().about,
  pages: { "/practice": () => import("./Practice.svelte") },
  links: () => [{ href: "/practice", icon: "target", label: words().practise }],
  problems: () => words().problems,
};
