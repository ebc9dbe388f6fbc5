/** A turn in a sentence: the shot and what fell, how far one sailed, how the fights went. */
import type { Sentences } from "$lib/sentences";
import type * as ShipAhoy from "./wire";
import { words } from "./words";

/** What is worth a sentence of its own. */
const WEIGHTY: readonly ShipAhoy.Event["event"][] = [
  "chest_taken",
  "barrel_delivered",
  "monster_hit",
  "kraken_holds",
  "repaired",
  "player_out",
  "rounds_over",
];

export function summary(events: readonly ShipAhoy.Event[], sentences: Sentences): string | null {
  const knots = events.findIndex(({ event }) => event === "knots_rolled");
  const until = knots < 0 ? events.length : knots;
  const said = [
    ...shots(events.slice(0, until), sentences),
    ...sailing(events),
    ...fights(events.slice(until), sentences),
    ...events.filter(({ event }) => WEIGHTY.includes(event)).map((event) => sentences.event(event)),
  ];
  return said.length ? said.join(" ") : null;
}

function shots(events: readonly ShipAhoy.Event[], sentences: Sentences): string[] {
  const { told } = words();
  const shot = events.findLast(({ event }) => event === "shot_fired" || event === "held_fire" || event === "jammed");
  if (!shot || !("seat" in shot)) return [];
  const name = sentences.name("seat", shot.seat);
  if (shot.event === "held_fire") return [told.holds(name)];
  if (shot.event === "jammed") return [sentences.event(shot)];
  const trophies = events.filter((event) => event.event === "trophy_taken");
  if (trophies.length) return [told.wins(name, pieces(trophies, sentences))];
  return [events.some(({ event }) => event === "missed") ? told.misses(name) : told.shoots(name)];
}

function sailing(events: readonly ShipAhoy.Event[]): string[] {
  const knots = events.reduce((sum, event) => (event.event === "sailed" ? sum + event.knots : sum), 0);
  return knots ? [words().told.sails(knots)] : [];
}

function fights(events: readonly ShipAhoy.Event[], sentences: Sentences): string[] {
  const won = events.filter((event) => event.event === "trophy_taken");
  if (won.length) return [words().told.boards(pieces(won, sentences))];
  return events.some((event) => event.event === "fought" && !event.flag) ? [words().told.fightGoesOn] : [];
}

function pieces(trophies: readonly ShipAhoy.TrophyTaken[], sentences: Sentences): string {
  return sentences.listed(trophies.map(({ piece }) => sentences.name("piece", piece, "acc")));
}
