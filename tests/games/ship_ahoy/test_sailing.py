"""Ship Ahoy, S14-S16: points, ways and who may sail."""

from __future__ import annotations

import math

import pytest

from games.ship_ahoy.table import (
    BLUE_SHIPS,
    BLUE_TOWER,
    GAME,
    KNOTS,
    RED_SHIPS,
    RED_TOWER,
    YELLOW_SHIPS,
    ShipTable,
    outcome,
)
from laguna.games.ship_ahoy import fleet
from laguna.games.ship_ahoy.events import KnotsRolled, Sailed
from laguna.games.ship_ahoy.moves import EndSailing, Sail
from laguna.games.ship_ahoy.physics.board import on_table
from laguna.games.ship_ahoy.state import Phase

SHIP, SECOND, THIRD = RED_SHIPS
ENEMY = BLUE_SHIPS[0]


@pytest.fixture
def table() -> ShipTable:
    """Red's ships in open water to the right of the Great Mountain, three points to sail."""
    table = ShipTable()
    table.put(SHIP, 30, 0)
    table.put(SECOND, 30, 20)
    table.put(THIRD, 30, -20)
    table.sailing(3)
    return table


# S14


@pytest.mark.parametrize("knots", [1, 2, 3])
def test_S14_the_knots_die_gives_the_points(knots):
    table = ShipTable()
    assert KnotsRolled(seat=0, knots=knots) in table.hold_fire(knots)
    assert (table.about, table.b.points) == ("sail", knots)
    ask = GAME.asks(table.table)[0]
    assert (ask.rule, ask.moves, ask.free) == ("S14", (EndSailing(),), ("sail",))


def test_S14_points_are_spent_over_ships_as_one_likes(table):
    table.sail(SHIP, (40, 0))
    table.sail(SECOND, (40, 20))
    assert table.b.points == 1
    table.sail(SHIP, (50, 0))
    assert table.at(SHIP) == (50, 0)
    assert table.asked == [1]


def test_S14_all_points_or_fewer(table):
    table.sail(SHIP, (40, 0))
    table.end_sailing()
    assert (table.asked, table.about, table.b.points) == ([1], "shoot", 0)


def test_S14_one_point_is_one_knot_of_rope(table):
    events = table.sail(SHIP, (50, 0))
    assert events == [Sailed(0, SHIP, ((0.3, 0.0), (0.5, 0.0)), 0.0, 2)]
    assert table.b.points == 1


def test_S14_more_points_than_left_are_refused(table):
    assert table.refused(table.way(SHIP, (60.2, 0))) == ("S14", "rope_too_short")
    table.sail(SHIP, (50, 0))
    assert table.refused(table.way(SECOND, (41, 20))) == ("S14", "rope_too_short")


def test_S14_only_ones_own_ships(table):
    assert table.refused(table.way(ENEMY, (-60, 40))) == ("S14", "not_your_ship")
    assert table.refused(table.way(BLUE_TOWER, (-60, 40))) == ("S14", "not_your_ship")
    assert table.refused(table.way(fleet.GREAT_MOUNTAIN, (5, 0))) == ("S14", "not_your_ship")
    for piece in (-1, 99, fleet.PIRATE, fleet.KRAKEN):
        assert table.refused(Sail(piece, ((0.3, 0.0), (0.4, 0.0)), 0.0)) == ("S14", "no_such_piece")
    assert table.view.sailors == (SHIP, SECOND, THIRD)


def test_S14_a_ship_that_is_gone_does_not_sail(table):
    way = table.way(SHIP, (40, 0))
    table.take_away(SHIP)
    assert table.refused(way) == ("S14", "no_such_piece")


def test_S14_without_a_ship_that_can_sail_the_step_is_passed_over():
    table = ShipTable()
    table.take_away(*RED_SHIPS)
    table.play(0, table.moves[0], KNOTS[3])
    assert table.asked == [1]


def test_S14_with_no_points_left_nobody_sails(table):
    table.b.points = 0
    assert table.refused(table.way(SHIP, (31, 0))) == ("S14", "no_points_left")


# S15


def test_S15_the_way_may_be_bent(table):
    table.sail(SHIP, (40, 0), (40, 10), (30, 10))
    assert table.at(SHIP) == (30, 10)


def test_S15_the_length_of_a_bent_way_counts(table):
    assert table.refused(table.way(SHIP, (45, 0), (45, 16))) == ("S14", "rope_too_short")


def test_S15_the_ship_may_turn_freely(table):
    table.sail(SHIP, (40, 0), yaw=77)
    assert table.b.pieces[SHIP].yaw == pytest.approx(math.radians(77), abs=1e-4)


def test_S15_turning_on_the_spot_costs_a_point(table):
    table.sail(SHIP, (30, 0), yaw=90)
    assert (table.at(SHIP), table.b.points) == ((30, 0), 2)


def test_S15_part_of_a_knot_costs_a_whole_point(table):
    table.sail(SHIP, (32, 0))
    assert table.b.points == 2
    table.sail(SHIP, (43, 0))
    assert table.asked == [1]


def test_S15_a_ship_may_move_several_times(table):
    table.sail(SHIP, (40, 0))
    table.sail(SHIP, (40, 10))
    table.sail(SHIP, (50, 10))
    assert table.at(SHIP) == (50, 10)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((15, 0), (-15, 0)),
        ((-60, 47), (-60, 70)),
        ((30, 30), (30, 10)),
    ],
    ids=["mountain", "tower", "ship"],
)
def test_S15_ships_do_not_pass_through_anything(table, start, end):
    table.put(SHIP, *start)
    table.take_away(*BLUE_SHIPS)
    assert table.refused(table.way(SHIP, end)) == ("S15", "way_blocked")


