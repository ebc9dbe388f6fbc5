"""Ship Ahoy, S11, S26 and S35: what is put back stands exactly where it stood, and nothing moves that need not."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from games.ship_ahoy.table import (
    BLUE_SHIPS,
    BLUE_TOWER,
    GAME,
    KNOTS,
    RED_SHIPS,
    RED_TOWER,
    ShipTable,
    outcome,
    straight,
)
from laguna.core.game import Event
from laguna.core.generator import PLAYERS
from laguna.core.luck import ScriptedLuck, SeededLuck
from laguna.games.ship_ahoy import fleet, rules
from laguna.games.ship_ahoy.events import Damaged, MadeWay, Pushed, PutBack, Repaired, ShotFired, StoodUp
from laguna.games.ship_ahoy.game import ShipAhoyGame
from laguna.games.ship_ahoy.moves import Repair
from laguna.games.ship_ahoy.physics.board import (
    Kind,
    Piece,
    crowds,
    distance,
    has_room,
    nearest_free_place,
    rounded,
    turned,
)
from laguna.games.ship_ahoy.physics.cannon import Pose, Shot
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.scenarios import SCENARIOS
from laguna.games.ship_ahoy.state import Battle

SHIP, SECOND, THIRD = RED_SHIPS
ENEMY, SECOND_ENEMY, _ = BLUE_SHIPS

Pieces = dict[int, Piece]
PLACED = (Damaged, MadeWay, Pushed, PutBack, Repaired, StoodUp)
"""The events that tell where a piece is put after a shot or a repair."""
ASLANT = math.radians(70)
CORNER_M = 0.015 + 0.008 * math.cos(ASLANT) + 0.030 * math.sin(ASLANT)
"""From a tower's middle to that of a ship aslant whose corner just touches the tower's side."""


def told(events: Sequence[Event], *kinds: type) -> list[Any]:
    return [event for event in events if isinstance(event, kinds)]


def at(piece: Piece) -> tuple[float, float, float]:
    return piece.x, piece.y, piece.yaw


# S11, S35: towers, mountains and islands


@pytest.mark.parametrize("deep_mm", [0.0, 0.2, 0.45, 0.55])
def test_S11_S35_a_pushed_tower_is_back_exactly_although_a_ships_corner_touches_its_place(deep_mm):
    table = ShipTable()
    table.take_away(SECOND, THIRD)
    tower = table.b.pieces[BLUE_TOWER]
    table.take_away(*BLUE_SHIPS[1:])
    # As a shot may leave it: the ship's corner is a hair's breadth inside the tower's side.
    turn = math.degrees(tower.yaw + ASLANT)
    reach = CORNER_M - deep_mm / 1000
    table.put(ENEMY, (tower.x + reach * math.cos(tower.yaw)) * 100, (tower.y + reach * math.sin(tower.yaw)) * 100, turn)
    ship = table.b.pieces[ENEMY]
    events = table.shoot(SHIP, outcome([], {BLUE_TOWER: Pose(-0.62, 0.62, 0.2, lying=False)}), KNOTS[1])
    assert table.b.pieces[BLUE_TOWER] == tower
    assert told(events, PutBack) == [PutBack(BLUE_TOWER, *at(tower))]
    assert table.b.pieces[ENEMY] == ship
    assert told(events, MadeWay) == []


def test_S11_S35_a_ship_that_lies_where_a_tower_is_put_back_gives_way_and_only_that_is_told():
    table = ShipTable()
    tower = table.b.pieces[BLUE_TOWER]
    ship = table.put(ENEMY, tower.x * 100 + 1.5, tower.y * 100)
    bystander = table.b.pieces[SECOND_ENEMY]
    events = table.shoot(SHIP, outcome([], {BLUE_TOWER: Pose(-0.62, 0.62, 0.2, lying=False)}), KNOTS[1])
    gave_way = table.b.pieces[ENEMY]
    assert table.b.pieces[BLUE_TOWER] == tower
    assert told(events, PutBack, MadeWay, Pushed) == [MadeWay(ENEMY, *at(gave_way)), PutBack(BLUE_TOWER, *at(tower))]
    assert (gave_way.x, gave_way.y) != (ship.x, ship.y)
    assert distance(gave_way, tower) >= PHYSICS.gap - 1e-9
    assert table.b.pieces[SECOND_ENEMY] == bystander


def test_S11_a_damaged_tower_is_put_back_exactly_where_it_lay():
    table = ShipTable(advanced=True)
    tower = table.put(BLUE_TOWER, -50, 50, 30, lying=True)
    poses = {BLUE_TOWER: Pose(-0.48, 0.5, 0.0, lying=True), ENEMY: Pose(-0.5, 0.49, 0.0, lying=False)}
    events = table.shoot(RED_TOWER, outcome([], poses, hit=[ENEMY]), KNOTS[1])
    assert table.b.pieces[BLUE_TOWER] == tower
    assert told(events, PutBack) == [PutBack(BLUE_TOWER, *at(tower))]
    assert not crowds(table.b.pieces[ENEMY], tower)


def test_S11_a_ship_that_ends_where_it_was_is_not_told():
    table = ShipTable()
    ship = table.b.pieces[ENEMY]
    events = table.shoot(SHIP, outcome([], {ENEMY: Pose(*at(ship), lying=False)}, hit=[ENEMY]), KNOTS[1])
    assert told(events, *PLACED) == []


# S26: repair


def repaired(table: ShipTable) -> list[Event]:
    """Red's turn is at its end, and red repairs."""
    table.b.active = 0
    rules.end_turn(table.b, ScriptedLuck([]))
    return table.play(0, Repair())


