/** Ship Ahoy at the table: how it is drawn, told and heard. */
import type { GameTable, SeatNote } from "$lib/game";
import { introduction } from "./introduction";
import { scenes } from "./scenes";
import Table from "./Table.svelte";
import { words } from "./words";
import type { SoundName } from "$lib/sound";
import type * as ShipAhoy from "./wire";

const SOUNDS: Readonly<Partial<Record<ShipAhoy.Event["event"], SoundName>>> = {
  player_out: "bell",
  jammed: "oops",
  shot_fired: "cannon",
  missed: "splash",
  trophy_taken: "cheer",
  lost: "splash",
  stood_up: "wood",
  damaged: "wood",
  pushed: "step",
  put_back: "step",
  made_way: "step",
  knots_rolled: "dice",
  sailed: "splash",
  fought: "dice",
  captured: "bell",
  repaired: "wood",
  chest_taken: "coin",
  chest_returned: "oops",
  monster_hit: "bite",
  wind_blows: "bubble",
  wind_moved: "bubble",
  barrel_loaded: "wood",
  barrel_delivered: "coin",
  barrel_returned: "oops",
  kraken_holds: "bubble",
  kraken_let_go: "splash",
};

function note(view: ShipAhoy.View, seat: number, you: boolean): SeatNote {
  const w = words();
  const own = view.pieces.filter((piece) => piece.seat === seat);
  const score = view.scores[seat] ?? 0;
  return {
    has: w.fleet(own.filter(({ kind }) => kind === "ship").length, own.filter(({ kind }) => kind === "tower").length),
    score,
    unit: w.points(score),
    awaited: w.awaits[view.phase](you),
  };
}

function progress(view: ShipAhoy.View): string {
  const turn = words().progress(view.turn, view.last_turn);
  return view.monster_lives ? `${turn} · ${words().lives(view.monster_lives)}` : turn;
}

export const table: GameTable<ShipAhoy.Types> = {
  Table,
  scenes,
  note,
  fate: (view, seat) => (view.out.includes(seat) && !view.teams ? words().out : null),
  progress,
  sound: (event) => SOUNDS[event.event] ?? null,
  chapter: (event) => (event.event === "turn_began" ? words().turn(event.turn) : null),
  intro: introduction,
};
