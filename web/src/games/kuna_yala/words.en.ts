import { english } from "$lib/words/dictionary";
import type { pl } from "./words.pl";

export const en: typeof pl = {
  table: "The sea with the shoals",
  dock: "Your move",
  you: "You",
  shoal: (name) => `Shoal: ${name}`,
  own: "Your shoal",
  cards: (count) => `${count} ${english(count, "card", "cards")}`,
  corals: (count) => `${count} ${english(count, "coral", "corals")}`,
  sharks: (count) => `${count} ${english(count, "shark", "sharks")}`,
  octopuses: (count) => `${count} ${english(count, "octopus", "octopuses")}`,
  places: (count) => `${count} ${english(count, "place", "places")}`,
  left: (count) => `${count} ${english(count, "card", "cards")} in the piles`,
  over: "the game is over",
  awaited: "your turn",
  awaitedOther: "laying",
  points: "points",
  enlarge: (name) => `Show large: ${name}`,
  closer: "Closer",
  farther: "Farther",
  pile: (count) => `pile: ${count}`,
  pileEmpty: "pile empty",
  pileLabel: (number, count) => `pile ${number}: ${count} ${english(count, "card", "cards")}`,
  slot: (number, card) => `Card ${number}: ${card}`,
  slotEmpty: (number) => `Card ${number}: laid already`,
  market: "Cards to choose from",
  side: { home: "at home", away: "elsewhere", open: "where?" },
  nowhere: "does not fit",
  point: "Point at a place that glows",
  pointSecond: "And the other card? Point at a place",
  pointMore: {
    open: "If at home, the other card goes elsewhere.",
    home: "Places in your shoal are glowing.",
    away: "Places in other shoals are glowing.",
    both: "1 goes into your shoal, 2 into another one.",
  },
  confirm: "Right here?",
  confirmMore: "Another place moves the card.",
  lay: "Lay it at home",
  layAway: "Lay it here",
  layAwayMore: (name) => `shoal: ${name}`,
  layBoth: "Lay both",
  layBothMore: (name) => `at home, and here: ${name}`,
  then: { home: "then a card at home", away: "then a card elsewhere" },
  wait: "Point at a place",
  waitCards: "Choose a card",
  other: "Other cards",
  swap: "Swap",
  yours: "Your cards are on their way",
  thinks: (name) => `Thinking: ${name}`,
  colour: "Your colour",
  colourHold: "Hold to take a peek.",
  colourIs: (colour) => `Your colour: ${colour}`,
  sides: { left: "left", right: "right", up: "above", down: "below" },
  legal: (card, beside) => `Lay here: ${card}. Beside it: ${beside}.`,
  legalOn: (covered) => `Lay the shark here: ${covered}.`,
  ghost: (card) => `To be laid here: ${card}. Enter lays it.`,
  barred: (card, beside) => `Not allowed here: ${card}. Beside it: ${beside}. See why.`,
  covered: {
    shark: (card) => `a shark, on ${card}`,
    octopus: () => "an octopus on coral",
    bones: () => "bones",
  },
  count: "The count",
  countLines: {
    fish: "Fish of one's colour, in all shoals",
    majority: "Majority in one's own shoal",
    octopuses: "Octopuses at home",
    sharks: "Most sharks at home",
    total: "Total",
  },
  chapter: "A new turn",
  chapterEnd: "The end",
  intro: [
    {
      title: "A secret colour",
      text:
        "Everybody gets a fish colour in secret. In the end fish of that colour count in every shoal, not only in " +
        "yours.",
    },
    {
      title: "One card at home, one elsewhere",
      text: "Choose two of the four open cards. Lay one in your own shoal and the other in somebody else's.",
    },
    {
      title: "Colour or sea floor",
      text: "A fish must suit every fish beside it: by its colour or by its sea floor. Coral suits everything.",
    },
    {
      title: "The curse of three",
      text: "Three fish on the same floor in a row or column turn to bones. Only coral may be laid beside bones.",
    },
    {
      title: "Shark and octopus",
      text:
        "A shark is laid on somebody else's fish, which is gone. " +
        "An octopus settles by itself where there is the most coral.",
    },
    {
      title: "Points",
      text:
        "1 for each fish of your colour and each octopus, 3 if your colour leads in your own shoal, 2 for the most " +
        "sharks. The game ends when three piles are empty.",
    },
  ],
};
