/** A table of three before the first shot, as the server tells it, for tests. */
import type * as ShipAhoy from "../../src/games/ship_ahoy/wire";
import told from "./referee.cases.json";

export const START = told.view as unknown as ShipAhoy.View;
export const SHOT = told.shots[0]!.shot as unknown as ShipAhoy.Shot;

/** The same table with some pieces elsewhere, or none of them. */
export function withPieces(
  change: (piece: ShipAhoy.PieceView) => Partial<ShipAhoy.PieceView> | null,
  view = START,
): ShipAhoy.View {
  return {
    ...view,
    pieces: view.pieces.flatMap((piece) => {
      const changed = change(piece);
      return changed ? [{ ...piece, ...changed }] : [];
    }),
  };
}
