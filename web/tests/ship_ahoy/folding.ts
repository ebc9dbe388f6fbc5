/**
 * What the law of folding cannot ask of Ship Ahoy.
 *
 * Taken from `after` on purpose: the whole table before the first event; the scores, whenever something counts; and
 * whether a ship that the Kraken let go may sail at once, and how far.
 */
import type * as ShipAhoy from "../../src/games/ship_ahoy/wire";

const OFFERED = "what may be done now is for the rules to say; while scenes are told nobody is asked";
const LOST = {
  why: "points that are left when nothing can sail any more are lost; no event says so",
  when: (_: unknown, expected: unknown) => expected === 0,
};

export const UNFOLDED = {
  guns: OFFERED,
  sailors: OFFERED,
  phase: {
    why: "no event says that the melees begin, nor that somebody is asked about repairs",
    when: (_: unknown, expected: unknown) => expected === "fight" || expected === "repair",
  },
  points: LOST,
  "pieces.*.own_points": { ...LOST, rare: true },
  "pieces.*.foes": "who is beside whom is measured by the rules",
  aim_seed: "it is drawn for every shot, and no event tells it",
};

/** The golden records have none of these; in games with fresh shots they may come, or not: physics decides. */
export const UNRECORDED = {
  barrel_delivered: "S31: random captains seldom find the port",
  chest_returned: "S27: whoever has the chest must fall",
  chest_taken: "S27: random captains seldom find the island",
  jammed: "S9: random gunners pull hard enough",
  lost: "S28, S29: only the pirate and the monster take pieces that are nobody's trophy",
  made_way: "S35: something must be in the way of what is put back",
  monster_hit: "S29: a ball must hit the monster",
  stood_up: "S12: somebody must knock over a piece of their own",
  wind_blows: "S30: random captains seldom come near the wind",
  wind_moved: "S30: the same",
};

export function broken({ pieces, trophies, points, monster_lives }: ShipAhoy.View): string | null {
  if (points < 0 || monster_lives < 0) return "Fewer points or lives than none.";
  const numbers = [...pieces.map(({ piece }) => piece), ...trophies.flat()];
  return new Set(numbers).size === numbers.length ? null : "A piece is at two places.";
}
