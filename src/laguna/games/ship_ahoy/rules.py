"""The rules of Ship Ahoy, in the order of the rulebook. Numbers are those of the digest.

A turn is three steps: shoot, sail, fight. A refusal never changes a battle; what is not refused is carried out, with
everything that follows from it until somebody is asked.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

import msgspec

from laguna.core.game import Refusal
from laguna.core.luck import LuckRanOut
from laguna.core.rules import Luck
from laguna.games.ship_ahoy.events import (
    Captured,
    Damaged,
    Fought,
    HeldFire,
    Jammed,
    KnotsRolled,
    Lost,
    MadeWay,
    Missed,
    PlayerOut,
    Pushed,
    PutBack,
    Repaired,
    RoundsOver,
    Sailed,
    ShotFired,
    StoodUp,
    TrophyTaken,
    TurnBegan,
)
from laguna.games.ship_ahoy.fleet import SHIPS, TOWERS
from laguna.games.ship_ahoy.layout import layout
from laguna.games.ship_ahoy.moves import Fight, Point, Sail, ShipAhoyOptions, Shoot
from laguna.games.ship_ahoy.physics.board import (
    Kind,
    Piece,
    beside,
    crowds,
    has_room,
    nearest_free_place,
    rounded,
    turned,
)
from laguna.games.ship_ahoy.physics.cannon import Shot, finite, muzzle_refusal, plain, read_shot
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.hand import AIM_SEEDS, Aim, aim_refusal, aimed, jammed, tremor
from laguna.games.ship_ahoy.physics.rope import Sea, knots
from laguna.games.ship_ahoy.physics.wire import BALL, PIECE
from laguna.games.ship_ahoy.scenarios import Passage, scenario_of
from laguna.games.ship_ahoy.state import Battle, Phase

# Components (S1, S2)

KNOTS_DIE = (1, 1, 2, 2, 3, 3)
"""Assumed: the range is known, the counts are not."""
FLAG, SWORDS = True, False
MELEE_DIE = (FLAG, FLAG, FLAG, SWORDS, SWORDS, SWORDS)
"""Assumed, like the knots die."""
SHIP_POINTS = 1
TOWER_POINTS = 2

FIGHTERS = (Kind.SHIP, Kind.TOWER, Kind.PIRATE)
"""What fights in melee, and what a shot destroys or damages."""
FLOATS = (Kind.SHIP, Kind.PIRATE, Kind.MONSTER)
"""S11: what stays where it was pushed to. Everything else is put back."""

Cannon = Callable[[Iterable[Piece], Point, float, float, float], Shot]
"""What computes a shot: `physics.cannon.shoot`, or the same in a worker."""

_FAR = 1000.0
"""Metres. No table is so large: a place further off is as good as this one."""
_HEADING_ROUNDED, _SPEED_ROUNDED = 1.5e-5, 1.5e-4
"""S34: by so much the aim of a shot that was written down may differ: another machine may round otherwise."""
_TRACK_LIMIT = 10**7
"""In the units of a track: far beyond every table, and a number that can be drawn."""
_NEAR = 0.25
"""Metres. Pieces whose middles are further apart are not beside each other, however large: no need to measure."""


# Setup


def setup(players: int, options: ShipAhoyOptions, luck: Luck) -> Battle:
    """S4-S7: everything on its place; the first player is named or drawn."""
    b = Battle(players=players, options=options, trophies=[[] for _ in range(players)])
    for piece in layout(players, options.port_distance, options.scenario):
        b.put(piece)
    scenario_of(b).setup(b, luck)
    first = luck.below(players) if options.first is None else options.first
    begin_turn(b, first, luck)
    return b


def begin_turn(b: Battle, seat: int, luck: Luck) -> None:
    """S8: first the shot, if there is a piece to shoot from."""
    b.active = seat
    b.turn += 1
    b.sailed = []
    b.fought = []
    b.tell(TurnBegan(seat=seat, turn=b.turn))
    if guns(b):
        b.phase = Phase.SHOOT
        b.aim_seed = luck.below(AIM_SEEDS)
    else:
        begin_sailing(b, luck)


# Shooting


def guns(b: Battle) -> list[int]:
    """S8: the pieces that the active player may shoot from."""
    return [piece for piece in sorted(b.pieces) if gun_refusal(b, piece) is None]


def gun_refusal(b: Battle, piece: int) -> Refusal | None:
    """S8, S20, S24: one's own ship or tower, neither in melee nor damaged; scenarios know more pieces and reasons."""
    if piece not in b.pieces:
        return Refusal("S8", "no_such_piece")
    if b.seat(piece) != b.active and not scenario_of(b).fires(b, piece):
        return Refusal("S8", "not_your_gun")
    if disarmed(b, piece):
        return Refusal("S24", "damaged_gun")
    if locked(b, piece):
        return Refusal("S8", "gun_in_melee")
    return scenario_of(b).gun_refusal(b, piece)


