/** What the rail says of a seat and of the game: what lies in its shoal, its points, how many cards are left. */
import type { SeatNote } from "$lib/game";
import type * as KunaYala from "./wire";
import { words } from "./words";

/** What the parts of a seat's points come to. */
export function total({ fish, majority, octopuses, sharks }: KunaYala.Points): number {
  return fish + majority + octopuses + sharks;
}

export function note(view: KunaYala.View, seat: number, you: boolean): SeatNote {
  const shoal = view.shoals[seat];
  const points = view.points?.[seat];
  const has = shoal
    ? [
        words().corals(shoal.corals),
        ...(shoal.octopuses ? [words().octopuses(shoal.octopuses)] : []),
        ...(shoal.sharks ? [words().sharks(shoal.sharks)] : []),
      ]
    : [];
  return {
    has: has.join(" · "),
    score: points ? total(points) : null,
    unit: words().points(points ? total(points) : 0),
    awaited: you ? words().awaited : words().awaitedOther,
  };
}

export function progress(view: KunaYala.View): string {
  return view.points ? words().over : words().left(view.piles.reduce((sum, pile) => sum + pile, 0));
}
