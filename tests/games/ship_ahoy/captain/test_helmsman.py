"""Ship Ahoy's helmsman: where ships go in arranged positions."""

from __future__ import annotations

import math

import msgspec
import pytest

from games.ship_ahoy.table import (
    BLUE_SHIPS,
    BLUE_TOWER,
    GREEN_SHIPS,
    RED,
    RED_SHIPS,
    YELLOW_SHIPS,
    ShipTable,
)
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.captain.helmsman import Course, Helmsman
from laguna.games.ship_ahoy.captain.prospects import Prospects
from laguna.games.ship_ahoy.captain.skill import SKILLS
from laguna.games.ship_ahoy.fleet import KRAKEN, MONSTER
from laguna.games.ship_ahoy.state import Barrel, Battle

SHIP, OTHER, _ = RED_SHIPS
ENEMY, SECOND_ENEMY, THIRD_ENEMY = BLUE_SHIPS
YELLOW, GREEN = YELLOW_SHIPS[0], GREEN_SHIPS[0]
WEIGHING = [level for level, skill in SKILLS.items() if skill.weighs]


def sea(seats: int = 4, draws: tuple[int, ...] = (7,), **options: object) -> ShipTable:
    """All fleets in their ports but one ship of red's and one of blue's; red sails 3 knots."""
    table = ShipTable(seats, draws, **options)
    table.put(SHIP, -60, 0)
    table.put(ENEMY, 90, 0)
    table.sailing(3)
    return table


def courses(table: ShipTable, level: str = "strong") -> list[Course]:
    return Helmsman(table.b, SKILLS[level], Prospects(table.b)).courses()


def after(table: ShipTable, level: str = "strong") -> Battle:
    """The table once the best way is sailed."""
    move = courses(table, level)[0].move
    assert table.refusal(move, RED) is None
    table.play(RED, move)
    return table.b


@pytest.mark.parametrize("level", list(SKILLS))
def test_every_way_that_is_thought_of_is_legal(level: str):
    table = ShipTable()
    table.sailing(2)
    found = courses(table, level)
    assert len(found) > 20
    for course in found[::5]:
        assert table.refusal(course.move, RED) is None


@pytest.mark.parametrize("level", WEIGHING)
def test_an_enemy_in_reach_is_boarded(level: str):
    table = sea()
    table.put(ENEMY, -35, 0)
    b = after(table, level)
    assert rules.in_melee(b, SHIP, ENEMY)


def test_advanced_a_damaged_enemy_in_reach_is_taken():
    table = sea(advanced=True)
    table.put(ENEMY, -35, 0, lying=True)
    assert rules.in_melee(after(table), SHIP, ENEMY)


def test_a_beginner_sails_straight_at_the_nearest_enemy():
    table = sea()
    b = after(table, "beginner")
    assert b.pieces[SHIP].y > 0.28, "towards blue's port"


@pytest.mark.parametrize("level", list(SKILLS))
def test_the_chest_is_fetched(level: str):
    table = sea(scenario="treasure_island")
    table.put(SHIP, -40, 0)
    assert after(table, level).chest == SHIP


@pytest.mark.parametrize("level", WEIGHING)
def test_a_barrel_is_carried_to_its_port(level: str):
    table = sea(draws=(0, 7), scenario="merchant")
    port = table.b.ports[1]
    table.b.barrels = [Barrel(colour=1, origin=2, ship=SHIP)]
    table.put(SHIP, -60, 30)
    before = math.dist((-0.6, 0.3), (port.x, port.y))
    b = after(table, level)
    delivered = b.barrels[0].seat == RED
    assert delivered or math.dist((b.pieces[SHIP].x, b.pieces[SHIP].y), (port.x, port.y)) < before - 0.05


def test_a_ship_that_leaves_its_port_takes_the_barrel_along():
    table = sea(draws=(0, 7), scenario="merchant")
    port = table.b.ports[0]
    table.put(SHIP, 100 * port.x, 100 * port.y)
    assert courses(table)[0].move.load


def test_a_carrier_keeps_away_from_melee():
    table = sea(draws=(0, 7), scenario="merchant")
    table.b.barrels = [Barrel(colour=2, origin=1, ship=SHIP)]
    table.put(ENEMY, -40, 8)
    assert rules.foes(after(table), SHIP) == []


def test_a_ship_hides_or_turns_end_on_to_a_gun():
    table = sea()
    table.take_away(SECOND_ENEMY, THIRD_ENEMY, BLUE_TOWER)
    table.put(ENEMY, 20, 60)
    table.put(SHIP, -60, 0, math.degrees(math.atan2(60, 80)))
    helmsman = Helmsman(table.b, SKILLS["strong"], Prospects(table.b))
    ship = table.b.pieces[SHIP]
    end_on = msgspec.structs.replace(ship, yaw=ship.yaw + math.pi / 2)
    hidden = msgspec.structs.replace(ship, x=-0.2, y=-0.6 / 0.8 * 0.2)
    chance = helmsman._lines.falling
    assert chance(end_on, 1) < 0.7 * chance(ship, 1)
    assert chance(hidden, 1) < chance(ship, 1)


def test_melee_has_good_odds_for_who_rolls_first_and_bad_ones_for_a_carrier():
    table = sea(draws=(0, 7), scenario="merchant")
    assert Helmsman(table.b, SKILLS["strong"], Prospects(table.b))._melee(table.b, SHIP, [ENEMY]) > 0.0
    table.b.barrels = [Barrel(colour=2, origin=1, ship=SHIP)]
    assert Helmsman(table.b, SKILLS["strong"], Prospects(table.b))._melee(table.b, SHIP, [ENEMY]) < 0.0


def test_to_be_boarded_is_feared_by_who_is_in_reach():
    table = sea()
    helmsman = Helmsman(table.b, SKILLS["strong"], Prospects(table.b))
    near = msgspec.structs.replace(table.b.pieces[SHIP], x=0.65)
    assert helmsman._boarded(near, []) > helmsman._boarded(table.b.pieces[SHIP], []) == 0.0


def test_the_monster_is_sent_against_others():
    table = sea(scenario="sea_monster")
    table.put(ENEMY, 20, 0)
    best = next(course for course in courses(table) if course.move.piece == MONSTER)
    table.play(RED, best.move)
    assert best.gain > 0.0
    assert [fight.enemy for fight in rules.fights(table.b)] == [ENEMY]


def test_the_kraken_is_put_under_an_enemy():
    table = sea(scenario="kraken")
    table.put(ENEMY, 20, 0)
    best = next(course for course in courses(table) if course.move.piece == KRAKEN)
    table.play(RED, best.move)
    assert best.gain > 0.0
    assert table.b.held == [ENEMY]


def test_partners_are_not_boarded():
    table = sea(teams=True)
    table.put(YELLOW, -35, 0)
    assert rules.foes(after(table), SHIP) == []
