/** The table after one event more. Pure: from the event and the view before it, unless something else is said. */
import type * as ShipAhoy from "./wire";

type View = ShipAhoy.View;
type Event = ShipAhoy.Event;
/** That a piece is put somewhere after a shot or a repair. */
type Settled =
  ShipAhoy.StoodUp | ShipAhoy.Damaged | ShipAhoy.Pushed | ShipAhoy.PutBack | ShipAhoy.MadeWay | ShipAhoy.Repaired;

/** The table before the first event: the laying out is shown where it ends. */
export function opening(_events: readonly Event[], after: View): View {
  return after;
}

/**
 * The table right after an event; `after` is the server's view after all that happened with it.
 *
 * The scores are as `after`: what counts how much, and for whom in a team, is for the rules to say.
 */
export function fold(view: View, event: Event, after: View): View {
  switch (event.event) {
    case "shot_fired":
      return fired(view, event);
    case "sailed":
      return sailed(view, event);
    case "turn_began":
      return turnBegan(view, event);
    case "player_out":
      return { ...view, out: [...view.out, event.seat], phase: "over", points: 0 };
    case "rounds_over":
      return { ...view, phase: "over", points: 0 };
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
      return { ...moved(view, event.piece, { chest: true }), chest_on_island: false, scores: after.scores };
    case "chest_returned":
      return { ...moved(view, event.piece, { chest: false }), chest_on_island: true, scores: after.scores };
    case "monster_hit":
      return { ...view, monster_lives: event.lives };
    case "wind_blows":
      return event.piece.reduce((table, piece) => moved(table, piece, { own_points: 1 }), view);
    case "wind_moved":
      return { ...withWind(moved(view, event.piece, { own_points: 0 }), event.x, event.y), wind_moved: true };
    case "barrel_dealt":
      return withBarrel(view, event.barrel, { port: event.port });
    case "barrel_loaded":
      return withBarrel(moved(view, event.piece, { barrel: event.barrel }), event.barrel, { ship: event.piece });
    case "barrel_delivered":
      return {
        ...withBarrel(moved(view, event.piece, { barrel: null }), event.barrel, { seat: event.seat }),
        scores: after.scores,
      };
    case "barrel_returned":
      return withBarrel(view, event.barrel, { port: event.port });
    case "kraken_holds":
      return moved(view, event.piece, { held: true });
    case "kraken_let_go":
      return letGo(moved(view, event.piece, { held: false }), after);
    default:
      return view;
  }
}

/** Everything lies where the ball left it. */
function fired(view: View, { shot }: ShipAhoy.ShotFired): View {
  return { ...view, pieces: view.pieces.map((piece) => ({ ...piece, ...shot.poses[piece.piece], foes: [] })) };
}

function turnBegan(view: View, { seat, turn }: ShipAhoy.TurnBegan): View {
  const pieces = view.pieces.map((piece) => ({ ...piece, own_points: 0 }));
  return { ...view, pieces, active: seat, turn, phase: "shoot", points: 0, wind_moved: false };
}

/** S15, S30: a piece spends the point that it has for itself first. */
function sailed(view: View, { piece: number, way, yaw, knots }: ShipAhoy.Sailed): View {
  const [x, y] = way.at(-1)!;
  const own = view.pieces.find(({ piece }) => piece === number)?.own_points ?? 0;
  return {
    ...moved(view, number, { x, y, yaw, own_points: Math.max(0, own - knots) }),
    points: Math.max(0, view.points - Math.max(0, knots - own)),
  };
}

/** S32: a ship that fought itself free may sail at once; whether it did and how far it may go, `after` says. */
function letGo(view: View, after: View): View {
  return after.phase === "freed" ? { ...view, phase: "freed", points: after.points } : view;
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

/** S31: a barrel of this colour lies in a port, is on a ship or delivered: of these only where it is now. */
function withBarrel(view: View, colour: number, where: Partial<ShipAhoy.Barrel>): View {
  const barrels = view.barrels.map((barrel) =>
    barrel.colour === colour ? { ...barrel, port: null, ship: null, seat: null, ...where } : barrel,
  );
  const lying = new Map(barrels.map((barrel) => [barrel.port, barrel.colour]));
  return { ...view, barrels, ports: view.ports.map((port) => ({ ...port, barrel: lying.get(port.port) ?? null })) };
}
