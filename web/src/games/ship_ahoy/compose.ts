/** What is drawn now: the moment on the stage, and what the one who is asked is doing with it. */
import type { Gunner } from "./gunner.svelte";
import type { Mark, Picture, Point, Proposal } from "./picture";
import { pieceOf, portOf } from "./sides";
import { bodyOf, type Moment } from "./stage";
import { CELL, type Voyage } from "./voyage.svelte";
import type { Sentences } from "$lib/sentences";
import type * as ShipAhoy from "./wire";

export interface Doing {
  readonly gunner: Gunner | null;
  readonly voyage: Voyage | null;
  readonly fights: readonly ShipAhoy.Fight[];
  /** The fight that one looks at. */
  readonly fight: ShipAhoy.Fight | null;
  /** S30: where the wind would go, while that is chosen. */
  readonly windTo: Point | null;
  /** What a hint proposes. */
  readonly proposal: Proposal | null;
}

export const IDLE: Doing = { gunner: null, voyage: null, fights: [], fight: null, windTo: null, proposal: null };

/** S30: within so many metres of the wind a ship sails further. Drawn only: the server says which ships do. */
const WIND_REACH = 0.3;
/** How much of the table is seen around what one looks at, and around where a ball struck when that is repeated. */
const CLOSE = 0.9;
const CLOSE_UP = 0.5;

export function compose(
  moment: Moment,
  view: ShipAhoy.View,
  doing: Doing,
  hit: readonly number[],
  sentences: Sentences,
): Picture {
  const { gunner, voyage } = doing;
  const cannon = gunner?.cannon ?? (moment.gun && { ...moment.gun, pull: 0, free: true });
  return {
    table: view.table,
    ports: view.ports,
    bodies: moment.actors.map((actor) =>
      bodyOf(
        actor.kind === "wind" && doing.windTo
          ? { ...actor, at: [...doing.windTo, 0], x: doing.windTo[0], y: doing.windTo[1] }
          : actor,
        portOf(actor),
        markOf(actor, view, doing, hit),
        sentences.name("piece", actor.piece),
      ),
    ),
    chestOnIsland: view.chest_on_island,
    ball: moment.ball,
    trail: moment.trail,
    cannon,
    berths: gunner?.berths ?? [],
    wedge: gunner?.wedge ?? null,
    reach: voyage && voyage.reach.length ? { step: CELL, cells: voyage.reach } : null,
    rope: voyage?.rope ?? null,
    melees: melees(view, moment),
    wind: view.scenario === "fair_wind" ? WIND_REACH : null,
    proposal: doing.proposal,
    chase: moment.chase,
    focus: onTable(focusOf(moment, view, doing), view.table),
  };
}

function markOf(
  actor: ShipAhoy.PieceView,
  view: ShipAhoy.View,
  { gunner, voyage, fights, fight }: Doing,
  hit: readonly number[],
): Mark {
  const { piece } = actor;
  if (hit.includes(piece)) return "hit";
  if (piece === gunner?.gun || piece === voyage?.ship || piece === fight?.piece) return "chosen";
  if (gunner?.wedge?.falls.some((each) => each.piece === piece)) return "falls";
  if (piece === fight?.enemy || piece === gunner?.wedge?.meets?.piece) return "target";
  if (gunner && view.guns.includes(piece)) return "gun";
  if (voyage && view.sailors.includes(piece)) return "sailor";
  if (actor.foes.length || fights.some((each) => each.piece === piece || each.enemy === piece)) return "foe";
  return null;
}

/** Every pair in melee once. */
function melees(view: ShipAhoy.View, { actors, gun }: Moment): Picture["melees"] {
  if (gun) return [];
  const at = (number: number): Point | null => {
    const found = actors.find(({ piece }) => piece === number);
    return found ? [found.x, found.y] : null;
  };
  return view.pieces.flatMap(({ piece, foes }) =>
    foes
      .filter((foe) => foe > piece)
      .flatMap((foe) => {
        const [a, b] = [at(piece), at(foe)];
        return a && b ? [[a, b] as const] : [];
      }),
  );
}

/** The same, with no more beside the table in sight than needed. */
function onTable({ at, span }: Picture["focus"], table: number): Picture["focus"] {
  const room = Math.max(0, table - span / 2);
  const within = (place: number): number => Math.min(room, Math.max(-room, place));
  return { at: [within(at[0]), within(at[1])], span };
}

/** The shot that is shown, the cannon and what it looks at, the ship that sails; else the whole table. */
function focusOf(moment: Moment, view: ShipAhoy.View, { gunner, voyage, fight }: Doing): Picture["focus"] {
  if (moment.chase) return { at: moment.chase.at, span: moment.chase.slowly ? CLOSE_UP : CLOSE };
  if (gunner?.focus) return gunner.focus;
  const piece = pieceOf(view, voyage?.ship ?? fight?.piece ?? null);
  return piece ? { at: [piece.x, piece.y], span: CLOSE } : { at: [0, 0], span: 2 * view.table };
}