def disarmed(b: Battle, piece: int) -> bool:
    """S24: whether damage keeps a piece from shooting."""
    return b.damaged(piece) and not b.options.damaged_shoot


def shot_refusal(b: Battle, move: Shoot) -> Refusal | None:
    """S8, S34: a piece to shoot from, an aim that a hand can take, and a muzzle beside the piece and clear of all."""
    refusal = gun_refusal(b, move.piece)
    if refusal is not None:
        return refusal
    reason = aim_refusal(_aim(b, move))
    if reason is not None:
        return Refusal("S34", reason)
    reason = muzzle_refusal(b.pieces[move.piece], _muzzle(move), b.everything, b.table)
    return None if reason is None else Refusal("S8", reason)


def _aim(b: Battle, move: Shoot) -> Aim:
    return Aim(heading=move.heading, pull=move.pull, seed=b.aim_seed, t_ms=move.t_ms)


def _muzzle(move: Shoot) -> Point:
    return _place(move.x), _place(move.y)


def _place(number: float) -> float:
    """A place as it is kept, or no number at all."""
    return rounded(max(-_FAR, min(_FAR, number))) if finite(number) else number


def shoot(b: Battle, move: Shoot, luck: Luck, cannon: Cannon) -> None:
    """S9, S13, S21: fire, and go on: after a shot that jammed, with another try."""
    hit = fire(b, move, luck, cannon)
    if hit is None or players_out(b):
        return
    if hit or not b.options.miss_ends_turn:
        begin_sailing(b, luck)
    else:
        end_turn(b, luck)


def fire(b: Battle, move: Shoot, luck: Luck, cannon: Cannon) -> bool | None:
    """S9, S13, S34: the tremor is drawn, the ball flies, and what it did is judged. Whether it hit; None: it jammed."""
    if jammed(move.pull):
        b.tell(Jammed(seat=b.active, piece=move.piece))
        return None
    muzzle = _muzzle(move)
    heading, speed = aimed(_aim(b, move), tremor(luck), steadiness(b, b.active))
    seen = luck.witness(lambda: plain(cannon(b.everything, muzzle, heading, speed, b.table)))
    shot = _seen(b, seen, (muzzle, heading, speed))
    b.tell(ShotFired(b.active, move.piece, *shot.muzzle, shot.heading, shot.speed, shot))
    hit = judge(b, move.piece, shot)
    if not hit:
        b.tell(Missed(seat=b.active))
    return hit


def steadiness(b: Battle, seat: int) -> float:
    """S34: how much of the usual tremor a player has."""
    return b.options.steady_hand[seat] / 100.0 if b.options.steady_hand else 1.0


def _seen(b: Battle, happening: object, fired: tuple[Point, float, float]) -> Shot:
    """What was witnessed of a shot fired so: muzzle, heading, speed. It may come from a record.

    Raises `LuckRanOut` if it cannot have happened here.
    """
    try:
        shot = read_shot(happening)
    except msgspec.ValidationError as error:
        raise LuckRanOut(f"What is written down of a shot is no shot: {error}.") from error
    fault = next((what for what, found in _faults(b, shot, fired) if found), None)
    if fault is not None:
        raise LuckRanOut(f"What is written down of a shot has {fault}.")
    return shot


