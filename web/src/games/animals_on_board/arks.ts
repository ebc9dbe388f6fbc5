/** The arks, and whose eyes look at them. */
import type { Tile } from "./tiles";
import type * as AnimalsOnBoard from "./wire";

export interface Arks {
  view: AnimalsOnBoard.View;
  seat: number | null;
  names: readonly string[];
  named: (tiles: readonly Tile[]) => string;
}
