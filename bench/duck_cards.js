// What the games of our peers' servers are played with: Duck's cards, by colour and value, and its lifebuoys.
"use strict";

const COLOURS = ["yellow", "blue", "red"];
const COPIES = [1, 3, 3, 3, 3, 3, 3, 3, 1];
const LIFEBUOYS = [
  [6, 2],
  [7, 2],
  [8, 3],
  [9, 3],
  [10, 4],
];

module.exports = {
  HAND: 7,
  cards: () =>
    COLOURS.flatMap((colour) =>
      COPIES.flatMap((copies, value) => Array.from({ length: copies }, () => ({ colour, value }))),
    ),
  lifebuoys: () => LIFEBUOYS.map(([points, penalty]) => ({ points, penalty, seat: null, green: null })),
};
