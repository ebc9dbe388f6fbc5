/** What the rail says of a seat and of the game: its towel, lifebuoys and cards, and which round it is. */
import type { SeatNote } from "$lib/game";
import type * as Duck from "./wire";
import { words } from "./words";

export function note(view: Duck.View, seat: number, you: boolean): SeatNote {
  const w = words();
  const player = view.players[seat];
  const buoys = view.lifebuoys
    .filter((buoy) => buoy.seat === seat)
    .map(({ green, points, penalty }) => (green ? `+${points}` : `−${penalty}`));
  const has = [w.towelShort(player?.towel ?? 0), ...(buoys.length ? [w.buoysShort(buoys)] : [])].join(" · ");
  const cards = player?.cards ?? 0;
  return { has, score: cards, unit: w.unit(cards), awaited: you ? w.awaitsYou : w.awaits };
}

export function progress(view: Duck.View): string {
  return words().roundOf(view.round, view.lifebuoys.length);
}
