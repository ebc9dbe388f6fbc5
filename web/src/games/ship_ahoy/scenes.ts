/** What happened, in moments: the ball rolls, what fell is taken home, dice fall, ships sail along the rope. */
import type { Scene } from "$lib/game";
import { Film } from "./track";
import type * as ShipAhoy from "./wire";

type View = ShipAhoy.View;
type Event = ShipAhoy.Event;
type Kind = Event["event"];
/** That a piece is put somewhere after a shot or a repair. */
type Settled =
  ShipAhoy.StoodUp | ShipAhoy.Damaged | ShipAhoy.Pushed | ShipAhoy.PutBack | ShipAhoy.MadeWay | ShipAhoy.Repaired;

/** How long an event is looked at, in milliseconds. Shots and voyages take as long as they take. */
const LOOKED_AT: Readonly<Record<Exclude<Kind, "shot_fired" | "sailed">, number>> = {
  turn_began: 700,
  player_out: 1500,
  rounds_over: 1500,
  held_fire: 700,
  jammed: 900,
  missed: 900,
  trophy_taken: 1300,
  lost: 1100,
  stood_up: 700,
  damaged: 800,
  pushed: 350,
  put_back: 500,
  made_way: 450,
  knots_rolled: 1200,
  fought: 1500,
  captured: 1000,
  repaired: 700,
  chest_taken: 900,
  chest_returned: 900,
  monster_hit: 900,
  wind_blows: 900,
  wind_moved: 800,
  barrel_dealt: 250,
  barrel_loaded: 700,
  barrel_delivered: 1100,
  barrel_returned: 700,
  kraken_holds: 900,
  kraken_let_go: 800,
};
/** The smoke before the ball is seen, and the silence after it has come to rest. */
export const SMOKE = 150;
const SILENCE = 350;
/** How much slower a repeat is, and how much of it comes before the first touch. */
export const SLOWER = 4;
const LEAD = 180;
const A_KNOT = 550;
const CAST_OFF = 350;

/** From when to when of a shot a repeat shows, in the shot's own milliseconds: from just before the first touch. */
export function repeated(film: Film): { readonly from: number; readonly until: number } {
  const from = Math.max(0, film.contact - LEAD);
  return { from, until: Math.min(film.ms, from + 900) };
}

export function scenes(before: View | null, events: readonly Event[], after: View): Scene<ShipAhoy.Types>[] {
  let view = before ?? after;
  const told = events.flatMap((event) => {
    const moments = played(view, event, after);
    view = moments.at(-1)?.view ?? view;
    return moments;
  });
  const last = told.at(-1);
  return last ? [...told.slice(0, -1), { ...last, view: after }] : [];
}

function played(view: View, event: Event, after: View): Scene<ShipAhoy.Types>[] {
  if (event.event === "shot_fired") return fired(view, event);
  if (event.event === "sailed") {
    return [{ view: sailed(view, event), event, ms: CAST_OFF + A_KNOT * event.knots }];
  }
  return [{ view: told(view, event, after), event, ms: LOOKED_AT[event.event] }];
}

/** A shot once more, slowly. */
export function repeat(shot: Scene<ShipAhoy.Types>): Scene<ShipAhoy.Types> {
  if (shot.event?.event !== "shot_fired") return shot;
  const { from, until } = repeated(new Film(shot.event.shot));
  return { ...shot, ms: SLOWER * (until - from) + SILENCE, again: true };
}

/** The shot in real time; if something fell, once more slowly. Afterwards everything lies where the ball left it. */
function fired(view: View, event: ShipAhoy.ShotFired): Scene<ShipAhoy.Types>[] {
  const film = new Film(event.shot);
  const rest = {
    ...view,
    pieces: view.pieces.map((piece) => ({ ...piece, ...event.shot.poses[piece.piece], foes: [] })),
  };
  const shown = { view: rest, event, ms: SMOKE + film.ms + SILENCE };
  return event.shot.toppled.length ? [shown, repeat(shown)] : [shown];
}

function sailed(view: View, { piece, way, yaw, knots }: ShipAhoy.Sailed): View {
  const [x, y] = way.at(-1)!;
  return { ...moved(view, piece, { x, y, yaw }), points: Math.max(0, view.points - knots) };
}

/** The table after an event that needs one moment only. */
function told(view: View, event: Event, after: View): View {
  switch (event.event) {
    case "turn_began":
      return { ...view, active: event.seat, turn: event.turn, points: 0 };
    case "trophy_taken":
      return { ...without(view, event.piece), trophies: taken(view, event.seat, event.piece), scores: after.scores };
    case "lost":
      return without(view, event.piece);
    case "stood_up":
    case "damaged":
    case "pushed":
    case "put_back":
    case "made_way":
    case "repaired":
      return settled(view, event);
    case "knots_rolled":
      return { ...view, points: event.knots, phase: "sail" };
    case "chest_taken":
      return { ...moved(view, event.piece, { chest: true }), chest_on_island: false };
    case "chest_returned":
      return { ...moved(view, event.piece, { chest: false }), chest_on_island: true };
    case "monster_hit":
      return { ...view, monster_lives: event.lives };
    case "wind_moved":
      return withWind(view, event.x, event.y);
    case "barrel_loaded":
      return { ...moved(view, event.piece, { barrel: event.barrel }), ports: emptied(view, event.barrel) };
    case "barrel_delivered":
      return moved(view, event.piece, { barrel: null });
    case "barrel_returned":
      return {
        ...view,
        ports: view.ports.map((port) => (port.port === event.port ? { ...port, barrel: event.barrel } : port)),
      };
    case "kraken_holds":
      return moved(view, event.piece, { held: true });
    case "kraken_let_go":
      return moved(view, event.piece, { held: false });
    default:
      return view;
  }
}

function moved(view: View, number: number, change: Partial<ShipAhoy.PieceView>): View {
  return { ...view, pieces: view.pieces.map((piece) => (piece.piece === number ? { ...piece, ...change } : piece)) };
}

function without(view: View, number: number): View {
  return { ...view, pieces: view.pieces.filter(({ piece }) => piece !== number) };
}

/** A piece where it is put. Only who is damaged, stood up or repaired lies or stands otherwise than before. */
function settled(view: View, { event, piece, x, y, yaw }: Settled): View {
  const place = { x, y, yaw };
  if (event === "damaged") return moved(view, piece, { ...place, lying: true });
  return moved(view, piece, event === "stood_up" || event === "repaired" ? { ...place, lying: false } : place);
}

function taken(view: View, seat: number, piece: number): View["trophies"] {
  return view.trophies.map((trophies, nth) => (nth === seat ? [...trophies, piece] : trophies));
}

function withWind(view: View, x: number, y: number): View {
  return { ...view, pieces: view.pieces.map((piece) => (piece.kind === "wind" ? { ...piece, x, y } : piece)) };
}

function emptied(view: View, barrel: number): View["ports"] {
  return view.ports.map((port) => (port.barrel === barrel ? { ...port, barrel: null } : port));
}
