"""Ship Ahoy's captain as an adviser: what is thought of all moves, and of only one."""

from __future__ import annotations

import math

import pytest

from games.ship_ahoy.table import BLUE_SHIPS, RED, RED_SHIPS, RED_TOWER, ShipTable, straight
from laguna.bots.levels import adviser_of
from laguna.core.bot import Budget, Considered, Thought
from laguna.core.game import Move
from laguna.core.luck import SeededLuck
from laguna.games.ship_ahoy.captain.captain import Captain, make
from laguna.games.ship_ahoy.fleet import WIND
from laguna.games.ship_ahoy.game import ShipAhoyGame
from laguna.games.ship_ahoy.moves import EndSailing, Fight, HoldFire, LeaveDamaged, MoveWind, Repair
from laguna.games.ship_ahoy.scenarios import SCENARIOS
from laguna.games.ship_ahoy.state import Phase

WORKED_OUT = Budget(iterations=0)
QUICK = ShipAhoyGame(straight)
SHIP, ENEMY = RED_SHIPS[0], BLUE_SHIPS[0]


def think(table: ShipTable, only: Move | None = None, budget: Budget = WORKED_OUT) -> Thought:
    return make("strong").think(table.table, table.b.active, 3, budget, only)


def alone(table: ShipTable, move: Move, budget: Budget = WORKED_OUT) -> Considered:
    """What is thought of one move; it is the only one."""
    thought = think(table, move, budget)
    assert [each.move for each in thought.considered] == [move]
    assert thought.considered[0].share == 1.0
    return thought.considered[0]


def duel() -> ShipTable:
    """A red ship before a blue one, broadside on, and nothing between."""
    table = ShipTable(2)
    table.put(SHIP, -30, 40)
    table.put(ENEMY, 20, 40)
    return table


def test_the_adviser_of_ship_ahoy_is_the_strong_captain():
    adviser = adviser_of("ship_ahoy")
    assert isinstance(adviser, Captain)
    table = duel().table
    assert (
        adviser.think(table, RED, 3, WORKED_OUT).considered
        == make("strong").think(table, RED, 3, WORKED_OUT).considered
    )


def test_the_answer_is_the_best_of_the_thought():
    table = duel()
    answer = make("strong").answer(table.table, RED, 3, WORKED_OUT)
    thought = think(table)
    assert answer.move == thought.considered[0].move
    assert answer.thought is not None
    assert answer.thought.considered == thought.considered


def test_shares_are_largest_for_the_best_and_make_a_whole():
    for table in (duel(), duel()):
        table.sailing(2)
        shares = [each.share for each in think(table).considered]
        assert shares == sorted(shares, reverse=True)
        assert sum(shares) == pytest.approx(1.0)


def test_a_shot_is_judged_as_it_was_asked_for():
    table = duel()
    at, beside, away = (alone(table, table.shot(SHIP, heading)).values[RED] for heading in (0, 5, 180))
    held = alone(table, HoldFire()).values[RED]
    assert at > beside
    assert at > held + 0.04
    assert away == pytest.approx(held, abs=0.01)


def test_a_shot_is_judged_by_the_visible_sway_of_its_moment():
    table = duel()
    values = [alone(table, table.shot(SHIP, 3, t_ms=moment)).values[RED] for moment in range(0, 3000, 250)]
    assert max(values) - min(values) > 0.02


def test_simulated_shots_count_as_much_as_they_are_many():
    table = duel()
    thought = think(table, table.shot(SHIP, 0), Budget(iterations=2))
    assert thought.iterations == 2
    assert thought.considered[0].values[RED] > alone(table, HoldFire()).values[RED]
    assert think(table, table.shot(SHIP, 0), Budget(seconds=0.001)).iterations == 0


def test_a_ball_that_stays_in_the_barrel_changes_nothing():
    table = duel()
    assert alone(table, table.shot(SHIP, 0, pull=0.0)).values == alone(table, HoldFire()).values


def test_the_best_way_alone_is_worth_what_it_is_among_others_and_to_stay_is_worth_nothing():
    table = duel()
    table.sailing(1)
    best = think(table).considered[0]
    assert alone(table, best.move).values[RED] >= best.values[RED] - 1e-9
    assert alone(table, EndSailing()).values[RED] <= best.values[RED]


def test_the_knots_that_are_left_after_a_way_count_for_it():
    table = duel()
    table.sailing(3)
    step = table.way(SHIP, (-39, 44))
    begun = alone(table, step).values[RED]
    table.b.points = 1
    assert begun > alone(table, step).values[RED] + 0.02


def test_a_fight_is_judged_by_the_flags_on_the_die():
    table = duel()
    table.put(ENEMY, -25, 40)
    table.fighting()
    stands = alone(table, Fight(SHIP, ENEMY)).values[RED]
    assert stands == think(table).considered[0].values[RED]
    table.put(ENEMY, -25, 40, lying=True)
    before = alone(table, Repair()).values[RED]
    lies = alone(table, Fight(SHIP, ENEMY)).values[RED]
    assert stands - before == pytest.approx((lies - before) / 2, abs=0.01)


def test_to_leave_damage_is_worse_than_to_repair_it():
    table = ShipTable(advanced=True)
    table.put(RED_TOWER, -60, -60, lying=True)
    table.b.phase = Phase.REPAIR
    repair, leave = think(table).considered
    assert (repair.move, leave.move) == (Repair(), LeaveDamaged())
    assert leave.values[RED] < repair.values[RED]
    assert alone(table, LeaveDamaged()).values == leave.values


def test_the_wind_is_judged_by_whose_ships_it_is_near():
    table = ShipTable(scenario="fair_wind")
    table.put(WIND, -40, -40)
    table.sailing(0)
    table.b.own_points = {SHIP: 1}
    nearer, away = (alone(table, MoveWind(SHIP, at, at)).values[RED] for at in (-0.5, -0.3))
    assert nearer > away


def test_what_is_no_move_of_the_game_is_not_judged():
    with pytest.raises(TypeError):
        think(duel(), Move())


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(("seats", "advanced"), [(2, True), (3, False)])
def test_any_move_is_judged_with_chances_the_same_every_time(scenario: str, seats: int, advanced: bool):
    captain, luck = make("strong"), SeededLuck(17)
    table, _ = QUICK.start(seats, QUICK.read_options({"scenario": scenario, "advanced": advanced}), luck)
    for number in range(24):
        if not QUICK.asks(table):
            break
        seat, before = table.battle.active, table.copy()
        move = QUICK.random_move(table, seat, luck)
        if number % 4 == 3 or table.battle.phase not in (Phase.SHOOT, Phase.SAIL):
            first, again = (captain.think(table, seat, number, WORKED_OUT, move) for _ in range(2))
            assert first.considered == again.considered
            assert [each.move for each in first.considered] == [move]
            assert all(math.isfinite(value) and 0.0 <= value <= 1.0 for value in first.considered[0].values)
            assert table == before, "an adviser only looks"
        QUICK.play(table, seat, table.played, move, luck)


@pytest.mark.parametrize("phase", [Phase.SHOOT, Phase.SAIL])
def test_the_same_seed_and_iterations_give_the_same_thought(phase: Phase):
    table = duel()
    if phase == Phase.SAIL:
        table.sailing(2)
    first, again = (think(table, budget=Budget(iterations=2)) for _ in range(2))
    assert first.considered == again.considered
    assert first.iterations == again.iterations
