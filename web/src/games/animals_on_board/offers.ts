/** What the server offers in a turn. What is not offered is left to it to refuse, with the rule. */
import { halves, type Splitting } from "./splitting";
import { sameTiles } from "./tiles";
import type * as AnimalsOnBoard from "./wire";
import type { Question } from "$lib/wire";

type Asked = Question<AnimalsOnBoard.Types>;

/** Taking this group, if that is offered. */
export function taking(question: Asked, group: AnimalsOnBoard.Group): AnimalsOnBoard.Take | null {
  for (const move of question.moves) {
    if (move.move === "take" && sameTiles(move.tiles, group.tiles)) return move;
  }
  return null;
}

/** The move that parts a group so. It names what goes over the rope. */
export function splittingMove(splitting: Splitting): AnimalsOnBoard.Split {
  return { move: "split", tiles: halves(splitting).go.tiles };
}

/** Whether parting a group so is offered: named one by one, or left to the player where one side is not empty. */
export function maySplit(question: Asked, splitting: Splitting): boolean {
  const { stay, go } = halves(splitting);
  if (!stay.tiles.length || !go.tiles.length) return false;
  if (question.free.includes("split")) return true;
  return question.moves.some(
    (move) => move.move === "split" && (sameTiles(move.tiles, stay.tiles) || sameTiles(move.tiles, go.tiles)),
  );
}

/** Whether passing is offered. */
export function mayPass(question: Asked): boolean {
  return question.moves.some((move) => move.move === "pass");
}

/** The tiles that may be kept in the beginning. */
export function keepable(question: Asked): AnimalsOnBoard.Keep[] {
  return question.moves.filter((move) => move.move === "keep");
}

/** What the table proposes to leave ashore. */
export function proposal(question: Asked): AnimalsOnBoard.Discard | null {
  return question.moves.find((move) => move.move === "discard") ?? null;
}
