"""Ship Ahoy, S1-S7: what there is, and how it is laid out."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from games.ship_ahoy.table import GAME, SEED, ShipTable
from laguna.core.game import BadOption
from laguna.core.luck import ScriptedLuck
from laguna.games.ship_ahoy import fleet, rules
from laguna.games.ship_ahoy.events import TurnBegan
from laguna.games.ship_ahoy.layout import ports_at, table_half
from laguna.games.ship_ahoy.moves import EndSailing, HoldFire
from laguna.games.ship_ahoy.physics.board import Kind, beside, distance, on_table
from laguna.games.ship_ahoy.physics.constants import PHYSICS


def kinds(table: ShipTable) -> list[Kind]:
    return [piece.kind for piece in table.b.everything]


def test_S1_there_are_12_ships_4_towers_and_5_mountains_on_4_ports():
    table = ShipTable(4)
    assert kinds(table).count(Kind.SHIP) == 12
    assert kinds(table).count(Kind.TOWER) == 4
    assert kinds(table).count(Kind.MOUNTAIN) + kinds(table).count(Kind.GREAT_MOUNTAIN) == 5
    assert len(table.view.ports) == 4
    assert {piece.colour for piece in table.view.pieces if piece.kind == "ship"} == set(fleet.COLOURS)


@pytest.mark.parametrize(
    ("scenario", "kind"),
    [
        ("treasure_island", Kind.ISLAND),
        ("pirate_ship", Kind.PIRATE),
        ("sea_monster", Kind.MONSTER),
        ("fair_wind", Kind.WIND),
        ("kraken", Kind.KRAKEN),
    ],
)
def test_S1_each_scenario_has_its_piece(scenario, kind):
    assert kinds(ShipTable(4, scenario=scenario)).count(kind) == 1
    assert kinds(ShipTable(4)).count(kind) == 0


def test_S1_the_merchant_has_a_barrel_of_each_colour():
    assert [barrel.colour for barrel in ShipTable(4, (0, SEED), scenario="merchant").b.barrels] == [0, 1, 2, 3]


def test_S2_the_dice_and_the_rope():
    assert rules.KNOTS_DIE == (1, 1, 2, 2, 3, 3)
    assert rules.MELEE_DIE.count(rules.FLAG) == rules.MELEE_DIE.count(rules.SWORDS) == 3
    assert PHYSICS.knot == pytest.approx(0.10)
    assert max(rules.KNOTS_DIE) * PHYSICS.knot == pytest.approx(0.30)


@pytest.mark.parametrize(("draw", "knots"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (5, 3)])
def test_S2_every_face_of_the_knots_die(draw, knots):
    table = ShipTable()
    table.play(0, HoldFire(), draw)
    assert table.b.points == knots


def test_S3_a_ships_height_is_the_melee_distance():
    assert PHYSICS.ship_height == pytest.approx(0.07)
    table = ShipTable()
    one = table.put(0, 0, 40)
    other = table.put(3, 8.5, 40)
    assert distance(one, other) == pytest.approx(0.069)
    assert beside(one, other)
    assert not beside(one, table.put(3, 8.7, 40))


@pytest.mark.parametrize(("players", "ports"), [(2, 4), (3, 3), (4, 4)])
def test_S4_four_ports_on_a_square_or_three_on_a_triangle(players, ports):
    places = [(port.x, port.y) for port in ports_at(players, 100)]
    assert len(places) == ports
    sides = [math.dist(place, places[(at + 1) % ports]) for at, place in enumerate(places)]
    assert sides == pytest.approx([sides[0]] * ports, abs=2e-4)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("centimetres", [100, 137, 200])
def test_S4_neighbouring_ports_are_a_metre_apart_or_as_the_host_wishes(players, centimetres):
    tiles = [port.tile for port in ports_at(players, centimetres)]
    assert min(distance(tiles[0], tile) for tile in tiles[1:]) == pytest.approx(centimetres / 100, abs=2e-4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S4_the_table_grows_with_the_distance_and_holds_everything(players):
    assert table_half(100) == PHYSICS.table_half == 1.10
    for centimetres in (100, 150, 200):
        table = ShipTable(players, port_distance=centimetres)
        assert all(on_table(piece, table.b.table) for piece in table.b.everything)
    assert table.b.table == 1.60


@pytest.mark.parametrize("centimetres", [99, 0, -5, 201, 10**12])
def test_S4_ports_nearer_than_a_metre_are_refused(centimetres):
    with pytest.raises(BadOption, match=f"100 to 200 centimetres, not {centimetres}"):
        ShipTable(port_distance=centimetres)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S5_a_mountain_behind_each_port_and_the_great_one_in_the_middle(players):
    table = ShipTable(players)
    assert table.at(fleet.GREAT_MOUNTAIN) == (0, 0)
    for port in table.b.ports:
        mountain = table.b.pieces[fleet.MOUNTAINS[port.port]]
        assert math.hypot(mountain.x, mountain.y) > math.hypot(port.x, port.y) + PHYSICS.port_radius
        assert math.atan2(mountain.y, mountain.x) == pytest.approx(math.atan2(port.y, port.x), abs=1e-3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S5_a_tower_and_three_ships_of_its_colour_in_each_port(players):
    table = ShipTable(players)
    for port in table.b.ports:
        tower = table.b.pieces[fleet.TOWERS[port.port]]
        assert (tower.x, tower.y) == (port.x, port.y)
        for ship in fleet.ships_of(port.port):
            assert distance(table.b.pieces[ship], port.tile) == 0
            assert next(one.colour for one in table.view.pieces if one.piece == ship) == fleet.COLOURS[port.port]


@pytest.mark.parametrize("players", [3, 4])
def test_S6_one_port_each(players):
    assert [port.seat for port in ShipTable(players).view.ports] == list(range(players))
    assert all(len(ShipTable(players).b.fleet_of(seat)) == 4 for seat in range(players))


def test_S6_two_players_have_opposite_corners():
    table = ShipTable(2)
    assert [port.seat for port in table.view.ports] == [0, 1, 0, 1]
    first, _, opposite, _ = table.b.ports
    assert (first.x, first.y) == (-opposite.x, -opposite.y)
    for seat in (0, 1):
        pieces = table.b.fleet_of(seat)
        assert sum(piece in fleet.SHIPS for piece in pieces) == 6
        assert sum(piece in fleet.TOWERS for piece in pieces) == 2


def test_S7_the_first_player_is_drawn():
    table, events = GAME.start(4, GAME.options(), ScriptedLuck([2, SEED]))
    assert GAME.asks(table)[0].seat == 2
    assert events == [TurnBegan(seat=2, turn=1)]


def test_S7_or_named_by_the_host():
    assert ShipTable(first=3).asked == [3]
    for seat in (4, -1):
        with pytest.raises(BadOption, match=f"a seat from 0 to 3, not {seat}"):
            ShipTable(first=seat)


def test_S7_clockwise():
    table = ShipTable(first=2)
    for seat in (2, 3, 0):
        assert table.asked == [seat]
        table.hold_fire()
        table.play(seat, EndSailing())
    angles = [math.atan2(port.y, port.x) for port in table.b.ports]
    assert [(one - other) % math.tau for one, other in pairwise(angles)] == pytest.approx([math.pi / 2] * 3)
