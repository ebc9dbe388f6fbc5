/** The table after one event more. Pure: from the event and the view before it, unless something else is said. */
import { inOrder, sameTiles, type Tile, without } from "./tiles";
import type * as AnimalsOnBoard from "./wire";

type View = AnimalsOnBoard.View;
type Event = AnimalsOnBoard.Event;
type Player = AnimalsOnBoard.Player;
type Group = AnimalsOnBoard.Group;

/** The table before the first event: nothing of the laying out is shown but where it ends. */
export function opening(_events: readonly Event[], after: View): View {
  return after;
}

/** The table right after an event. What only the server knows is taken from where things end, `after`. */
export function fold(view: View, event: Event, after: View): View {
  switch (event.event) {
    case "chosen":
      return {
        ...changed(view, event.seat, { chosen: true }),
        choice: after.choice.length ? after.choice : view.choice,
      };
    case "laid":
      return laid(view, event, after);
    case "round_began":
      return roundBegan(view, event);
    case "tiles_drawn":
      return drawn(view, event.tiles);
    case "group_split":
      return split(view, event, after);
    case "group_taken":
    case "hidden_taken":
      return taken(view, event, after);
    case "flag_won":
      return { ...view, starter: event.seat };
    case "last_turn":
      return { ...view, active: event.seat, last_turn: true };
    case "arks_closed":
      return closed(view, after);
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

/** All tiles of the table and these, pushed together. */
function pushedTogether({ groups }: View, more: readonly Tile[], like: Group | undefined): Group[] {
  const tiles = inOrder([...groups.flatMap((each) => each.tiles), ...more]);
  return tiles.length ? [group(tiles, like)] : [];
}

/** What an owner's animals count as, and score: the rules count it, so it is as `after` all; not told in the end. */
function counting(seat: number, after: View): Pick<Player, "kin" | "points"> {
  const { kin = null, points = null } = (!after.over && after.players[seat]) || {};
  return { kin, points };
}

function laid(view: View, event: AnimalsOnBoard.Laid, after: View): View {
  const own = event.kept ? { ark: [event.kept], secret: [event.kept], ...counting(event.seat, after) } : {};
  return {
    ...changed(view, event.seat, { tiles: 1, chosen: false, ...own }),
    groups: pushedTogether(view, event.tiles, after.groups[0]),
    choice: event.kept ? [] : view.choice,
  };
}

/** A5: what is left is pushed together; with it lies a tile face down, one that was left over or a new one. */
function roundBegan(view: View, event: AnimalsOnBoard.RoundBegan): View {
  return {
    ...view,
    round: event.round,
    active: event.seat,
    last_turn: false,
    groups: pushedTogether(view, event.left_over ? [] : [{ tile: "face_down" }], view.groups[0]),
    pile: view.pile - (event.left_over ? 0 : 1),
    players: view.players.map((player) => ({ ...player, resting: false })),
  };
}

function drawn(view: View, tiles: readonly Tile[]): View {
  return { ...view, groups: pushedTogether(view, tiles, view.groups[0]), pile: view.pile - tiles.length };
}

/** A crate more or less is a point more or less. What the next split brings is as `after`. */
function split(view: View, event: AnimalsOnBoard.GroupSplit, after: View): View {
  const whole = [...event.rest, ...event.tiles];
  const { points = null } = view.players[event.seat] ?? {};
  const groups = view.groups.flatMap((each) =>
    sameTiles(each.tiles, whole) ? [group(event.rest, each), group(event.tiles, each)] : [each],
  );
  return {
    ...changed(view, event.seat, {
      crates: event.crates,
      earns: after.players[event.seat]?.earns ?? 0,
      points: points === null ? null : points + event.earned,
    }),
    supply: view.supply - event.earned,
    groups: arranged(groups, after),
  };
}

/** Groups side by side as `after`, where a new one may lie at a place that was left; others stay in their order. */
function arranged(groups: readonly Group[], after: View): Group[] {
  const place = ({ tiles }: Group): number => after.groups.findIndex((each) => sameTiles(each.tiles, tiles));
  return [...groups].sort((one, other) => place(one) - place(other));
}

function taken(view: View, event: AnimalsOnBoard.GroupTaken | AnimalsOnBoard.HiddenTaken, after: View): View {
  const player = view.players[event.seat];
  return {
    ...changed(view, event.seat, {
      tiles: (player?.tiles ?? 0) + event.tiles.length,
      crates: event.crates,
      earns: after.players[event.seat]?.earns ?? 0,
      resting: true,
      ...(player ? boarded(player, event) : {}),
      ...(player?.kin ? counting(event.seat, after) : {}),
    }),
    supply: view.supply + event.price,
    groups: view.groups.filter((each) => !sameTiles(each.tiles, event.tiles)),
  };
}

/** What is seen of an ark when these are on it: by its owner all, with open arks by others what was taken face up. */
function boarded(
  { ark, secret }: Player,
  event: AnimalsOnBoard.GroupTaken | AnimalsOnBoard.HiddenTaken,
): Pick<Player, "ark" | "secret"> {
  const found = event.event === "hidden_taken" && event.found ? [event.found] : [];
  const tiles: readonly Tile[] = event.tiles;
  const animals = tiles.filter((tile) => tile.tile === "animal");
  return {
    ark: ark && inOrder([...ark, ...animals, ...found]),
    secret: secret && inOrder([...secret, ...found]),
  };
}

/** A15: no turn more; whoever is to discard is told by `after` what their animals score if some of them stay (A17). */
function closed(view: View, after: View): View {
  const players = view.players.map((player, seat) => ({
    ...player,
    resting: false,
    ...(player.kin ? counting(seat, after) : {}),
  }));
  return { ...view, active: null, last_turn: false, players };
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
