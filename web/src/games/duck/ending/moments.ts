/** How Duck ends: one card after another under everybody's towel is turned up; then lifebuoys count, green and red. */
import type { Beat, Count, EndingFacts } from "$lib/game";
import { capital } from "$lib/sentences";
import type * as Duck from "../wire";

type View = Duck.View;
type Facts = EndingFacts<Duck.Types>;

/** What a beat tells: everybody's card of this number under their towel, from 0, or the lifebuoys of one colour. */
export type Moment =
  { readonly tells: "ducks"; readonly nth: number } | { readonly tells: "green" } | { readonly tells: "red" };

const MS: Readonly<Record<Moment["tells"], number>> = { ducks: 800, green: 1300, red: 1300 };

export const towelOf = (view: View, seat: number): readonly Duck.Card[] => view.players[seat]?.kept ?? [];

/** The lifebuoys that a seat has, green ones or red ones. */
export function buoysOf(view: View, seat: number, green: boolean): Duck.Lifebuoy[] {
  return view.lifebuoys.filter((buoy) => buoy.seat === seat && buoy.green === green);
}

export function momentsOf(view: View): Moment[] {
  const most = Math.max(0, ...view.players.map(({ seat }) => towelOf(view, seat).length));
  const cards = Array.from({ length: most }, (_, nth): Moment => ({ tells: "ducks", nth }));
  const colours = (["green", "red"] as const).filter((colour) =>
    view.lifebuoys.some(({ seat, green }) => seat !== null && green === (colour === "green")),
  );
  return [...cards, ...colours.map((tells): Moment => ({ tells }))];
}

/** How many of the cards under their towels everybody has turned up after these moments. */
export function turnedUp(told: readonly Moment[]): number {
  return told.filter(({ tells }) => tells === "ducks").length;
}

function sumOf(points: readonly number[]): number {
  return points.reduce((sum, each) => sum + each, 0);
}

function countOf(view: View, told: readonly Moment[]): Count {
  const counted = (part: Moment["tells"]): boolean => told.some(({ tells }) => tells === part);
  return view.players.map(({ seat }) => ({
    ducks: sumOf(
      towelOf(view, seat)
        .slice(0, turnedUp(told))
        .map(({ value }) => value),
    ),
    green: counted("green") ? sumOf(buoysOf(view, seat, true).map(({ points }) => points)) : 0,
    red: counted("red") ? 0 - sumOf(buoysOf(view, seat, false).map(({ penalty }) => penalty)) : 0,
  }));
}

export function beats({ view, sentences }: Facts): Beat[] {
  const moments = momentsOf(view);
  return moments.map(({ tells }, place) => {
    const count = countOf(view, moments.slice(0, place + 1));
    const has = count.map((each, seat) => `${sentences.name("seat", seat)} ${each[tells] ?? 0}`);
    return { ms: MS[tells], says: `${capital(sentences.part(tells))}: ${has.join(", ")}`, count };
  });
}