def test_S26_a_ship_that_has_room_stands_up_where_it_lies_though_it_lay_on_a_repaired_towers_place():
    table = ShipTable(advanced=True)
    home = table.b.home(RED_TOWER)
    table.put(RED_TOWER, 0, 50, lying=True)
    lies = table.put(SECOND, home.x * 100 + 4.5, home.y * 100, lying=True)
    assert crowds(lies, home)
    stands = msgspec.structs.replace(lies, lying=False)
    assert distance(stands, home) > 0.015
    events = repaired(table)
    assert table.b.pieces[SECOND] == stands
    assert table.b.pieces[RED_TOWER] == home
    assert told(events, MadeWay) == []
    assert told(events, Repaired) == [Repaired(0, RED_TOWER, *at(home)), Repaired(0, SECOND, *at(stands))]


def test_S26_a_ship_that_could_not_stand_where_it_lies_goes_to_the_nearest_free_place():
    table = ShipTable(advanced=True)
    home = table.b.home(RED_TOWER)
    table.put(RED_TOWER, 0, 50, lying=True)
    lies = table.put(SECOND, home.x * 100 + 2, home.y * 100, lying=True)
    events = repaired(table)
    stood = table.b.pieces[SECOND]
    assert table.b.pieces[RED_TOWER] == home
    assert not crowds(stood, home)
    assert math.dist((stood.x, stood.y), (lies.x, lies.y)) < 0.02
    assert told(events, MadeWay) == []
    assert told(events, Repaired)[1] == Repaired(0, SECOND, *at(stood))


def test_S35_who_only_touches_a_repaired_towers_place_neither_moves_nor_is_told_to():
    table = ShipTable(advanced=True)
    home = table.b.home(RED_TOWER)
    table.put(RED_TOWER, 0, 50, lying=True)
    yaw = math.degrees(home.yaw)
    reach = (PHYSICS.tower_stand_width + PHYSICS.stand_depth) / 2 - 0.0003
    x, y = home.x + reach * math.cos(home.yaw), home.y + reach * math.sin(home.yaw)
    touching = table.put(ENEMY, x * 100, y * 100, yaw)
    assert distance(touching, home) == 0.0
    events = repaired(table)
    assert table.b.pieces[ENEMY] == touching
    assert told(events, MadeWay) == []


