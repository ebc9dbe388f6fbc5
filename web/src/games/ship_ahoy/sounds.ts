/** What is heard at the table of Ship Ahoy. */
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

export function sound(event: ShipAhoy.Event): SoundName | null {
  return SOUNDS[event.event] ?? null;
}
