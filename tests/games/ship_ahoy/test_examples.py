"""Ship Ahoy: the worked examples of the digest."""

from __future__ import annotations

import pytest

from games.ship_ahoy.table import (
    BLUE_SHIPS,
    BLUE_TOWER,
    FLAG,
    GREEN_SHIPS,
    KNOTS,
    RED_SHIPS,
    RED_TOWER,
    ShipTable,
    outcome,
)
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.events import Captured, Fought, Jammed, ShotFired, TrophyTaken
from laguna.games.ship_ahoy.moves import Fight, HoldFire, Repair
from laguna.games.ship_ahoy.physics.board import distance
from laguna.games.ship_ahoy.physics.cannon import Pose
from laguna.games.ship_ahoy.physics.constants import PHYSICS

SHIP, SECOND, THIRD = RED_SHIPS
ENEMY = BLUE_SHIPS[0]


def at_sea(points: int) -> ShipTable:
    table = ShipTable()
    for ship, y in ((SHIP, 0), (SECOND, 20), (THIRD, -20)):
        table.put(ship, 30, y)
    table.hold_fire(points)
    return table


@pytest.mark.parametrize(
    "spent",
    [
        {SHIP: 1, SECOND: 1, THIRD: 1},
        {SHIP: 1, SECOND: 2},
        {SHIP: 3},
        {SHIP: 1},
        {},
    ],
)
def test_example_1_three_points_are_spent_as_one_likes(spent):
    table = at_sea(3)
    for ship, knots in spent.items():
        x, y = table.at(ship)
        table.sail(ship, (x + 10 * knots, y))
    if sum(spent.values()) < 3:
        table.end_sailing()
    for ship in RED_SHIPS:
        assert table.at(ship)[0] == 30 + 10 * spent.get(ship, 0)
    assert table.asked == [1]


@pytest.mark.parametrize(("points", "knot"), [(1, 2), (2, 3), (3, 4)])
def test_example_2_one_point_reaches_the_second_knot_two_the_third_three_the_fourth(points, knot):
    table = at_sea(points)
    far = (knot - 1) * PHYSICS.knot * 100
    assert table.refusal(table.way(SHIP, (30 + far, 0))) is None
    assert table.refused(table.way(SHIP, (30 + far + 0.2, 0))) == ("S14", "rope_too_short")


def test_example_3_a_red_ship_sails_into_the_blue_port_and_may_attack_the_tower():
    table = ShipTable()
    table.take_away(*BLUE_SHIPS[1:])
    table.put(ENEMY, 0, 60)
    table.put(SHIP, -60, 25)
    table.hold_fire(3)
    table.sail(SHIP, (-60, 52))
    assert distance(table.b.pieces[SHIP], table.b.ports[1].tile) == 0
    assert table.moves == (Fight(SHIP, BLUE_TOWER),)
    table.fight(SHIP, BLUE_TOWER, FLAG)
    assert table.scores == [2, 0, 0, 0]


def test_example_4_two_ships_closer_than_a_ships_height_fight_without_touching():
    table = ShipTable()
    table.put(SHIP, 30, 0)
    table.put(ENEMY, 38, 0)
    gap = distance(table.b.pieces[SHIP], table.b.pieces[ENEMY])
    assert 0 < gap < PHYSICS.ship_height
    assert rules.in_melee(table.b, SHIP, ENEMY)


def test_example_5_three_ships_and_a_tower_are_five_points():
    table = ShipTable()
    table.b.trophies[0] = [*BLUE_SHIPS[:2], GREEN_SHIPS[0], BLUE_TOWER]
    assert table.scores == [5, 0, 0, 0]


def test_example_6_a_pushed_tower_is_back_in_place_a_pushed_ship_is_not():
    table = ShipTable()
    home = table.at(BLUE_TOWER)
    poses = {BLUE_TOWER: Pose(-0.62, 0.62, 0.0, lying=False), ENEMY: Pose(-0.45, 0.40, 0.0, lying=False)}
    table.shoot(SHIP, outcome([], poses, hit=[ENEMY, BLUE_TOWER]), KNOTS[1])
    assert table.at(BLUE_TOWER) == home
    assert table.at(ENEMY) == (-45, 40)


def test_example_7_a_jammed_ball_shoot_again():
    table = ShipTable()
    events = table.play(0, table.shot(SHIP, pull=0.05))
    assert events == [Jammed(seat=0, piece=SHIP)]
    assert table.about == "shoot"
    events = table.shoot(SHIP, outcome([ENEMY]), KNOTS[1])
    assert isinstance(events[0], ShotFired)
    assert TrophyTaken(seat=0, piece=ENEMY) in events


def knocked_over() -> ShipTable:
    """Advanced: red has knocked over a blue ship 20 cm from a ship of its own."""
    table = ShipTable(advanced=True)
    table.put(SHIP, 30, 0)
    table.shoot(RED_TOWER, outcome([ENEMY], {ENEMY: Pose(0.5, 0.0, 0.0, lying=True)}), KNOTS[1])
    return table


def test_example_8_advanced_knock_over_then_sail_beside_it_a_trophy_without_a_roll():
    table = knocked_over()
    assert table.scores == [0, 0, 0, 0]
    table.sail(SHIP, (40, 0))
    events = table.fight(SHIP, ENEMY)
    assert events[:2] == [Captured(0, SHIP, ENEMY), TrophyTaken(0, ENEMY)]


def test_example_8_advanced_repaired_before_that_an_ordinary_melee():
    table = knocked_over()
    table.end_sailing()
    table.play(1, HoldFire(), KNOTS[1])
    table.end_sailing()
    table.play(1, Repair())
    table.sailing(2)
    table.sail(SHIP, (44, 0))
    events = table.fight(SHIP, ENEMY, FLAG)
    assert events[:2] == [Fought(0, SHIP, ENEMY, flag=True), TrophyTaken(0, ENEMY)]