# S35: one after another


def test_S35_who_has_no_room_does_not_take_the_place_that_another_was_pushed_to():
    table = ShipTable()
    table.put(ENEMY, 30, 40)
    # One ship is pushed to where blue's stands, another to where the nearest free place would be.
    alone = nearest_free_place(Piece(SECOND, Kind.SHIP, 0.301, 0.4), table.b.everything, table.b.table)
    poses = {SECOND: Pose(0.301, 0.4, 0.0, lying=False), THIRD: Pose(alone.x, alone.y, 0.0, lying=False)}
    table.shoot(SHIP, outcome([], poses, hit=[SECOND]), KNOTS[1])
    assert at(table.b.pieces[THIRD]) == (alone.x, alone.y, 0.0)
    assert table.at(ENEMY) == (30, 40)
    assert not crowds(table.b.pieces[SECOND], table.b.pieces[THIRD])


def test_S35_whether_two_pieces_crowd_each_other_does_not_depend_on_their_order():
    luck = Random(35)
    tower, close = Piece(12, Kind.TOWER, 0.0, 0.0, 0.3), 0
    for _ in range(3000):
        far, bearing = luck.uniform(0.0, 0.06), luck.uniform(-math.pi, math.pi)
        ship = Piece(
            0, Kind.SHIP, far * math.cos(bearing), far * math.sin(bearing), luck.uniform(-3, 3), luck.random() < 0.5
        )
        assert crowds(ship, tower) == crowds(tower, ship)
        close += crowds(ship, tower)
        if distance(ship, tower) > 0.0:
            assert not crowds(ship, tower)
    assert 500 < close < 2900


# The same over many tables


def assert_settled(before: Pieces, b: Battle, events: Sequence[Event], shot: Shot | None) -> None:
    """What holds after every shot (None: after every repair), whatever stood where."""
    for piece in b.everything:
        if piece.kind not in rules.FLOATS and not piece.lying and piece.kind.solid:
            assert at(piece) == at(b.home(piece.id)), "what never sails stands exactly on its place"
    told_of = {event.piece for event in told(events, *PLACED)}
    assert all(b.pieces[piece] == before[piece] for piece in b.pieces.keys() - told_of), "who moved is told"
    for event in told(events, *PLACED):
        if event.piece in b.pieces:  # S29: a monster may be gone by now
            assert (event.x, event.y, event.yaw) == at(b.pieces[event.piece])
    for event in told(events, MadeWay, Pushed):
        assert event.piece not in b.pieces or b.pieces[event.piece] != before[event.piece], "who is told has moved"
    for event in told(events, MadeWay):
        others = [piece for piece in b.everything if piece.id != event.piece]
        assert any(crowds(before[event.piece], other) for other in others), "nobody makes way for nothing"
    for event in told(events, PutBack):
        assert b.pieces[event.piece] == before[event.piece]
        assert shot is not None
        assert event.piece in {*shot.poses, *shot.toppled}
    for piece in _meant(before, events, shot):
        if piece.id in b.pieces and b.pieces[piece.id] != piece:
            assert not has_room(piece, b.everything, b.table), "who has room does not move"


def _meant(before: Pieces, events: Sequence[Event], shot: Shot | None) -> Iterator[Piece]:
    """Where everything loose belonged: where a shot left it, or where a ship lies that is repaired."""
    if shot is None:
        for event in told(events, Repaired):
            if before[event.piece].kind == Kind.SHIP:
                yield msgspec.structs.replace(before[event.piece], lying=False)
        return
    damaged = {event.piece for event in told(events, Damaged)}
    for number, pose in shot.poses.items():
        piece = before[number]
        if piece.kind in rules.FLOATS or number in damaged:
            lying = piece.lying or number in damaged
            yield msgspec.structs.replace(
                piece, x=rounded(pose.x), y=rounded(pose.y), yaw=turned(pose.yaw), lying=lying
            )


