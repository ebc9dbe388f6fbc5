/** Who may play a bot's seat: one of the levels, or a policy that the server has, in the place of a level. */
import { catalogue } from "$lib/catalogue.svelte";
import type { Level, SeatCard } from "$lib/wire";
import { common } from "$lib/words/common";

/** A level; or a policy, by its name. */
export type Player = Level | { readonly policy: string };

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly player: Player;
}

/** Who stands in for a policy that cannot play. */
const SUBSTITUTE: Level = "good";

/** All who can be chosen for a table of a game with so many seats: every level, then the policies that know it. */
export function playersFor(game: string, seats: number): Choice[] {
  const levels = Object.entries(common().levels) as [Level, string][];
  const policies = (catalogue.known?.policies ?? []).filter(
    (policy) => policy.game === game && policy.seats.includes(seats),
  );
  return [
    ...levels.map(([level, label]) => ({ value: level, label, player: level })),
    ...policies.map(({ name }) => ({ value: keyOf({ policy: name }), label: name, player: { policy: name } })),
  ];
}

/** What tells players apart. */
export function keyOf(player: Player): string {
  return typeof player === "string" ? player : `policy:${player.policy}`;
}

/** Who plays a bot's seat. */
export function playerOf(seat: SeatCard): Player | null {
  return seat.bot && seat.policy ? { policy: seat.policy } : seat.bot;
}

/** How a player is asked to a seat. Whoever plays a level is called by this name, a policy as the server calls it. */
export function bodyOf(player: Player, name: string): { level: Level; name?: string; policy?: string } {
  return typeof player === "string" ? { level: player, name } : { level: SUBSTITUTE, policy: player.policy };
}
