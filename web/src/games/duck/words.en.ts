import type { pl } from "./words.pl";
import { english } from "$lib/words/dictionary";
import type * as Duck from "./wire";

const VALUES = ["zeros", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights"];
const COUNT = ["", "", "two", "three", "four", "five", "six", "seven"];

const cards = (count: number): string => `${count} ${english(count, "card", "cards")}`;
const points = (count: number): string => `${count} ${english(count, "point", "points")}`;
const alike = (count: number, value: number): string => `${COUNT[count] ?? count} ${VALUES[value]}`;

export const en: typeof pl = {
  table: "Table",
  yourMove: "Your move",
  waiting: "Waiting",
  cards,
  card: ({ colour, value }: Duck.Card): string => `${colour} ${value}`,
  drawPile: "Draw pile",
  ownPile: "Your pile",
  here: "play here",
  left: "left",
  right: "right",
  ghost: "Duck Ghost",
  ghostCard: "the Duck Ghost's face-down card",
  pile: (name: string, top: string, count: number): string => `${name}, pile: ${top} on top, ${cards(count)} in all`,
  emptyPileOf: (name: string): string => `${name}, the pile is empty`,
  drawPileOf: (count: number): string => `Draw pile: ${cards(count)}`,
  handOf: (name: string, count: number, known: readonly string[]): string =>
    `${name} holds ${cards(count)}${known.length ? `, for sure ${known.join(", ")}` : ""}`,
  towelOf: (name: string, count: number): string => `${name}, under the towel: ${cards(count)}`,
  towelTurned: (name: string, kept: readonly string[], sum: number): string =>
    kept.length
      ? `${name}, under the towel: ${kept.join(", ")}. Together ${points(sum)}`
      : `${name}, nothing under the towel`,
  dealer: "deals",
  lifebuoys: "Lifebuoys",
  lifebuoyOpen: (value: number): string => `lifebuoy for ${points(value)}, still to be won`,
  lifebuoyNow: (value: number): string => `lifebuoy for ${points(value)}, this round's prize`,
  lifebuoyGreen: (name: string, value: number): string => `${name}: green lifebuoy, plus ${value}`,
  lifebuoyRed: (name: string, value: number): string => `${name}: red lifebuoy, minus ${value}`,
  roundOf: (round: number, rounds: number): string => `round ${round} of ${rounds}`,
  round: (round: number): string => `Round ${round}`,
  prize: (round: number, value: number): string => `Round ${round}: the prize is ${value}`,

  hand: "Your hand",
  handHelp: "Arrows choose a card, Space raises it. Shift and an arrow move a card, T changes the top, Enter plays.",
  raised: "raised",
  hinted: "hint",
  playOrDive: "Play cards, then draw one.",
  drawOne: "Draw one card.",
  stepPlay: "1 play",
  stepDraw: "2 draw",
  thinks: (names: string): string => `Thinking: ${names}`,
  draws: (names: string): string => `Drawing a card: ${names}`,
  over: "The game is over",
  watching: "You are watching",
  sum: (sum: number): string => `Sum ${sum}`,
  then: (sum: number): string => `then ${sum}`,
  thenNone: "then none!",
  mayDive: "You may dive instead of playing.",
  gauge: "sum of your hand; one may dive up to 10",
  sortByValue: "Sort by number",
  sortByColour: "Sort by colour",

  onTop: "On top",
  raiseMore: "Add the rest",
  raiseSet: alike,
  raiseRun: (colour: Duck.Colour, from: number, to: number): string => `${colour} ${from}–${to}`,
  playOne: ({ colour, value }: Duck.Card): string => `Play ${colour}\u00a0${value}`,
  playSet: (count: number, value: number): string => `Play ${alike(count, value)}`,
  playRun: (colour: Duck.Colour, from: number, to: number): string => `Play ${colour}\u00a0${from}–${to}`,
  lastCards: "and end the round!",
  pickCards: "Choose cards",
  noSuchPlay: "These do not go together",
  whyNot: "why?",
  drawFromPile: "Draw from the pile",
  empty: "empty",

  dive: "Dive",
  diveFrom: "with a sum of 10 or less",
  diveStake: (green: number, red: number): string => `+${green} or −${red}`,
  diveAsk: (sum: number): string => `Dive with a sum of ${sum}?`,
  diveWin: (green: number): string =>
    `Everybody else has more: you get the lifebuoy for ${green}, and your highest card goes under your towel.`,
  diveLose: (red: number): string => `Somebody has the same or less: you lose ${points(red)} and keep no card.`,
  diveBluff: (red: number): string => `A bluff: your sum is over 10, so you lose ${points(red)} for sure.`,
  diveNow: "Splash! I dive",
  notYet: "Not yet",

  ended: "End of the round",
  endedOut: (round: number, name: string): string => `Round ${round}: ${name} is out of cards`,
  endedDive: (round: number, name: string): string => `Round ${round}: ${name} dives`,
  noCards: "no cards",
  sumOnly: (sum: number): string => `sum ${sum}`,
  pileAndCard: "pile and hidden card",
  keeps: "under the towel",
  discards: "discards the hand",
  succeeded: "it worked!",
  failed: "failed",
  keepsNothing: "keeps nothing",
  showAll: "Show it all",
  onward: "Go on",
  result: "The result",
  recall: (round: number): string => `How round ${round} ended`,

  myTowel: (count: number, value: number): string => `Under your towel: ${cards(count)}, ${points(value)}`,
  towelShort: (count: number): string => `towel ${count}`,
  buoysShort: (values: readonly string[]): string => `lifebuoys ${values.join(" ")}`,
  unit: (count: number): string => english(count, "card", "cards"),
  awaitsYou: "your move",
  awaits: "plays",

  told: {
    draws: "Draws from the pile.",
    takes: (card) => `Takes ${card} from a neighbour's pile.`,
    takesFromGhost: (card) => `Takes ${card} from the Duck Ghost's pile.`,
  },
  intro: [
    {
      title: "Ducks want to leave",
      text: "You hold seven cards. Get rid of them all, or get your sum as low as you can. There are five rounds.",
    },
    {
      title: "Play",
      text:
        "One card, several of the same number, or three or more consecutive ones of one colour. " +
        "You choose what ends on top.",
    },
    {
      title: "Draw",
      text:
        "Then take one card: from the draw pile, or from the top of the pile on your left or right. " +
        "Never from your own.",
    },
    {
      title: "Dive",
      text: "A sum of 10 or less? Instead of playing you may dive. It works if everybody else has more.",
    },
    {
      title: "Towel and lifebuoy",
      text:
        "Whoever ends the round takes the lifebuoy: green gives points, red takes some. The highest sum is lost; " +
        "the others put their highest card under the towel.",
    },
    {
      title: "The Duck Ghost",
      text:
        "With two players a ghost joins in. It gathers cards on a pile and has one hidden. " +
        "Do not end up with more than it has.",
    },
  ],
};
