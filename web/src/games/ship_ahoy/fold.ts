/** The table after one event more. Pure: from the event and the view before it, but for what is said to be otherwise. */
import type { ShipAhoy } from "$lib/wire";

type View = ShipAhoy.View;
type Event = ShipAhoy.Event;
/** That a piece is put somewhere after a shot or a repair. */
type Settled =
  ShipAhoy.StoodUp | ShipAhoy.Damaged | ShipAhoy.Pushed | ShipAhoy.PutBack | ShipAhoy.MadeWay | ShipAhoy.Repaired;

/** The table before the first event: the laying out is shown where it ends. */
export function opening(_events: readonly Event[], after: View): View {
  return after;
}

/** The table right after an event; `after` is the server's view after all that happened with it. */
export function fold(view: View, event: Event, after: View): View {
  switch (event.event) {
    case "shot_fired":
      return fired(view, event);
    case "sailed":
      return sailed(view, event);
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

/** Everything lies where the ball left it. */
function fired(view: View, { shot }: ShipAhoy.ShotFired): View {
  return { ...view, pieces: view.pieces.map((piece) => ({ ...piece, ...shot.poses[piece.piece], foes: [] })) };
}

function sailed(view: View, { piece, way, yaw, knots }: ShipAhoy.Sailed): View {
  const [x, y] = way.at(-1)!;
  return { ...moved(view, piece, { x, y, yaw }), points: Math.max(0, view.points - knots) };
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
