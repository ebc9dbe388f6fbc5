"""What people are told of a battle: chances that make a whole, and that are those of a race."""

from __future__ import annotations

from math import comb

import pytest

from games.ship_ahoy.table import BLUE, BLUE_SHIPS, GREEN, RED, YELLOW, ShipTable
from laguna.games.ship_ahoy.captain.outlook import Outlook
from laguna.games.ship_ahoy.captain.prospects import Promise, Prospects, Shares


def told(table: ShipTable, changes: Shares | None = None) -> Promise:
    return Outlook(table.b, Prospects(table.b)).after(changes or (0.0,) * table.b.players)


def reduced(table: ShipTable, left: int) -> None:
    """Two players with so many ships each; one of blue's more is red's trophy."""
    red, blue = (fleet[left:] for fleet in ((0, 1, 2, 6, 7, 8), (3, 4, 5, 9, 10, 11)))
    table.take_away(*red, *blue, 12, 13, 14, 15)
    trophy = (3, 4, 5, 9, 10, 11)[left - 1]
    table.take_away(trophy)
    table.b.trophies[RED] = [trophy]


@pytest.mark.parametrize("left", [2, 3, 4, 5, 6])
def test_one_trophy_ahead_is_worth_what_it_is_in_a_race(left: int):
    table = ShipTable(2)
    reduced(table, left)
    race = 0.5 + comb(2 * left - 2, left - 1) / 2 ** (2 * left - 1)
    assert told(table).values[RED] == pytest.approx(race, abs=0.06)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_make_a_whole_and_are_fair_at_the_beginning(seats: int):
    table = ShipTable(seats)
    assert told(table).values == pytest.approx((1 / seats,) * seats)
    changes = (0.3, *(-0.3 / (seats - 1) for _ in range(seats - 1)))
    assert sum(told(table, changes).values) == pytest.approx(1.0)


def test_partners_have_their_teams_chance():
    table = ShipTable(teams=True)
    table.take_away(BLUE_SHIPS[0])
    table.b.trophies[RED] = [BLUE_SHIPS[0]]
    for values in (told(table).values, told(table, (0.1, -0.1, 0.1, -0.1)).values):
        assert values[RED] == pytest.approx(values[YELLOW])
        assert values[BLUE] == pytest.approx(values[GREEN])
        assert values[RED] + values[BLUE] == pytest.approx(1.0)
        assert values[RED] > 0.5


def test_whoever_gains_more_is_told_more_and_never_that_it_is_certain():
    table = ShipTable(2)
    values = [told(table, (gain, -gain)).values[RED] for gain in (-3.0, -0.5, -0.1, 0.0, 0.1, 0.5, 3.0)]
    assert values == sorted(values)
    assert 0.0 < values[0] < values[-1] < 1.0


def test_of_the_others_whoever_loses_most_is_told_least():
    values = told(ShipTable(3), (0.1, -0.1, 0.0)).values
    assert values[RED] > values[YELLOW] > values[BLUE]


def test_a_turn_to_shoot_is_worth_half_a_shot():
    table = ShipTable(2)
    shot = 0.3
    hit = told(table, (shot, -shot)).values[RED]
    asked = Outlook(table.b, Prospects(table.b), shot)
    assert asked.after((shot, -shot)).values[RED] == pytest.approx((hit + 0.5) / 2)
    assert asked.after((0.0, 0.0)).values[RED] == pytest.approx(0.5 - (hit - 0.5) / 2)
    table.sailing(1)
    asked = Outlook(table.b, Prospects(table.b), shot)
    assert asked.after((0.0, 0.0)).values[RED] == pytest.approx(0.5 - (hit - 0.5) / 2), "now the other shoots"


def test_a_ship_taken_is_a_point():
    table = ShipTable(2)
    change = Prospects(table.b).change(BLUE_SHIPS[0], RED)
    assert told(table, change).points[RED] - told(table).points[RED] == pytest.approx(1.0)


def test_nobody_has_points_to_expect_of_ships_that_are_gone():
    table = ShipTable(2)
    table.take_away(*BLUE_SHIPS, 9, 10, 11)
    assert told(table, (0.1, -0.1)).points[RED] == told(table).points[RED]
