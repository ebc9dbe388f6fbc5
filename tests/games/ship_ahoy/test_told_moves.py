"""Moves of Ship Ahoy as people speak of them: whom a shot is at, what the hand meant, and where a way ends."""

from __future__ import annotations

import math

import msgspec

from games.ship_ahoy.table import BLUE_SHIPS, BLUE_TOWER, RED_SHIPS, ShipTable
from laguna.games.ship_ahoy.moves import Shoot
from laguna.games.ship_ahoy.told_moves import (
    SailsBeside,
    SailsTowards,
    ShotAt,
    ShotAtNobody,
    ShotFigures,
    describe,
    figures,
    meant,
)

SHIP, OTHER, _ = RED_SHIPS
ENEMY, SECOND, _ = BLUE_SHIPS


def duel() -> ShipTable:
    """A red ship before a blue one, broadside on, and nothing between; a blue tower far away."""
    table = ShipTable(2)
    table.take_away(1, 2, 4, 5, *range(6, 12), 14, 15)
    table.put(SHIP, -30, 40)
    table.put(ENEMY, 20, 40)
    table.put(BLUE_TOWER, 80, -60)
    return table


def off_by(shot: Shoot, degrees: float) -> Shoot:
    return msgspec.structs.replace(shot, heading=shot.heading + math.radians(degrees))


def test_a_shot_is_told_by_the_enemy_it_points_at_however_the_hand_was_off():
    table = duel()
    straight = table.shot(SHIP, 0)
    for shot in (straight, off_by(straight, 9), off_by(straight, -9)):
        assert describe(table.table, 0, shot) == ShotAt(SHIP, ENEMY)
    assert describe(table.table, 0, off_by(straight, 90)) == ShotAtNobody(SHIP)


def test_what_the_hand_meant_is_straight_at_the_enemy_from_the_same_place():
    table = duel()
    shot = off_by(table.shot(SHIP, 0), 9)
    wanted = meant(table.table, 0, shot)
    assert isinstance(wanted, Shoot)
    assert (wanted.piece, wanted.x, wanted.y) == (shot.piece, shot.x, shot.y)
    enemy = table.b.pieces[ENEMY]
    assert abs(wanted.heading - math.atan2(enemy.y - shot.y, enemy.x - shot.x)) < math.radians(1)
    assert meant(table.table, 0, wanted) == wanted


def test_a_shot_at_nobody_was_meant_so():
    table = duel()
    shot = off_by(table.shot(SHIP, 0), 90)
    assert meant(table.table, 0, shot) is shot


def test_the_figures_of_a_shot_are_those_of_its_dock():
    table = duel()
    shot = msgspec.structs.replace(table.shot(SHIP, 0), heading=0.0, pull=0.75)
    assert figures(table.table, 0, shot) == ShotFigures(degrees=90, percent=75), "to the right, clockwise from up"


def test_a_way_is_told_by_whom_it_ends_beside_or_by_what_is_nearest():
    table = duel()
    table.put(ENEMY, -5, 40)
    table.sailing(3)
    assert describe(table.table, 0, table.way(SHIP, (-11, 40))) == SailsBeside(SHIP, ENEMY)
    assert describe(table.table, 0, table.way(SHIP, (-30, 31))) == SailsTowards(SHIP, 1, ENEMY)