def _faults(b: Battle, shot: Shot, fired: tuple[Point, float, float]) -> Iterator[tuple[str, bool]]:
    """What a shot that is written down may have and no shot has; and whether this one has it."""
    muzzle, heading, speed = fired
    solid = {number for number, piece in b.pieces.items() if piece.kind.solid}
    touched = {*shot.hit, *shot.toppled, *shot.off, *shot.poses, *shot.tracks}
    tracks = shot.tracks.values()
    numbers = chain(shot.ball, *(track.poses for track in tracks))
    yield "a physics that nobody knows", not 1 <= shot.physics <= PHYSICS.version
    yield "another muzzle than the gunner's", shot.muzzle != muzzle
    yield "another heading than the gunner's", not math.isclose(shot.heading, heading, abs_tol=_HEADING_ROUNDED)
    yield "another speed than the gunner's", not math.isclose(shot.speed, speed, abs_tol=_SPEED_ROUNDED)
    yield "pieces that do not stand on the table", not touched <= solid
    yield "a piece that falls twice", len(set(shot.toppled)) < len(shot.toppled)
    yield "places that are nowhere", not all(finite(pose.x, pose.y, pose.yaw) for pose in shot.poses.values())
    yield "a time that no shot takes", not 0.0 <= shot.duration <= PHYSICS.longest
    yield "tracks that begin before it", any(track.first < 0 for track in tracks)
    yield "tracks that begin after it", any(track.first > PHYSICS.longest * PHYSICS.frames for track in tracks)
    uneven = len(shot.ball) % BALL or any(len(track.poses) % PIECE for track in tracks)
    yield "tracks that cannot be read", bool(uneven)
    yield "tracks that lead nowhere", any(abs(number) >= _TRACK_LIMIT for number in numbers)


def hold_fire(b: Battle, luck: Luck) -> None:
    """S8, S13: to decline is no miss."""
    b.tell(HeldFire(seat=b.active))
    begin_sailing(b, luck)


def judge(b: Battle, gun: int, shot: Shot) -> bool:
    """S10-S13, S23: who is destroyed or damaged, who stands again, what is put back. Whether it was no miss.

    S28: what the pirate's gun destroys is nobody's trophy.
    """
    felled = [piece for piece in shot.toppled if b.pieces[piece].kind in FIGHTERS and not b.damaged(piece)]
    prey = [piece for piece in felled if piece != gun and not b.friendly(b.active, piece)]
    if not b.options.advanced:
        for number in prey:
            lose(b, number, b.active if b.seat(gun) == b.active else None)
    stood = dict(b.pieces)
    put_back, loose = _shaken(b, shot, felled)
    settle(b, put_back, loose)
    for number in [piece.id for piece in (*put_back, *loose)]:
        where = _where(b, number)
        if b.options.advanced and number in felled:
            b.tell(Damaged(*where))
            scenario_of(b).damaged(b, number)
        elif number in shot.toppled and b.pieces[number].kind.movable and not b.damaged(number):
            b.tell(StoodUp(*where))
        elif b.pieces[number].kind not in FLOATS:
            b.tell(PutBack(*where))
        elif b.pieces[number] != stood[number]:
            b.tell(Pushed(*where))
    scenario_of(b).settled(b)
    return scenario_of(b).shot(b, shot) or bool(prey)


def _shaken(b: Battle, shot: Shot, felled: list[int]) -> tuple[list[Piece], list[Piece]]:
    """S11, S12, S23: where everything belongs that the shot moved and did not destroy: what is put back, and the rest.

    What floats is where the shot left it, and so is what is damaged now; whoever was knocked over stands up where
    the others leave room. Everything else is back where it was.
    """
    put_back, loose = [], []
    for number in sorted({*shot.poses, *shot.toppled} & b.pieces.keys()):
        piece, pose = b.pieces[number], shot.poses.get(number)
        damaged = b.options.advanced and number in felled
        if not damaged and piece.kind not in FLOATS:
            put_back.append(piece)
            continue
        if pose is not None:
            piece = msgspec.structs.replace(piece, x=_place(pose.x), y=_place(pose.y), yaw=turned(pose.yaw))
        loose.append(msgspec.structs.replace(piece, lying=piece.lying or damaged))
    return put_back, sorted(loose, key=lambda piece: piece.id in shot.toppled)


