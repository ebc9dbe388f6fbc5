// A room with the game of ../boardgame_io/duck_like.js, as its author would write it for Colyseus: the state is a schema,
// of which clients get what changed; a hand is in the view of its owner alone.
"use strict";

const { Room } = require("@colyseus/core");
const { StateView, schema, t } = require("@colyseus/schema");
const { HAND, cards, lifebuoys } = require("../duck_cards.js");

const SEATS = 4;

const Card = schema({ colour: t.string(), value: t.uint8() }, "Card");
const Lifebuoy = schema(
  { points: t.uint8(), penalty: t.uint8(), seat: t.uint8().optional(), green: t.uint8().optional() },
  "Lifebuoy",
);
const Player = schema(
  {
    seat: t.uint8(),
    cards: t.uint8(),
    hand: t.array(Card).view(),
    sum: t.uint8().view(),
    known: t.array(Card),
    pile: t.uint8(),
    top: t.ref(Card).optional(),
    towel: t.uint8(),
    kept: t.ref(Card).optional(),
  },
  "Player",
);
// What every move changes comes first: so it comes first in every patch.
const Table = schema(
  {
    moves: t.uint32(),
    active: t.uint8(),
    asking: t.string(),
    drawPile: t.uint8(),
    round: t.uint8(),
    dealer: t.uint8(),
    over: t.boolean(),
    ghost: t.ref(Card).optional(),
    players: t.array(Player),
    lifebuoys: t.array(Lifebuoy),
  },
  "Table",
);

class DuckRoom extends Room {
  maxClients = SEATS;
  patchRate = null; // a patch follows each move: nothing happens in between
  state = new Table();
  messages = {
    play: (client, chosen) => this.play(client, chosen),
    draw: (client) => this.draw(client),
  };

  onCreate() {
    this.deck = shuffled(cards());
    this.piles = Array.from({ length: SEATS }, () => []);
    Object.assign(this.state, { moves: 0, active: 0, asking: "what_to_play", round: 1, dealer: 0, over: false });
    for (let seat = 0; seat < SEATS; seat++) {
      const player = new Player();
      Object.assign(player, { seat, cards: HAND, pile: 0, towel: 0 });
      player.hand.push(...this.deck.splice(0, HAND).map(card));
      player.sum = sum(player.hand);
      this.state.players.push(player);
    }
    this.state.drawPile = this.deck.length;
    this.state.lifebuoys.push(...lifebuoys().map((values) => Object.assign(new Lifebuoy(), values)));
  }

  onJoin(client) {
    const seat = this.clients.indexOf(client);
    client.userData = { seat };
    client.view = new StateView();
    client.view.add(this.state.players[seat]);
  }

  play(client, chosen) {
    const { state } = this;
    const { seat } = client.userData;
    const player = state.players[seat];
    if (seat !== state.active || state.asking !== "what_to_play") return;
    if (!Array.isArray(chosen) || chosen.length === 0 || new Set(chosen).size !== chosen.length) return;
    const played = chosen.map((place) => player.hand[place]);
    if (!played.every((each) => each && each.value === played[0].value)) return;
    this.moved("where_to_draw");
    for (const place of chosen.sort((one, other) => other - one)) player.hand.splice(place, 1);
    this.piles[seat].push(...played.map(({ colour, value }) => ({ colour, value })));
    this.counted(player);
    player.pile = this.piles[seat].length;
    player.top = card(this.piles[seat].at(-1));
    this.broadcastPatch();
  }

  draw(client) {
    const { state } = this;
    const { seat } = client.userData;
    const player = state.players[seat];
    if (seat !== state.active || state.asking !== "where_to_draw") return;
    state.active = (state.active + 1) % SEATS;
    this.moved("what_to_play");
    if (this.deck.length === 0) this.turnOver();
    const drawn = card(this.deck.pop());
    player.hand.push(drawn);
    client.view.add(drawn);
    state.drawPile = this.deck.length;
    this.counted(player);
    this.broadcastPatch();
  }

  moved(asking) {
    this.state.moves++;
    this.state.asking = asking;
  }

  counted(player) {
    player.cards = player.hand.length;
    player.sum = sum(player.hand);
  }

  turnOver() {
    this.deck = shuffled(this.piles.flatMap((pile) => pile.splice(0, Math.max(0, pile.length - 1))));
    this.piles.forEach((pile, seat) => (this.state.players[seat].pile = pile.length));
  }
}

function card(values) {
  return Object.assign(new Card(), values);
}

function sum(hand) {
  return hand.reduce((total, { value }) => total + value, 0);
}

function shuffled(deck) {
  for (let last = deck.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[other]] = [deck[other], deck[last]];
  }
  return deck;
}

module.exports = { DuckRoom };
