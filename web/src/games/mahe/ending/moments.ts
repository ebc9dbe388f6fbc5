/** How Mahé ends: everybody turns up one card after another and counts its eggs; then whoever has them, the beach. */
import type { Beat, Count, EndingFacts } from "$lib/game";
import { capital } from "$lib/sentences";
import type * as Mahe from "../wire";

type View = Mahe.View;
type Facts = EndingFacts<Mahe.Types>;

/** What a beat tells: everybody's card of this number, from 0, or the eggs on the beach. */
export type Moment = { readonly tells: "cards"; readonly nth: number } | { readonly tells: "beach" };

const MS: Readonly<Record<Moment["tells"], number>> = { cards: 850, beach: 1200 };

const valuesOf = (view: View, seat: number): readonly number[] => view.piles[seat]?.values ?? [];

export function momentsOf(view: View): Moment[] {
  const most = Math.max(0, ...view.piles.map(({ values }) => values?.length ?? 0));
  const cards = Array.from({ length: most }, (_, nth): Moment => ({ tells: "cards", nth }));
  return view.beach === null ? cards : [...cards, { tells: "beach" }];
}

/** How many of their cards everybody has turned up after these moments. */
export function turnedUp(told: readonly Moment[]): number {
  return told.filter(({ tells }) => tells === "cards").length;
}

function countOf({ view, card }: Facts, told: readonly Moment[]): Count {
  const beach = told.some(({ tells }) => tells === "beach");
  return view.piles.map((_, seat) => ({
    cards: valuesOf(view, seat)
      .slice(0, turnedUp(told))
      .reduce((sum, eggs) => sum + eggs, 0),
    beach: beach ? (card.standings.find((standing) => standing.seat === seat)?.parts["beach"] ?? 0) : 0,
  }));
}

/** The sentence of a moment: what everybody has so far. */
function said(moment: Moment, count: Count, { sentences }: Facts): string {
  const part = moment.tells;
  const has = count.map((each, seat) => `${sentences.name("seat", seat)} ${each[part] ?? 0}`);
  return `${capital(sentences.part(part))}: ${has.join(", ")}`;
}

export function beats(facts: Facts): Beat[] {
  const moments = momentsOf(facts.view);
  return moments.map((moment, place) => {
    const count = countOf(facts, moments.slice(0, place + 1));
    return { ms: MS[moment.tells], says: said(moment, count, facts), count };
  });
}

/** Who rode farthest on whose back, and how many fields; null: nobody ever rode on anybody. */
export function longestRide({ carried }: Mahe.StoryFacts): Mahe.Tells.Stowaway | null {
  const rides = carried.flatMap((row, carrier) =>
    row.map((fields, seat): Mahe.Tells.Stowaway => ({ tells: "stowaway", seat, carrier, fields })),
  );
  return rides
    .filter(({ seat, carrier, fields }) => seat !== carrier && fields > 0)
    .reduce<Mahe.Tells.Stowaway | null>((best, ride) => (best && best.fields >= ride.fields ? best : ride), null);
}