def watched(game: ShipAhoyGame, seats: int, seed: int, **options: object) -> int:
    """Play a random game and look after every shot and repair; how many there were."""
    luck, players = SeededLuck(seed), SeededLuck(seed, 0, PLAYERS)
    table, _ = game.start(seats, game.read_options(options), luck)
    looked = 0
    while asks := game.asks(table):
        before = dict(table.battle.pieces)
        move = game.random_move(table, asks[0].seat, players)
        events = game.play(table, asks[0].seat, asks[0].number, move, luck)
        shots = [event.shot for event in told(events, ShotFired)]
        if shots or isinstance(move, Repair):
            assert_settled(before, table.battle, events, shots[0] if shots else None)
            looked += 1
    return looked


def thrown_about(seed: int, *, advanced: bool) -> None:
    """Three shots that no cannon fires: pieces pushed and knocked over wherever they are in each other's way."""
    luck = Random(seed)
    b = ShipTable(2, advanced=advanced, scenario=luck.choice(["none", "sea_monster", "pirate_ship"])).b
    for _ in range(3):
        before, shot = dict(b.pieces), _melee_of_bodies(b, luck)
        rules.judge(b, min(b.fleet_of(0)), shot)
        events, b.told = b.told, []
        assert_settled(before, b, events, shot)
        if rules.damaged_pieces(b):
            before = dict(b.pieces)
            rules.repair(b, SeededLuck(seed))
            events, b.told, b.active = b.told, [], 0
            assert_settled(before, b, events, None)


@pytest.mark.parametrize("advanced", [False, True])
def test_S11_S26_S35_after_any_shot_and_repair_only_what_must_has_moved(advanced):
    for seed in range(10):
        thrown_about(seed, advanced=advanced)


def _melee_of_bodies(b: Battle, luck: Random) -> Shot:
    """A shot after which some pieces are near one of red's ports, many knocked over; so may be the port's tower."""
    port = luck.choice([port for port in b.ports if port.port % 2 == 0])
    movable = [piece.id for piece in b.everything if piece.kind.movable]
    shaken = {*luck.sample(movable, min(5, len(movable))), fleet.TOWERS[port.port]} & b.pieces.keys()
    toppled = [piece for piece in shaken if luck.random() < 0.6 and (b.options.advanced or b.friendly(0, piece))]
    poses = {
        piece: Pose(
            round(port.x + luck.gauss(0, 0.04), 4),
            round(port.y + luck.gauss(0, 0.04), 4),
            round(luck.uniform(-3, 3), 4),
            lying=piece in toppled,
        )
        for piece in sorted(shaken)
    }
    return outcome(sorted(toppled), poses, hit=sorted(shaken)[:1])


@pytest.mark.parametrize(
    ("seats", "scenario", "advanced"), [(2, "none", True), (4, "treasure_island", False), (3, "kraken", True)]
)
def test_S11_S26_S35_in_whole_games_only_what_must_has_moved(seats, scenario, advanced):
    assert watched(GAME, seats, 35, scenario=scenario, advanced=advanced, rounds=10) > 10
    assert watched(ShipAhoyGame(straight), seats, 36, scenario=scenario, advanced=advanced) > 10


@pytest.mark.thorough
@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_S11_S26_S35_in_many_games_with_the_real_cannon_only_what_must_has_moved(seats, scenario, advanced):
    for seed in range(2):
        watched(GAME, seats, 100 + seed, scenario=scenario, advanced=advanced)


@pytest.mark.thorough
@pytest.mark.parametrize("advanced", [False, True])
def test_S11_S26_S35_after_many_shots_and_repairs_only_what_must_has_moved(advanced):
    for seed in range(10, 70):
        thrown_about(seed, advanced=advanced)
