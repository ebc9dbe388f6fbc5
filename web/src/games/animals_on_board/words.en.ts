import { english } from "$lib/words/dictionary";
import type { pl } from "./words.pl";

const crates = (count: number): string => `${count} ${english(count, "crate", "crates")}`;
const tiles = (count: number): string => `${count} ${english(count, "tile", "tiles")}`;
const points = (count: number): string => `${count} ${english(count, "point", "points")}`;

export const en: typeof pl = {
  table: "Table: groups of animals",
  harbour: "Table: the arks",
  dock: "Your move",
  crates,
  points,
  quay: "Arks at the quay",
  aboard: (count) => `${tiles(count)} aboard`,
  resting: "break",
  starter: "starting flag",
  pile: (count) => `pile: ${count}`,
  supply: (count) => `crates in supply: ${count}`,
  removed: "not sailing",
  group: (number, names, price) => `Group ${number}: ${names}. Price: ${crates(price)}.`,
  groupParted: (names) => `Beyond the rope: ${names}.`,
  canPay: "you can pay",
  lacks: (count) => `${count} short`,
  price: "price",

  chooseGroupHow: "Tap a group, or circle the animals that shall lie apart.",
  keysGroup: "G: next group",
  tapTile: "Tap an animal and it jumps the rope",
  keysTiles: "arrows and space: animals · Enter: split · B: take",
  thisSide: "This group",
  thatSide: "The other",
  bays: "Preview of the split",
  emptyBay: "tap an animal",
  split: (one, other) => `Split: ${one} and ${other}`,
  splitBlank: "Split",
  earns: "and earn 1 crate",
  givesBack: "and give back 1 crate",
  nothingParted: "tap an animal first",
  nothingStays: "somebody must stay",
  single: "one tile cannot be split",
  take: "Take the whole group",
  takePrice: (price) => `for ${crates(price)}, then a break`,
  takeLacks: (count) => `${crates(count)} short`,
  pass: "Pass",
  passSays: "and end the round",
  close: "Another group",

  myArk: (count, room) => `Your ark: ${count} of ${room}`,
  worthNow: (count) => `${points(count)} now`,
  seeArk: "See the ark",
  seeArks: "See the arks",
  arkSheet: "What is on the ark",
  herd: "herd",
  pair: "pair: Noah",
  company: { pair: "pair", herd: "herd" },
  joining: {
    pair: (tiles) => `${tiles}: would make a pair for Noah on the ark`,
    herd: (tiles) => `${tiles}: would make a herd on the ark`,
  },
  single1: "single",
  emptyArk: "The ark is still empty.",
  hiddenArk: (count) => `in secret: ${tiles(count)}`,
  cratesWorth: (count) => `${crates(count)}: ${points(count)}`,
  onlyYou: (names) => `nobody else knows: ${names}`,
  family: (names, points_, as) => `${names}: ${as}, ${points(points_)}`,

  keepHow: "You choose in secret. The two other tiles go to the table.",
  keep: (name) => `Keep ${name}`,
  keepBlank: "Choose one animal",
  sealed: "Your choice is sealed",
  sealedHow: (names) => `Waiting for: ${names.join(", ")}.`,
  chosen: "ready",

  ashore: (count, wanted) => `Ashore: ${count} of ${wanted}`,
  discard: (count) => `Leave ashore: ${count}`,
  discardBest: (count) => `the best choice: ${points(count)}`,
  discardOwn: (count) => `your own choice: ${points(count)}`,
  discardCount: (count, wanted) => (count < wanted ? `choose ${wanted - count} more` : `${count - wanted} too many`),
  propose: "Back to the proposal",
  stays: "stays",
  goes: "ashore",
  noah: "Noah",
  withNoah: "with Noah",
  leftAshore: "left ashore",
  ashoreShort: "ashore",

  thinking: (names) => `Thinking: ${names.join(", ")}`,
  looking: "You are watching",
  over: "The arks set sail",
  round: (number) => `round ${number}`,
  roundTitle: (number) => `Round ${number}`,
  opening: "opening choice",
  closing: "collecting is over",
  ended: "game over",
  onArk: "aboard",
  pointsUnit: (count) => english(count, "point", "points"),
  awaitKeep: (you) => (you ? "you choose" : "choosing"),
  awaitTurn: (you) => (you ? "split or take" : "splits or takes"),
  awaitDiscard: (you) => (you ? "choose who stays" : "chooses who stays"),

  told: {
    scores: (all) => `The arks set sail: ${all}.`,
    score: (name, points) => `${name} ${points} ${english(points, "point", "points")}`,
  },
  intro: [
    {
      title: "Invite animals to your ark",
      text:
        "Tiles with animals lie on the table. Each has a species and a value from 1 to 5. " +
        "Your ark has room for ten.",
    },
    {
      title: "Split a group…",
      text:
        "In your turn you may split one group into two, any way you like. That earns you a crate. " +
        "You can hold five: splitting with five means giving one back.",
    },
    {
      title: "…or take a whole one",
      text:
        "A group costs one crate for each tile. You take everything, raise your flag and rest until the round " +
        "ends. Who takes first begins the next round.",
    },
    {
      title: "The face-down tile",
      text:
        "One tile lies face down and costs a crate like any other. Who takes it looks at it in secret. " +
        "Only you know what is on your ark.",
    },
    {
      title: "Beware, Noah takes pairs!",
      text:
        "In the end Noah takes the animals of which you have exactly two. " +
        "A single one scores its value, and in a herd of three or more each scores 5.",
    },
    {
      title: "The arks set sail",
      text: "Once somebody has ten tiles, the round is the last. Every crate is 1 more point. Most points win!",
    },
  ],
  stayHome: "These stay ashore.",
};
