"""Ship Ahoy's gunner: what it must see in arranged positions, and how its hand shakes."""

from __future__ import annotations

import math

import pytest

from games.ship_ahoy.table import (
    BLUE_SHIPS,
    BLUE_TOWER,
    GREEN_SHIPS,
    RED,
    RED_SHIPS,
    RED_TOWER,
    YELLOW_SHIPS,
    ShipTable,
)
from laguna.core.bot import Budget
from laguna.core.luck import SeededLuck
from laguna.games.ship_ahoy.captain.gunner import Aim, Gunner
from laguna.games.ship_ahoy.captain.prospects import Prospects
from laguna.games.ship_ahoy.captain.sight import Panorama, felled, seen
from laguna.games.ship_ahoy.captain.skill import SKILLS
from laguna.games.ship_ahoy.fleet import GREAT_MOUNTAIN, PIRATE
from laguna.games.ship_ahoy.physics.board import Kind, Piece

UNTHINKING = Budget(iterations=0)
GUN, ALLY, _ = RED_SHIPS
TARGET, OTHER, _ = BLUE_SHIPS
YELLOW, GREEN = YELLOW_SHIPS[0], GREEN_SHIPS[0]
LEVELS = list(SKILLS)


def duel(seats: int = 4, **options: object) -> ShipTable:
    """Red's two ships on the left and blue's two; of the others one ship each that lies far away, no target."""
    table = ShipTable(seats, **options)
    keep = {GUN, ALLY, TARGET, OTHER, YELLOW, GREEN, GREAT_MOUNTAIN, PIRATE}
    table.take_away(*(piece for piece in list(table.b.pieces) if piece not in keep))
    table.put(YELLOW, 100, 100, lying=True)
    table.put(GREEN, 100, -100, lying=True)
    table.put(GUN, -80, 0)
    table.put(ALLY, -80, -100)
    table.put(TARGET, -30, 30)
    table.put(OTHER, -40, 100)
    return table


def gunner(table: ShipTable, level: str = "good") -> Gunner:
    return Gunner(table.b, SKILLS[level], Prospects(table.b))


def best(table: ShipTable, level: str = "good") -> Aim:
    return gunner(table, level).aims(UNTHINKING)[0]


def test_the_free_line_is_preferred_to_the_blocked_one():
    table = duel()
    table.put(ALLY, -80, -12)
    table.put(TARGET, 20, 0)
    table.put(OTHER, -80, 105)
    assert best(table).target == OTHER, "the Great Mountain hides the nearer one"


def test_a_shot_from_the_other_side_of_the_gun_passes_what_stands_beside_it():
    table = duel()
    table.take_away(OTHER)
    table.put(TARGET, -30, 0)
    table.put(ALLY, -73, 0)
    aim = best(table)
    assert aim.gun == ALLY or abs(aim.muzzle[1]) > 0.01


def test_an_own_ship_in_the_line_is_not_shot_through():
    table = duel()
    table.take_away(OTHER)
    table.put(TARGET, -30, 0, 0)
    table.put(ALLY, -45, 0, 0)
    aim = best(table)
    assert aim.gun == ALLY


def test_the_nearer_of_two_equal_ships_is_the_better_target():
    table = duel()
    table.put(TARGET, -50, 0)
    table.put(OTHER, -80, 100, 90)
    assert best(table).target == TARGET


def test_a_broadside_is_a_better_target_than_a_ship_that_is_end_on():
    table = duel()
    table.take_away(ALLY)
    table.put(TARGET, -30, 40, 45 + 90)
    table.put(OTHER, -30, -40, -45)
    assert best(table).target == OTHER


def test_a_tower_is_worth_more_and_takes_a_harder_pull():
    table = duel()
    table.b.put(Piece(BLUE_TOWER, Kind.TOWER, -0.5, 0.0))
    table.take_away(OTHER)
    table.put(TARGET, -80, 30, 90)
    aim = best(table, "strong")
    assert aim.target == BLUE_TOWER
    assert aim.speed > 2.6


