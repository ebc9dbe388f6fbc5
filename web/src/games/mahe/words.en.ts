import { english } from "$lib/words/dictionary";

import type { pl } from "./words.pl";

const fields = (count: number): string => `${count} ${english(count, "field", "fields")}`;
const eggs = (count: number): string => `${count} ${english(count, "egg", "eggs")}`;
const turtles = (count: number): string => `${count} ${english(count, "turtle", "turtles")}`;

export const en: typeof pl = {
  table: "Table",
  island: "The island, 21 fields",
  yourMove: "Your move",
  somebodysMove: "A move at the table",
  fields,
  eggs,
  field: (field) => (field === 0 ? "raft" : field === 22 ? "beach" : `field ${field}`),
  raftOf: (names) => (names ? `Raft: ${names}` : "The raft is empty"),
  beach: (count, now) =>
    `The beach with its nest: ${eggs(count)}${now ? ". That is the prize now" : ", the last prize of the game"}`,
  stackAt: (field, count, names, going) =>
    `${field === 22 ? "Beach" : `Field ${field}`}, ${turtles(count)}. ` +
    `From below: ${names}.${going ? ` Moving: ${going}.` : ""}`,
  aloneAt: (field, name) => `${field === 22 ? "Beach" : `Field ${field}`}: ${name}`,
  prize: (count) => `The prize: ${eggs(count)}`,
  noPrize: "No card is left",
  deck: (count) => `In the deck: ${count} ${english(count, "card", "cards")}`,
  left: (count) => `${count} more ${english(count, "card", "cards")}`,
  die: (value) => `die ${value}`,
  cardOf: (value) => `card ${value}`,
  times: (total, dice, count) =>
    dice === 1 ? `1 die: ${fields(count)}` : `${total} × ${dice} dice = ${fields(count)}`,
  tooMuch: "too much!",
  stack: {
    title: (field) => (field === 0 ? "On the raft" : field === 22 ? "On the beach" : `The stack on field ${field}`),
    fromTop: "From the top. Whoever sits on top of the stack that moves decides, and lays the eggs.",
    apart: "On the raft everybody stands apart: nobody carries anybody.",
    decides: "decides",
    goes: "goes",
    stays: "stays",
    open: "Show the stack with names",
  },
  dock: {
    onTop: "Your turtle sits on top, so you decide.",
    go: (names) => `Going: ${names}.`,
    stay: (names) => `Staying: ${names}.`,
    stays: (name) => `Staying: ${name}.`,
    stop: (count) => `Stop: go ${fields(count)}`,
    stopEggs: (field, count) => `to field ${field}, and ${eggs(count)}`,
    stopField: (field) => `to field ${field}`,
    another: "Another die",
    chance: (busts) => (busts ? `risk: ${busts} in 6` : "no risk"),
    roll: "Roll the die",
    throwDie: "Roll the die",
    yourDie: "Your turn: roll the die",
    throwHow: "Press, or flick the die on the island.",
    throwInHand: "Flick the die on the island, or shake your phone.",
    shake: "Roll by shaking",
    card: (value, count) => `Card ${value}: ${fields(count)}`,
    cards: "Your cards, instead of a die",
    carries: (names) => `carries: ${names}`,
    thinks: (name) => `Thinking: ${name}`,
    soon: "Your move in a moment",
    over: "The game is over",
    mine: "Your eggs:",
    on: (cards) => `on ${cards} ${english(cards, "card", "cards")}`,
    none: "You have no eggs yet",
    peek: "Peek",
    hide: "Hide",
    peeked: "The cards you have won",
    piles: "Everybody's eggs",
    pile: (name, count, values, beach) =>
      `${name}: ${eggs(count)}. ` +
      `${values.length ? `Cards: ${values.join(", ")}` : "No card"}${beach ? `, and ${beach} on the beach` : ""}.`,
  },
  risk: {
    name: "Risk",
    strip: "What the next die would bring",
    tooMuch: "over 7",
    raft: "raft",
    to: (field) => `to ${field}`,
  },
  note: {
    and: " and ",
    goes: (field) => `${field}, going`,
    top: "on top",
    cards: (count) => english(count, "card", "cards"),
    chooses: (you) => (you ? "you choose" : "chooses"),
    decides: (you) => (you ? "you decide" : "decides"),
    rolls: (you) => (you ? "you roll" : "rolls"),
  },
  finalPrize: (count) => `The last prize: ${eggs(count)} on the beach`,
  lastPrize: "last prize: the beach",
  told: {
    throws: (name, dice) => `${name ?? "Then"} throws ${dice}`,
    adds: (card) => `, adds a card of ${card}`,
    makes: (total) => `, ${total} together.`,
    sinks: (total) => `: ${total} is too much! Back to the raft.`,
    walks: (field) => ` and goes to ${field === 22 ? "the beach" : `field ${field}`}.`,
    climbs: (field, under) => `, goes to field ${field} and climbs on the back of ${under}.`,
  },
  intro: [
    {
      title: "Around the island",
      text:
        "Turtles set out from the raft and walk around the island, lap after lap. " +
        "Whoever reaches the beach wins a card with eggs.",
    },
    {
      title: "The sum times the dice",
      text:
        "After each die you may go or roll another, three at most. " +
        "A turtle walks the sum times the number of dice: 3 and 1 make 4, times 2, so 8 fields.",
    },
    {
      title: "More than 7? Splash!",
      text:
        "If the sum passes 7, the turtle and everybody on its back return to the raft. " +
        "At exactly 7 the turtle sets off at once.",
    },
    {
      title: "Whoever is on top decides",
      text:
        "A turtle that ends on a taken field climbs on top of the stack. " +
        "From then on it decides about the dice for all that the moving turtle carries.",
    },
    {
      title: "Only one gets the eggs",
      text:
        "When a stack reaches or passes field 21, the turtle on the very top wins the face-up card. " +
        "The others get nothing.",
    },
    {
      title: "The beach comes last",
      text:
        "When the cards are gone, the last 7 eggs wait on the beach. " +
        "Whoever wins them ends the game, and most eggs win.",
    },
  ],
};