def settle(b: Battle, put_back: list[Piece], loose: list[Piece]) -> None:
    """S11, S35: what is put back stands exactly on its place, and ships and lying pieces there make way for it.

    What is loose goes where it belongs. Nothing moves that has room; what has none goes to the nearest free place,
    when everything else has found its own.
    """
    for piece in (*put_back, *loose):
        b.pieces.pop(piece.id, None)
    in_the_way = [
        piece
        for piece in b.everything
        if (piece.kind in FLOATS or piece.lying) and any(crowds(piece, fixed) for fixed in put_back)
    ]
    for piece in in_the_way:
        del b.pieces[piece.id]
    for piece in put_back:
        b.put(piece)
    crowded = []
    for piece in loose:
        if has_room(piece, b.everything, b.table):
            b.put(piece)
        else:
            crowded.append(piece)
    for piece in (*crowded, *in_the_way):
        b.put(nearest_free_place(piece, b.everything, b.table))
    for piece in in_the_way:
        b.tell(MadeWay(*_where(b, piece.id)))


def _where(b: Battle, number: int) -> tuple[int, float, float, float]:
    """A piece's number, place and heading, as events tell them."""
    piece = b.pieces[number]
    return piece.id, piece.x, piece.y, piece.yaw


def lose(b: Battle, piece: int, winner: int | None, by: int | None = None) -> None:
    """S10, S18: a piece leaves the table as this player's trophy; S28, S29: None, as nobody's.

    `by` is the piece that beat it in melee; None: it was lost otherwise.
    """
    lost = b.pieces.pop(piece)
    if winner is None:
        b.tell(Lost(piece=piece))
    else:
        b.trophies[winner].append(piece)
        b.tell(TrophyTaken(seat=winner, piece=piece))
    scenario_of(b).lost(b, lost, by)


# Sailing


def begin_sailing(b: Battle, luck: Luck) -> None:
    """S14: roll the knots die."""
    b.phase = Phase.SAIL
    b.aim_seed = 0
    b.points = KNOTS_DIE[luck.below(len(KNOTS_DIE))]
    b.tell(KnotsRolled(seat=b.active, knots=b.points))
    scenario_of(b).sailing_began(b, [ship for ship in sailors(b) if b.seat(ship) == b.active])
    go_on_sailing(b, luck)


def go_on_sailing(b: Battle, luck: Luck) -> None:
    """S14: until the points are spent or nothing can sail; then the melee step."""
    if not sailors(b):
        end_sailing(b, luck)


def end_sailing(b: Battle, luck: Luck) -> None:
    """S14: points that are left are lost; the melee step begins, or goes on after S32's three knots."""
    _spend_all(b)
    b.phase = Phase.FIGHT
    go_on_fighting(b, luck)


def sailors(b: Battle) -> list[int]:
    """S14-S16: the pieces that the active player may move now."""
    return [piece for piece in sorted(b.pieces) if sailor_refusal(b, piece) is None]


def sailor_refusal(b: Battle, piece: int) -> Refusal | None:
    """S14, S16, S20, S24: one's own ship, neither damaged nor in melee; scenarios know more pieces and reasons."""
    if piece not in b.pieces:
        return Refusal("S14", "no_such_piece")
    if b.seat(piece) != b.active and not scenario_of(b).sails(b, piece):
        return Refusal("S14", "not_your_ship")
    if piece in TOWERS:
        return Refusal("S16", "towers_never_sail")
    if b.damaged(piece):
        return Refusal("S16", "damaged_sailor")
    if locked(b, piece):
        return Refusal("S16", "sailor_in_melee")
    refusal = scenario_of(b).sailor_refusal(b, piece)
    if refusal is None and points_for(b, piece) == 0:
        return Refusal("S14", "no_points_left")
    return refusal


def points_for(b: Battle, piece: int) -> int:
    """S14, S30, S32: the points that a piece could spend: those of all, and its own; a freed ship's are its alone."""
    return b.points + b.own_points.get(piece, 0) if b.freed in (None, piece) else 0


