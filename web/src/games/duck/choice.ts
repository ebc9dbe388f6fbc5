/** What the raised cards can become: only ever plays that the server offers. */
import { nameOf, sameCards, without } from "./cards";
import type * as Duck from "./wire";
import type { Question } from "$lib/wire";

/** The offered plays. */
export function playsOf(question: Question<Duck.Types> | null): Duck.Play[] {
  return (question?.moves ?? []).filter((move) => move.move === "play");
}

/** The plays of just these cards: they differ in what ends on top. */
export function playsWith(plays: readonly Duck.Play[], cards: readonly Duck.Card[]): Duck.Play[] {
  return cards.length ? plays.filter((play) => sameCards(play.cards, cards)) : [];
}

/** What a play leaves on top. */
export function topOf(play: Duck.Play): Duck.Card | null {
  return play.cards.at(-1) ?? null;
}

/** The play with this card on top; without a wish, or where it cannot be, the first one. */
export function playWithTop(plays: readonly Duck.Play[], wish: Duck.Card | null): Duck.Play | null {
  const name = wish && nameOf(wish);
  return plays.find((play) => nameOf(topOf(play)!) === name) ?? plays[0] ?? null;
}

/** Whether this card may join the raised ones in some play. */
export function joins(plays: readonly Duck.Play[], raised: readonly Duck.Card[], card: Duck.Card): boolean {
  return plays.some((play) => without(play.cards, [...raised, card]) !== null);
}

/** The largest plays that hold all raised cards and more: what could be raised with one press. */
export function offers(plays: readonly Duck.Play[], raised: readonly Duck.Card[]): Duck.Play[] {
  if (!raised.length) return [];
  const more = plays.filter((play) => play.cards.length > raised.length && without(play.cards, raised) !== null);
  const largest = more.filter(
    (play) =>
      !more.some((other) => other.cards.length > play.cards.length && without(other.cards, play.cards) !== null),
  );
  return largest.filter((play, place) => largest.findIndex((other) => sameCards(other.cards, play.cards)) === place);
}

/** Whether a play is a run: its numbers differ. */
export function isRun(play: Duck.Play): boolean {
  return play.cards.some((card) => card.value !== play.cards[0]?.value);
}
