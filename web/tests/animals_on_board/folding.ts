/**
 * What the law of folding cannot ask of Animals on Board.
 *
 * Taken from `after` on purpose: the whole table before the first event; what animals count as and score (`kin`,
 * `points`), and what a split earns (`earns`), which the rules count; one's own secret choice; the order of groups
 * after a split; and when arks are opened in the end, all that was hidden.
 */
import { sameTiles } from "../../src/games/animals_on_board/tiles";
import type * as AnimalsOnBoard from "../../src/games/animals_on_board/wire";

export const UNFOLDED = {
  active: "after a split no event says whose turn it is",
  joining: "what animals would count as is for the rules to say; while scenes are told nobody may take any",
};

export const UNRECORDED = {};

export function broken(view: AnimalsOnBoard.View): string | null {
  const { groups, pile, players, supply } = view;
  if (pile < 0 || supply < 0 || players.some(({ crates }) => crates < 0)) return "Fewer things than none.";
  if (groups.some(({ tiles, price }) => price !== tiles.length)) return "A price is not one crate for each tile.";
  if (players.some(({ kin, ark, tiles }) => kin && ark?.length !== tiles)) return "An ark is miscounted.";
  const kinship = ({ kin, ark }: AnimalsOnBoard.Player): boolean =>
    !kin ||
    sameTiles(
      kin.flatMap(({ tiles }) => tiles),
      ark ?? [],
    );
  return players.every(kinship) ? null : "Some animals count that are not on the ark, or some do not.";
}