def sail_refusal(b: Battle, move: Sail) -> Refusal | None:
    """S14, S15: a piece that may move, and a free way not longer than its points."""
    refusal = sailor_refusal(b, move.piece)
    if refusal is not None:
        return refusal
    blocked = Sea(b.pieces[move.piece], b.everything, b.table).check(_way(move), move.yaw, points_for(b, move.piece))
    if blocked is not None:
        return Refusal("S14" if blocked.reason == "rope_too_short" else "S15", blocked.reason)
    return scenario_of(b).way_refusal(b, move, passage(b, move))


def _way(move: Sail) -> tuple[Point, ...]:
    """The way as it is measured and kept."""
    return tuple((_place(x), _place(y)) for x, y in move.way)


def passage(b: Battle, move: Sail) -> Passage:
    """A move that may be made, from where the piece is to how it stands at the end of its way."""
    start, way = b.pieces[move.piece], _way(move)
    return Passage(start, way, msgspec.structs.replace(start, x=way[-1][0], y=way[-1][1], yaw=turned(move.yaw)))


def sail(b: Battle, move: Sail, luck: Luck) -> None:
    """S15: the piece goes to the end of its way and turns as it likes. Points of its own are spent first."""
    gone = passage(b, move)
    cost = knots(gone.way)
    own = b.own_points.pop(move.piece, 0)
    if own > cost:
        b.own_points[move.piece] = own - cost
    b.points -= max(0, cost - own)
    b.put(gone.end)
    if move.piece not in b.sailed:
        b.sailed.append(move.piece)
    b.tell(Sailed(b.active, move.piece, gone.way, gone.end.yaw, cost))
    scenario_of(b).sailed(b, move, gone)
    go_on_sailing(b, luck)


# Melee


def in_melee(b: Battle, one: int, other: int) -> bool:
    """S17, S20: two pieces of different sides, less than a ship's height apart; never allies."""
    a, c = b.pieces[one], b.pieces[other]
    if a.kind not in FIGHTERS or c.kind not in FIGHTERS or b.side(one) == b.side(other):
        return False
    if abs(a.x - c.x) > _NEAR or abs(a.y - c.y) > _NEAR:
        return False
    return beside(a, c) and scenario_of(b).in_melee(b, one, other)


def foes(b: Battle, piece: int) -> list[int]:
    """S17: the pieces that a piece is in melee with."""
    return [other for other in sorted(b.pieces) if in_melee(b, piece, other)]


def locked(b: Battle, piece: int) -> bool:
    """S20, S25: whether a piece is in melee, be it with a damaged one."""
    return any(in_melee(b, piece, other) for other in b.pieces)


def fights(b: Battle) -> list[Fight]:
    """S18, S19: the rolls that the active player may make now, in the order they like."""
    return _first_fights(b) or _other_fights(b)


def _first_fights(b: Battle) -> list[Fight]:
    """S28, S32: the rolls that come before all others."""
    return [fight for fight in scenario_of(b).first_fights(b) if (fight.piece, fight.enemy) not in b.fought]


def _other_fights(b: Battle) -> list[Fight]:
    """S18, S24: one for every melee that a piece of the active player is in, unless the piece is damaged."""
    scenario = scenario_of(b)
    able = [piece for piece in b.fleet_of(b.active) if not b.damaged(piece) and scenario.attacks(b, piece)]
    found = [Fight(piece, enemy) for piece in able for enemy in foes(b, piece)] + scenario.more_fights(b)
    return [fight for fight in found if (fight.piece, fight.enemy) not in b.fought]


def fight_refusal(b: Battle, move: Fight) -> Refusal | None:
    """S17-S19: one of the rolls to be made now."""
    if move in fights(b):
        return None
    if (move.piece, move.enemy) in b.fought:
        return Refusal("S18", "rolled_already")
    if move in _other_fights(b):
        return Refusal(scenario_of(b).rule, "other_rolls_first")
    return Refusal("S17", "no_such_melee")


def fight(b: Battle, move: Fight, luck: Luck) -> None:
    """S18: flag: the enemy surrenders; swords: next turn again. S25: a damaged enemy is beaten without a roll."""
    b.fought.append((move.piece, move.enemy))
    if b.damaged(move.enemy):
        flag = FLAG
        b.tell(Captured(b.active, move.piece, move.enemy))
    else:
        flag = MELEE_DIE[luck.below(len(MELEE_DIE))]
        b.tell(Fought(b.active, move.piece, move.enemy, flag))
    if flag and not scenario_of(b).let_go(b, move):
        lose(b, move.enemy, b.active if b.seat(move.piece) == b.active else None, move.piece)
    if not players_out(b):
        go_on_fighting(b, luck)


