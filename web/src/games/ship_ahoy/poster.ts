/** Ship Ahoy as its poster shows it. */
import cannon from "$art/cannon.svg";
import cannonBall from "$art/cannon-ball.svg";
import mountain from "$art/mountain.svg";
import ship from "$art/ship.svg";
import tower from "$art/tower.svg";
import type { GamePoster, Picture } from "$lib/game";
import { dictionary } from "$lib/words/dictionary";

const words = dictionary(
  {
    about: "Prawdziwa armata, lina z węzłami i cudze statki do przewrócenia.",
    practise: "Poćwicz celowanie",
    range: {
      title: "Strzelnica",
      text: "Armata, cele i tyle kul, ile chcesz. Bez stołu, bez przeciwnika, nic się nie liczy.",
      go: "Idę postrzelać",
    },
    problems: {
      wrong_moment: "Strzał padł nie w porę. Wyceluj jeszcze raz.",
      no_shot: "Armata nie wypaliła. Spróbuj za chwilę.",
    },
  },
  {
    about: "A real cannon, a rope with knots, and other people's ships to knock over.",
    practise: "Practise aiming",
    range: {
      title: "Practice range",
      text: "A cannon, targets and all the balls you like. No table, no opponent, nothing counts.",
      go: "Try a shot",
    },
    problems: {
      wrong_moment: "The shot was not released at the moment it says. Aim again.",
      no_shot: "The cannon did not fire. Try again in a moment.",
    },
  },
);

const PRACTICE = "/practice";

const RANGE: Picture = {
  sky: "linear-gradient(#f3cfa0 58%, #4fb7b4 58%)",
  layers: [
    { src: tower, left: 168, top: 4, width: 78 },
    { src: ship, left: 118, top: 58, width: 112, turn: 22 },
    { src: cannonBall, left: 104, top: 52, width: 26 },
    { src: cannon, left: -16, top: 66, width: 132 },
  ],
};

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
  pages: { [PRACTICE]: () => import("./Practice.svelte") },
  links: () => [{ href: PRACTICE, icon: "target", label: words().practise }],
  doors: () => [{ href: PRACTICE, ...RANGE, ...words().range }],
  problems: () => words().problems,
};
