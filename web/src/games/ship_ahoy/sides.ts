/** Who is who on the table: for colours, names and targets. */
import type * as ShipAhoy from "./wire";

type View = ShipAhoy.View;
type PieceView = ShipAhoy.PieceView;

/** The colours of the ports, in the order of their numbers. */
export const COLOURS = ["red", "blue", "yellow", "green"] as const;

/** The number of the port that a piece comes from. */
export const portOf = ({ colour }: PieceView): number | null =>
  colour === null ? null : COLOURS.indexOf(colour as (typeof COLOURS)[number]);

export const pieceOf = (view: View, number: number | null): PieceView | null =>
  view.pieces.find(({ piece }) => piece === number) ?? null;

/** Whether two seats fight side by side. */
export const allied = (view: View, one: number, other: number): boolean =>
  one === other || (view.teams && (one - other) % 2 === 0);

/** What a seat may want to hit: the pieces of others, the pirate, the monster. */
export const prey = (view: View, seat: number, gun: number | null): PieceView[] =>
  view.pieces.filter((piece) => {
    if (piece.piece === gun) return false;
    if (piece.seat !== null) return !allied(view, piece.seat, seat);
    return piece.kind === "pirate" || piece.kind === "monster";
  });
