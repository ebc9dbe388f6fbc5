/** A table of Duck as a seat sees it. */
import type * as Duck from "../../src/games/duck/wire";

export const card = (colour: Duck.Colour, value: number): Duck.Card => ({ colour, value });
export const yellow = (value: number): Duck.Card => card("yellow", value);
export const blue = (value: number): Duck.Card => card("blue", value);
export const red = (value: number): Duck.Card => card("red", value);
export const play = (...cards: Duck.Card[]): Duck.Play => ({ move: "play", cards });

export function player(seat: number, more: Partial<Duck.DuckPlayer> = {}): Duck.DuckPlayer {
  return { seat, cards: 7, hand: null, sum: null, known: [], pile: 0, top: null, towel: 0, kept: null, ...more };
}

export function viewOf(players: readonly Duck.DuckPlayer[], more: Partial<Duck.View> = {}): Duck.View {
  const lifebuoys = [6, 7, 8, 9, 10].map((points) => ({ points, penalty: 2, seat: null, green: null }));
  return {
    round: 1,
    dealer: 0,
    active: 1,
    step: "play",
    over: false,
    players,
    ghost: null,
    draw_pile: 30,
    lifebuoys,
    ...more,
  };
}