def test_what_would_end_the_game_badly_is_not_shot():
    table = duel()
    table.put(YELLOW, -50, 0)
    table.b.trophies[1] = [*YELLOW_SHIPS[1:], RED_TOWER]
    assert best(table, "strong").target != YELLOW, "yellow out: blue has most points"
    table.b.trophies[0], table.b.trophies[1] = table.b.trophies[1], []
    assert best(table, "strong").target == YELLOW, "yellow out: red has most points"


def test_nobody_in_sight_nobody_to_shoot_at():
    table = duel()
    table.take_away(OTHER)
    table.put(ALLY, -80, 10)
    table.put(TARGET, 95, 0)
    assert gunner(table).aims(UNTHINKING) == []


def test_who_does_not_weigh_shoots_at_the_nearest_and_hard():
    table = duel()
    table.put(TARGET, -30, 0, 90)
    table.put(OTHER, -80, 60)
    aim = best(table, "beginner")
    assert (aim.target, aim.speed) == (TARGET, 3.4), "end-on and so hard to fell, but near"


def test_advanced_what_is_to_be_boarded_is_shot_gently():
    plain, advanced = duel(), duel(advanced=True)
    for table in (plain, advanced):
        table.put(TARGET, -50, 0)
        table.take_away(OTHER)
    assert best(advanced, "strong").speed < best(plain, "strong").speed


def test_advanced_a_piece_that_can_be_boarded_is_the_better_target():
    table = duel(advanced=True)
    table.put(GUN, -80, 0)
    table.put(ALLY, -60, -40)
    table.put(TARGET, -40, -40, 90)
    table.put(OTHER, -80, 45, 90)
    assert best(table, "strong").target == TARGET


def test_the_pirates_gun_makes_no_trophies_so_ones_own_is_preferred():
    table = duel(scenario="pirate_ship")
    table.put(PIRATE, -60, 30)
    table.put(TARGET, -30, 5)
    table.take_away(OTHER, ALLY)
    assert best(table).gun == GUN


def test_simulated_shots_are_counted_and_never_more_than_the_budget():
    table = duel()
    aims = gunner(table, "strong").aims(Budget(iterations=4))
    assert sum(aim.simulated for aim in aims) <= 4
    assert aims[0].simulated == 2
    assert aims[0].odds[aims[0].target] > 0.5


def test_no_time_no_simulated_shots():
    aims = gunner(duel(), "strong").aims(Budget(seconds=0.0))
    assert sum(aim.simulated for aim in aims) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_every_shot_of_every_hand_is_legal(level: str):
    table = duel()
    crew = gunner(table, level)
    aim = crew.aims(UNTHINKING)[0]
    for seed in range(50):
        assert table.refusal(crew.fire(aim, SeededLuck(seed)), RED) is None


def test_hands_grow_steadier_from_level_to_level():
    table = duel()
    aim = best(table)
    errors = []
    for level in LEVELS:
        crew = gunner(table, level)
        shots = [crew.fire(aim, SeededLuck(seed)) for seed in range(200)]
        errors.append(math.sqrt(sum((shot.heading - aim.heading) ** 2 for shot in shots) / len(shots)))
    assert errors == sorted(errors, reverse=True)
    assert errors[0] > 5 * errors[-1]


def test_a_ship_is_harder_to_fell_end_on_from_afar_and_with_a_weak_pull():
    def chance(yaw: float, far: float, speed: float) -> float:
        return Panorama((0.0, 0.0), []).chance(Piece(0, Kind.SHIP, far, 0.0, yaw), math.radians(1.3), speed)

    usual = chance(0.0, 0.5, 2.6)
    assert usual > 0.9
    assert chance(math.pi / 2, 0.5, 2.6) < 0.6 * usual
    assert chance(0.0, 1.5, 2.6) < usual
    assert chance(0.0, 0.5, 1.4) < 0.5 * usual


def test_what_lies_cannot_be_felled():
    assert felled(seen((0.0, 0.0), Piece(0, Kind.SHIP, 0.5, 0.0, 0.0, lying=True)), 3.0) == 0.0
