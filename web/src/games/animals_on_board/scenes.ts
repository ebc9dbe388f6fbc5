/** What happened between two views of Animals on Board, moment by moment. */
import { inOrder, sameTiles, type Tile, without } from "./tiles";
import type { Scene } from "$lib/game";
import type * as AnimalsOnBoard from "./wire";

type View = AnimalsOnBoard.View;
type Event = AnimalsOnBoard.Event;
type Player = AnimalsOnBoard.Player;
type Group = AnimalsOnBoard.Group;

/** How long each event is looked at. */
const MS: Readonly<Record<Event["event"], number>> = {
  species_removed: 500,
  started: 500,
  dealt: 250,
  chosen: 350,
  laid: 700,
  round_began: 900,
  tiles_drawn: 800,
  group_split: 1000,
  group_taken: 1200,
  hidden_taken: 1300,
  flag_won: 700,
  ark_filled: 1000,
  passed: 700,
  last_turn: 500,
  arks_closed: 1200,
  pair_left: 1000,
  discarded: 900,
  ark_shown: 400,
  ark_emptied: 900,
  scored: 900,
};

export function scenes(before: View | null, events: readonly Event[], after: View): Scene<AnimalsOnBoard.Types>[] {
  let view = before ?? after;
  const last = events.length - 1;
  return events.map((event, place) => {
    view = place === last ? after : happened(view, event, after);
    return { view, event, ms: MS[event.event] };
  });
}

/** The table once this has happened. What only the server knows is taken from where things end. */
function happened(view: View, event: Event, after: View): View {
  switch (event.event) {
    case "chosen":
      return changed(view, event.seat, { chosen: true });
    case "laid":
      return laid(view, event, after);
    case "round_began":
      return roundBegan(view, event);
    case "tiles_drawn":
      return { ...view, groups: after.groups, pile: after.pile };
    case "group_split":
      return split(view, event);
    case "group_taken":
    case "hidden_taken":
      return taken(view, event, after);
    case "flag_won":
      return { ...view, starter: event.seat };
    case "arks_closed":
      return { ...view, active: null };
    case "pair_left":
    case "discarded":
    case "ark_shown":
    case "ark_emptied":
    case "scored":
      return counted(view.over ? view : revealed(after), event, after);
    default:
      return view;
  }
}

function changed(view: View, seat: number, facts: Partial<Player>): View {
  return { ...view, players: view.players.map((player, each) => (each === seat ? { ...player, ...facts } : player)) };
}

/** Tiles that lie together, at the price that such tiles have. */
function group(tiles: readonly Tile[], like: Group | undefined): Group {
  const each = like ? like.price / like.tiles.length : 1;
  return { tiles, price: each * tiles.length };
}

/** What a player may see of an ark, as it is in the end. */
function seen({ ark, secret, kin, points }: Player): Partial<Player> {
  return { ark, secret, kin, points };
}

function laid(view: View, event: AnimalsOnBoard.Laid, after: View): View {
  const lying = view.groups.flatMap(({ tiles }) => tiles);
  const own = event.kept ? { ark: [event.kept], secret: [event.kept], kin: [] } : {};
  return {
    ...changed(view, event.seat, { tiles: 1, chosen: false, ...own }),
    groups: [group(inOrder([...lying, ...event.tiles]), after.groups[0])],
    choice: event.kept ? [] : view.choice,
  };
}

function roundBegan(view: View, event: AnimalsOnBoard.RoundBegan): View {
  const tiles = inOrder(view.groups.flatMap((each) => each.tiles));
  return {
    ...view,
    round: event.round,
    active: event.seat,
    last_turn: false,
    groups: tiles.length ? [group(tiles, view.groups[0])] : [],
    players: view.players.map((player) => ({ ...player, resting: false })),
  };
}

function split(view: View, event: AnimalsOnBoard.GroupSplit): View {
  const whole = [...event.rest, ...event.tiles];
  return {
    ...changed(view, event.seat, { crates: event.crates }),
    supply: view.supply - event.earned,
    groups: view.groups.flatMap((each) =>
      sameTiles(each.tiles, whole) ? [group(event.rest, each), group(event.tiles, each)] : [each],
    ),
  };
}

function taken(view: View, event: AnimalsOnBoard.GroupTaken | AnimalsOnBoard.HiddenTaken, after: View): View {
  const player = view.players[event.seat];
  const boarded = after.players[event.seat];
  return {
    ...changed(view, event.seat, {
      tiles: (player?.tiles ?? 0) + event.tiles.length,
      crates: event.crates,
      resting: true,
      ...(boarded && !after.over ? seen(boarded) : {}),
    }),
    supply: view.supply + event.price,
    groups: view.groups.filter((each) => !sameTiles(each.tiles, event.tiles)),
  };
}

/** The arks in the end, before anything leaves them. */
function revealed(after: View): View {
  const players = after.players.map((player) => {
    const ark = inOrder([...(player.ark ?? []), ...(player.noah ?? []), ...(player.discarded ?? [])]);
    return { ...player, tiles: ark.length, ark, noah: [], discarded: [], points: null, kin: null };
  });
  return { ...after, players };
}

type Counted =
  | AnimalsOnBoard.PairLeft
  | AnimalsOnBoard.Discarded
  | AnimalsOnBoard.ArkShown
  | AnimalsOnBoard.ArkEmptied
  | AnimalsOnBoard.Scored;

function counted(view: View, event: Counted, after: View): View {
  const player = view.players[event.seat];
  if (!player) return view;
  switch (event.event) {
    case "pair_left":
      return changed(view, event.seat, {
        ...left(player, event.tiles),
        noah: [...(player.noah ?? []), ...event.tiles],
      });
    case "discarded":
      return changed(view, event.seat, { ...left(player, event.tiles), discarded: event.tiles });
    case "ark_shown":
    case "ark_emptied":
      return view;
    case "scored":
      return changed(view, event.seat, { points: event.points, kin: after.players[event.seat]?.kin ?? null });
  }
}

/** What a player has without these. */
function left(player: Player, gone: readonly AnimalsOnBoard.Animal[]): Pick<Player, "tiles" | "ark"> {
  const ark = without(player.ark ?? [], gone);
  return { tiles: ark.length, ark };
}