def go_on_fighting(b: Battle, luck: Luck) -> None:
    """S18: until every melee has been rolled for. S32: a ship that was let go may sail in between."""
    if b.freed is not None and sailors(b):
        b.phase = Phase.FREED
        return
    _spend_all(b)
    if not fights(b):
        end_turn(b, luck)


def _spend_all(b: Battle) -> None:
    """No points are left, whosever they were."""
    b.points = 0
    b.own_points = {}
    b.freed = None


# End


def end_turn(b: Battle, luck: Luck) -> None:
    """S26: whoever has damaged pieces is asked about repair; then the next player."""
    b.aim_seed = 0
    b.phase = Phase.REPAIR
    if not damaged_pieces(b):
        next_turn(b, luck)


def next_turn(b: Battle, luck: Luck) -> None:
    """S7: clockwise. S36: after the last round the game ends as it stands."""
    if b.turn == last_turn(b):
        b.tell(RoundsOver(rounds=b.options.rounds))
        _close(b)
    else:
        begin_turn(b, (b.active + 1) % b.players, luck)


def last_turn(b: Battle) -> int | None:
    """S36: the turn after which the game ends though nobody is out; None: there is no such turn."""
    return b.options.rounds * b.players or None


def players_out(b: Battle) -> bool:
    """S21: whoever has lost all ships and towers is out, and the game is over; several at once are all out."""
    b.out = [seat for seat in range(b.players) if not b.fleet_of(seat)]
    for seat in b.out:
        b.tell(PlayerOut(seat=seat))
    if b.out:
        _close(b)
    return bool(b.out)


def _close(b: Battle) -> None:
    b.phase = Phase.OVER
    b.aim_seed = 0
    _spend_all(b)


def parts(b: Battle, seat: int) -> dict[str, int]:
    """S21: a player's points by where they come from: ships 1 each, towers 2, and the scenario's."""
    taken = b.trophies[seat]
    return {
        "ships": SHIP_POINTS * sum(piece in SHIPS for piece in taken),
        "towers": TOWER_POINTS * sum(piece in TOWERS for piece in taken),
        **scenario_of(b).parts(b, seat),
    }


def team(b: Battle, seat: int) -> list[int]:
    """S22: the seats whose points count together."""
    return [other for other in range(b.players) if b.side_of_seat(other) == b.side_of_seat(seat)]


def score(b: Battle, seat: int) -> int:
    """S21, S22: a player's points, in a team with the partner's."""
    return sum(sum(parts(b, other).values()) for other in team(b, seat))


def rank(b: Battle, seat: int) -> tuple[bool, int, int]:
    """S21, S22: what places the seats: points, then towers. Without teams, whoever is out comes after all others."""
    return (b.options.teams or seat not in b.out, score(b, seat), towers_taken(b, seat))


def towers_taken(b: Battle, seat: int) -> int:
    """S21, S22: the towers among a side's trophies: what breaks a tie."""
    return sum(piece in TOWERS for other in team(b, seat) for piece in b.trophies[other])


# Advanced variant


def damaged_pieces(b: Battle) -> list[int]:
    """S26: what the active player could repair."""
    return [piece for piece in b.fleet_of(b.active) if b.damaged(piece)]


def repair(b: Battle, luck: Luck) -> None:
    """S26, S35: all of them stand up at once: towers on their places, ships where they lie."""
    damaged = sorted(damaged_pieces(b), key=lambda piece: piece in SHIPS)
    towers = [b.home(piece) for piece in damaged if piece in TOWERS]
    ships = [msgspec.structs.replace(b.pieces[piece], lying=False) for piece in damaged if piece in SHIPS]
    settle(b, towers, ships)
    for number in damaged:
        b.tell(Repaired(b.active, *_where(b, number)))
    scenario_of(b).settled(b)
    next_turn(b, luck)