def test_S15_nor_through_an_island():
    table = ShipTable(scenario="treasure_island")
    table.put(SHIP, 15, 0)
    table.sailing()
    assert table.refused(table.way(SHIP, (-15, 0))) == ("S15", "way_blocked")


def test_S15_ships_do_not_end_on_anything(table):
    table.put(SECOND, 43, 0, 0)
    assert table.refused(table.way(SHIP, (40, 2), yaw=90)) == ("S15", "no_room")
    assert table.refusal(table.way(SHIP, (40, 2), yaw=0)) is None


def test_S15_ships_do_not_leave_the_table(table):
    table.put(SHIP, 100, 0)
    assert table.refused(table.way(SHIP, (109.5, 0))) == ("S15", "off_table")
    assert table.refused(table.way(SHIP, (112, 0), (105, 0))) == ("S15", "off_table")
    assert table.refusal(table.way(SHIP, (108, 0))) is None


def test_S15_a_ship_that_turns_at_the_edge_is_on_the_table_as_it_is_kept(table):
    """Facing 0.18206 it would just be on the table, but it is kept as facing 0.1821."""
    table.put(SHIP, 100, 0)
    assert table.refused(Sail(SHIP, ((1.0, 0.0), (1.0867, 0.0)), 0.18206)) == ("S15", "off_table")
    table.play(0, Sail(SHIP, ((1.0, 0.0), (1.0867, 0.0)), 0.1820))
    assert on_table(table.b.pieces[SHIP], table.b.table)


def test_S15_ports_are_flat_and_may_be_sailed_into(table):
    table.take_away(*YELLOW_SHIPS)
    table.put(SHIP, 60, 35)
    table.sail(SHIP, (52, 55))
    assert table.at(SHIP) == (52, 55)


@pytest.mark.parametrize("piece", [ENEMY, BLUE_TOWER])
def test_S15_what_lies_on_its_side_is_in_the_way(table, piece):
    table.put(piece, 45, 0, lying=True)
    assert table.refused(table.way(SHIP, (60, 0))) == ("S15", "way_blocked")


@pytest.mark.parametrize(("scenario", "piece"), [("pirate_ship", fleet.PIRATE), ("sea_monster", fleet.MONSTER)])
def test_S15_the_pirate_and_the_monster_are_in_the_way(scenario, piece):
    table = ShipTable(scenario=scenario)
    table.put(SHIP, 30, 0)
    table.put(piece, 45, 0)
    table.sailing()
    assert table.refused(table.way(SHIP, (60, 0))) == ("S15", "way_blocked")


@pytest.mark.parametrize(
    ("scenario", "piece"), [("fair_wind", fleet.WIND), ("kraken", fleet.KRAKEN), ("pirate_ship", fleet.ISLAND)]
)
def test_S15_flat_things_are_not(scenario, piece):
    table = ShipTable(scenario=scenario)
    table.put(SHIP, 30, 0)
    table.put(piece, 45, 0)
    table.sailing()
    table.sail(SHIP, (60, 0))
    assert table.at(SHIP) == (60, 0)


def test_S15_passing_near_an_enemy_does_not_stop_a_ship(table):
    table.put(ENEMY, 45, 6, 90)
    table.sail(SHIP, (60, 0))
    assert table.at(SHIP) == (60, 0)


def test_S15_the_rope_begins_at_the_ship(table):
    assert table.refused(Sail(SHIP, ((0.31, 0.0), (0.4, 0.0)), 0.0)) == ("S15", "not_at_ship")


def test_S15_a_way_has_two_to_sixteen_points(table):
    assert table.refused(table.way(SHIP)) == ("S15", "too_few_points")
    steps = [(30 + step, 0) for step in range(1, 17)]
    assert table.refused(table.way(SHIP, *steps)) == ("S15", "too_many_points")
    assert table.refusal(table.way(SHIP, *steps[:15])) is None


# S16


def test_S16_ships_in_melee_do_not_move(table):
    table.put(ENEMY, 36, 0)
    assert table.refused(table.way(SHIP, (30, 8))) == ("S16", "sailor_in_melee")
    assert table.view.sailors == (SECOND, THIRD)


def test_S16_damaged_ships_do_not_move():
    table = ShipTable(advanced=True)
    table.put(SHIP, 30, 0, lying=True)
    table.sailing()
    assert table.refused(table.way(SHIP, (40, 0))) == ("S16", "damaged_sailor")


def test_S16_towers_never_do(table):
    assert table.refused(table.way(RED_TOWER, (-60, -50))) == ("S16", "towers_never_sail")


def test_S16_a_ship_whose_move_ends_in_melee_has_finished_moving(table):
    table.put(ENEMY, 46, 0)
    table.sail(SHIP, (40, 0))
    assert table.b.points == 2
    assert table.refused(table.way(SHIP, (35, 0))) == ("S16", "sailor_in_melee")
    assert table.refusal(table.way(SECOND, (40, 20))) is None


def test_S16_when_every_ship_is_in_melee_the_melee_step_begins(table):
    table.take_away(SECOND, THIRD)
    table.put(ENEMY, 46, 0)
    table.sail(SHIP, (40, 0))
    assert (table.about, table.b.phase, table.b.points) == ("fight", Phase.FIGHT, 0)


def test_S14_after_a_shot_comes_the_roll_and_only_then_the_sailing():
    table = ShipTable()
    assert table.refused(table.way(SHIP, (-50, -40))) == ("S8", "not_the_question")
    table.shoot(SHIP, outcome(), KNOTS[2])
    assert table.about == "sail"
