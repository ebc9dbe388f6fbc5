/**
 * The bots' cast: six faces with names. A bot's seat keeps the name that its host gave it; its face follows from it.
 */
import crab from "$art/bot-crab.svg";
import dolphin from "$art/bot-dolphin.svg";
import gull from "$art/bot-gull.svg";
import otter from "$art/bot-otter.svg";
import seal from "$art/bot-seal.svg";
import tern from "$art/bot-tern.svg";
import { type Language, settings } from "$lib/settings.svelte";
import type { PersonCard, SeatCard } from "$lib/wire";

export interface Actor {
  readonly names: Readonly<Record<Language, string>>;
  /** The address of its picture, for an `<img>`. */
  readonly face: string;
}

export const CAST: readonly Actor[] = [
  { names: { pl: "Mewa", en: "Gull" }, face: gull },
  { names: { pl: "Krab", en: "Crab" }, face: crab },
  { names: { pl: "Foka", en: "Seal" }, face: seal },
  { names: { pl: "Rybitwa", en: "Tern" }, face: tern },
  { names: { pl: "Wydra", en: "Otter" }, face: otter },
  { names: { pl: "Delfin", en: "Dolphin" }, face: dolphin },
];

/** Who is called so, in any language; null: nobody of the cast. */
export function actorCalled(name: string): Actor | null {
  return CAST.find(({ names }) => Object.values(names).includes(name)) ?? null;
}

/**
 * Who plays a bot's seat. A bot without a name is played by whoever comes in turn; one with a name of its own has no
 * face.
 */
export function actorAt(seat: SeatCard, number: number): Actor | null {
  if (seat.person || !seat.bot) return null;
  return seat.name ? actorCalled(seat.name) : (CAST[number % CAST.length] ?? null);
}

/**
 * What a seat is called, in the language of the page: its person, its bot; nothing for a free one. Where another name
 * at the table looks the same, a number tells them apart.
 */
export function seatName(seat: SeatCard, number: number): string {
  const actor = actorAt(seat, number);
  const name = actor ? actor.names[settings.language] : seat.name || (seat.person?.name ?? "");
  return name && seat.namesake > 1 ? `${name} (${seat.namesake})` : name;
}

/** What a person at a table is called there: as on their seat, if they have one and no other. */
export function personName(seats: readonly SeatCard[], person: PersonCard): string {
  const own = seats.flatMap((seat, number) => (seat.person?.id === person.id ? [number] : []));
  return own.length === 1 ? seatName(seats[own[0]!]!, own[0]!) : person.name;
}

/** Whether several people play at the device of whoever has this seat: what one may know, the others may see. */
export function devicePassedRound(seats: readonly SeatCard[], seat: number): boolean {
  const person = seats[seat]?.person?.id;
  return seats.filter((each) => each.person && each.person.id === person).length > 1;
}

/** Those of the cast who sit at none of these seats yet, in order. */
export function actorsLeft(seats: readonly SeatCard[]): Actor[] {
  const seated = seats.map(actorAt);
  return CAST.filter((actor) => !seated.includes(actor));
}
