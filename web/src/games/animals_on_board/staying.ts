/**
 * What a player would have in the end if some of their animals were left ashore, as the server says of each species.
 */
import { keyOf, type TileKey } from "./tiles";
import type * as AnimalsOnBoard from "./wire";

function staying({ tiles, staying: scores, points }: AnimalsOnBoard.Kin, gone: ReadonlySet<TileKey>): number {
  const left = tiles.filter((tile) => !gone.has(keyOf(tile)));
  const score = scores[left.length];
  return score === undefined ? points : (score ?? left[0]?.value ?? 0);
}

/** The points that remain without these tiles. */
export function pointsWithout(player: AnimalsOnBoard.Player, gone: ReadonlySet<TileKey>): number {
  const kin = player.kin ?? [];
  return kin.reduce((points, each) => points - each.points + staying(each, gone), player.points ?? 0);
}
