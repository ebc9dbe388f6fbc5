// A game with Duck's cards, turns and views but hardly any of its rules: play cards of one number, then draw one.
// It never ends. What a player is sent is as large as in Duck; moves to choose from are not offered, and nothing is
// told but the new state.
"use strict";

const { INVALID_MOVE } = require("boardgame.io/core");

const { HAND, cards, lifebuoys } = require("../duck_cards.js");

function setup({ ctx, random }) {
  const deck = random.Shuffle(cards());
  const seats = Array.from({ length: ctx.numPlayers }, (_, seat) => seat);
  return {
    round: 1,
    dealer: 0,
    asking: "what_to_play",
    hands: seats.map(() => deck.splice(0, HAND)),
    piles: seats.map(() => []),
    lifebuoys: lifebuoys(),
    deck,
  };
}

function play({ G, playerID }, chosen) {
  const hand = G.hands[playerID];
  if (G.asking !== "what_to_play" || !Array.isArray(chosen) || chosen.length === 0) return INVALID_MOVE;
  const cards = [...new Set(chosen)].map((place) => hand[place]);
  if (cards.length !== chosen.length || !cards.every((card) => card && card.value === cards[0].value)) {
    return INVALID_MOVE;
  }
  G.hands[playerID] = hand.filter((_, place) => !chosen.includes(place));
  G.piles[playerID].push(...cards);
  G.asking = "where_to_draw";
}

function draw({ G, playerID, random }) {
  if (G.asking !== "where_to_draw") return INVALID_MOVE;
  if (G.deck.length === 0) {
    const beneath = G.piles.flatMap((pile) => pile.splice(0, Math.max(0, pile.length - 1)));
    G.deck = random.Shuffle(beneath);
  }
  G.hands[playerID].push(G.deck.pop());
  G.asking = "what_to_play";
}

function playerView({ G, ctx, playerID }) {
  return {
    round: G.round,
    dealer: G.dealer,
    active: Number(ctx.currentPlayer),
    over: false,
    asking: G.asking,
    players: G.hands.map((hand, seat) => ({
      seat,
      cards: hand.length,
      hand: String(seat) === playerID ? hand : null,
      sum: String(seat) === playerID ? hand.reduce((sum, card) => sum + card.value, 0) : null,
      known: [],
      pile: G.piles[seat].length,
      top: G.piles[seat].at(-1) ?? null,
      towel: 0,
      kept: null,
    })),
    ghost: null,
    draw_pile: G.deck.length,
    lifebuoys: G.lifebuoys,
  };
}

module.exports = {
  name: "duck",
  setup,
  playerView,
  moves: {
    play: { move: play, client: false },
    draw: { move: draw, client: false },
  },
  turn: { minMoves: 2, maxMoves: 2 },
  minPlayers: 2,
  maxPlayers: 4,
  disableUndo: true,
};
