/** How Ship Ahoy ends: the trophies come into everybody's row kind by kind, and with them what they count. */
import type { Beat, EndingFacts } from "$lib/game";
import { lineBeats } from "$lib/frame/beats";
import { resultLines } from "$lib/frame/result";
import { capital } from "$lib/sentences";
import { type Trophy, trophyOf } from "./trophies";
import type * as ShipAhoy from "../wire";

type Facts = EndingFacts<ShipAhoy.Types>;

/** The part of the score that a trophy counts in (S21, S28). */
const PART: Readonly<Record<Trophy["kind"], string>> = { ship: "ships", tower: "towers", pirate: "pirate" };

/** The trophies of a seat that are in its row at this beat. */
export function trophiesAt({ view, card }: Pick<Facts, "view" | "card">, seat: number, at: number): Trophy[] {
  const told = resultLines(card.standings)
    .slice(0, at + 1)
    .map(({ part }) => part);
  return (view.trophies[seat] ?? [])
    .map(trophyOf)
    .filter(({ kind }) => told.includes(PART[kind]))
    .sort((one, other) => one.piece - other.piece);
}

export function beats({ card, sentences }: Facts): Beat[] {
  return lineBeats(card.standings, ({ part, points }) => {
    const each = points.map((count, seat) => `${sentences.name("seat", seat)} ${count}`);
    return `${capital(sentences.part(part))}: ${each.join(", ")}`;
  });
}
