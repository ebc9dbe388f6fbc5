/** How Kuna Yala ends: the tokens are turned up one by one, then the fish are counted shoal by shoal, then the rest. */
import type { Beat, Count, EndingFacts } from "$lib/game";
import { words } from "../words";
import type * as KunaYala from "../wire";

type Extra = "majority" | "octopuses" | "sharks";

/** What a beat tells: whose token, which shoal, or what counts beside fish. */
export type Moment =
  | { readonly tells: "token"; readonly seat: number }
  | { readonly tells: "shoal"; readonly shoal: number }
  | { readonly tells: Extra };

const EXTRAS: readonly Extra[] = ["majority", "octopuses", "sharks"];
const MS: Readonly<Record<Moment["tells"], number>> = {
  token: 700,
  shoal: 1000,
  majority: 800,
  octopuses: 700,
  sharks: 700,
};

/** What is told, in order. One's own token is turned up last: it is no news to whoever looks. */
export function momentsOf({ seats, points }: KunaYala.View, eye: number | null): Moment[] {
  const everybody = Array.from({ length: seats }, (_, seat) => seat);
  const others = everybody.filter((seat) => seat !== eye);
  const extras = EXTRAS.filter((part) => points?.some((each) => each[part] > 0));
  return [
    ...[...others, ...(eye === null ? [] : [eye])].map((seat): Moment => ({ tells: "token", seat })),
    ...everybody.map((shoal): Moment => ({ tells: "shoal", shoal })),
    ...extras.map((tells): Moment => ({ tells })),
  ];
}

/** What is counted when these have been told. */
function countOf(view: KunaYala.View, told: readonly Moment[]): Count {
  const shoals = told.flatMap((moment) => (moment.tells === "shoal" ? [moment.shoal] : []));
  return (view.points ?? []).map((points, seat) => ({
    fish: shoals.reduce((sum, shoal) => sum + (view.fish_in?.[seat]?.[shoal] ?? 0), 0),
    ...Object.fromEntries(
      told.flatMap(({ tells }) => (tells === "token" || tells === "shoal" ? [] : [[tells, points[tells]]])),
    ),
  }));
}

/** The sentence of a moment, for those who do not see it. */
function said(moment: Moment, { view, sentences }: EndingFacts<KunaYala.Types>): string {
  const named = (points: (seat: number) => number): string =>
    (view.points ?? []).map((_, seat) => `${sentences.name("seat", seat)} ${points(seat)}`).join(", ");
  if (moment.tells === "token") {
    const colour = view.tokens[moment.seat];
    const revealed: KunaYala.Event | null = colour ? { event: "token_revealed", seat: moment.seat, colour } : null;
    return revealed ? sentences.event(revealed) : "";
  }
  if (moment.tells === "shoal") {
    const owner = sentences.name("seat", moment.shoal);
    return `${words().shoal(owner)}. ${named((seat) => view.fish_in?.[seat]?.[moment.shoal] ?? 0)}.`;
  }
  return `${words().countLines[moment.tells]}: ${named((seat) => view.points?.[seat]?.[moment.tells] ?? 0)}.`;
}

export function beats(facts: EndingFacts<KunaYala.Types>): Beat[] {
  const moments = momentsOf(facts.view, facts.eye);
  return moments.map((moment, place) => ({
    ms: MS[moment.tells],
    says: said(moment, facts),
    count: countOf(facts.view, moments.slice(0, place + 1)),
  }));
}
