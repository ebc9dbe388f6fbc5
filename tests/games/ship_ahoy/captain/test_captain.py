"""Ship Ahoy's captain: a legal and sensible answer to every question, the same for the same seed."""

from __future__ import annotations

from itertools import cycle, islice, product

import pytest

from games.ship_ahoy.table import (
    BLUE_SHIPS,
    BLUE_TOWER,
    RED,
    RED_SHIPS,
    RED_TOWER,
    YELLOW_SHIPS,
    YELLOW_TOWER,
    ShipTable,
    straight,
)
from laguna.arena.match import ArenaMatch, play
from laguna.core.bot import Answer, Budget, Level, knowledge
from laguna.core.luck import SeededLuck
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.captain.captain import make, wind_nearer
from laguna.games.ship_ahoy.captain.gunner import Gunner
from laguna.games.ship_ahoy.captain.lines import LinesOfFire
from laguna.games.ship_ahoy.captain.prospects import Prospects
from laguna.games.ship_ahoy.captain.skill import SKILLS
from laguna.games.ship_ahoy.events import TrophyTaken
from laguna.games.ship_ahoy.fleet import SHIPS, TOWERS, WIND
from laguna.games.ship_ahoy.game import ShipAhoyGame, ShipAhoyTable
from laguna.games.ship_ahoy.moves import Fight, HoldFire, Repair, Shoot
from laguna.games.ship_ahoy.physics.board import beside
from laguna.games.ship_ahoy.scenarios import SCENARIOS
from laguna.games.ship_ahoy.state import Phase
from tiers import tiered

LEVELS = list(SKILLS)
UNTHINKING = Budget(iterations=0)
QUICK = ShipAhoyGame(straight)
"""The game with a cannon that needs no physics."""
TABLES = ((2, False), (3, False), (4, True))
"""Seats, and whether they are teams."""


def ask(table: ShipTable, level: str = "strong", seed: int = 1) -> Answer:
    return make(level).answer(table.table, table.b.active, seed, UNTHINKING)


def played(levels: list[str], moves: int, **options: object) -> ShipAhoyTable:
    """A game between these levels: to its end, or so many moves. Every answer is legal and well told."""
    luck = SeededLuck(11)
    table, _ = QUICK.start(len(levels), QUICK.read_options(options), luck)
    captains = [make(level) for level in levels]
    while QUICK.asks(table) and table.played < moves:
        seat = table.battle.active
        known = knowledge(QUICK, table, seat, table.played)
        answer = captains[seat].answer(known, seat, table.played, UNTHINKING)
        assert known == table, "a captain only looks"
        _check(answer, len(levels))
        QUICK.play(table, seat, table.played, answer.move, luck)
    return table


def _check(answer: Answer, seats: int) -> None:
    assert answer.thought is not None
    assert answer.thought.considered[0].move == answer.move
    for considered in answer.thought.considered:
        assert len(considered.values) == len(considered.points) == seats
        assert all(0.0 <= value <= 1.0 for value in considered.values)


def in_turn(case: tuple[str, tuple[int, bool]]) -> bool:
    """Every scenario at one kind of table, and all kinds of tables."""
    return (list(SCENARIOS).index(case[0]) - TABLES.index(case[1])) % len(TABLES) == 0


@pytest.mark.parametrize("case", tiered(product(SCENARIOS, TABLES), in_turn), ids=str)
def test_whole_games_end_before_the_rounds_run_out(case: tuple[str, tuple[int, bool]]):
    scenario, (seats, teams) = case
    levels = list(islice(cycle(["easy", "beginner"]), seats))
    table = played(levels, 1000, scenario=scenario, teams=teams)
    assert table.battle.phase == Phase.OVER
    assert table.battle.turn < rules.last_turn(table.battle)


def test_S36_captains_end_a_game_without_a_last_round_themselves():
    assert played(["easy", "beginner"], 1000, rounds=0).battle.phase == Phase.OVER
    table = played(["easy", "good"], 200, rounds=0, advanced=True, damaged_shoot=True)
    assert table.battle.phase == Phase.OVER or table.played == 200


@pytest.mark.parametrize("level", LEVELS)
def test_S24_a_captain_whose_whole_fleet_lies_shoots_where_the_rules_let_it(level: str):
    table = ShipTable(advanced=True, damaged_shoot=True)
    for piece in table.b.fleet_of(RED):
        table.put(piece, *table.at(piece), lying=True)
    table.put(RED_SHIPS[0], 30, 0, lying=True)
    table.put(BLUE_SHIPS[0], 60, 0)
    move = ask(table, level).move
    assert isinstance(move, Shoot)
    assert table.b.damaged(move.piece)
    assert table.refusal(move) is None


def test_S24_a_damaged_enemy_is_a_danger_where_it_may_shoot():
    dangers = []
    for option in (False, True):
        table = ShipTable(2, advanced=True, damaged_shoot=option)
        for enemy in table.b.fleet_of(1):
            table.put(enemy, *table.at(enemy), lying=True)
        table.put(BLUE_SHIPS[0], 60, 0, lying=True)
        ship = table.put(RED_SHIPS[0], 30, 0)
        dangers.append(LinesOfFire(table.b, Prospects(table.b)).danger(ship))
    assert dangers[0] == 0.0 < dangers[1]


@pytest.mark.parametrize("scenario", tiered(SCENARIOS, list(SCENARIOS)[::3].__contains__))
def test_the_advanced_variant_and_all_levels_are_played_by_the_rules(scenario: str):
    table = played(["strong", "beginner", "good", "easy"], 40, scenario=scenario, advanced=True)
    assert table.played == 40


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_strong_and_good_captains_play_every_scenario_by_the_rules(scenario: str):
    played(["strong", "good"], 16, scenario=scenario)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_question_seed_and_iterations_give_the_same_answer(level: str):
    table = ShipTable()
    captain, budget = make(level), Budget(iterations=2)
    first, again = (captain.answer(table.table, RED, 5, budget) for _ in range(2))
    other = captain.answer(table.table, RED, 6, budget)
    assert first.move == again.move
    assert first.thought is not None
    assert again.thought is not None
    assert first.thought.considered == again.thought.considered
    assert isinstance(first.move, Shoot)
    assert other.move != first.move, "another seed, another tremble of the hand"


def test_fire_is_held_where_nothing_can_be_hit():
    table = ShipTable()
    for port in (1, 2, 3):
        for piece in (*range(3 * port, 3 * port + 3), 12 + port):
            table.b.pieces[piece] = table.put(piece, *table.at(piece), lying=True)
    assert ask(table).move == HoldFire()


def test_the_roll_that_would_end_the_game_badly_comes_last():
    table = ShipTable()
    table.take_away(*YELLOW_SHIPS[1:], YELLOW_TOWER)
    table.b.trophies[1] = [*YELLOW_SHIPS[1:]]
    ship, second, _ = RED_SHIPS
    table.put(ship, 0, 40)
    table.put(YELLOW_SHIPS[0], 5, 40)
    table.put(second, 0, -40)
    table.put(BLUE_SHIPS[0], 5, -40)
    table.fighting()
    assert ask(table).move == Fight(second, BLUE_SHIPS[0])
    table.b.trophies[0] = [BLUE_SHIPS[1], BLUE_SHIPS[2], BLUE_TOWER]
    assert ask(table).move == Fight(ship, YELLOW_SHIPS[0])


@pytest.mark.parametrize("level", LEVELS)
def test_damage_is_repaired(level: str):
    table = ShipTable(advanced=True)
    table.put(RED_TOWER, -60, -60, lying=True)
    table.b.phase = Phase.REPAIR
    assert ask(table, level).move == Repair()


def test_the_wind_is_moved_nearer_to_ones_ships_or_not_at_all():
    table = ShipTable(scenario="fair_wind")
    ship = RED_SHIPS[0]
    table.put(WIND, -40, -40)
    table.sailing(0)
    table.b.own_points = {ship: 1}
    move = wind_nearer(table.b)
    assert move is not None
    assert table.refusal(move, RED) is None
    assert move.x < -0.40
    assert move.y < -0.40
    table.b.own_points = {}
    assert wind_nearer(table.b) is None


def test_a_captain_of_a_damaged_carrier_still_answers():
    table = ShipTable(advanced=True, scenario="treasure_island")
    ship = RED_SHIPS[0]
    table.b.chest = ship
    table.put(ship, -60, 0, lying=True)
    table.sailing(3)
    answer = ask(table)
    assert table.refusal(answer.move, RED) is None
    assert not beside(table.b.pieces[ship], table.b.pieces[BLUE_TOWER])


def test_a_way_that_the_referee_refuses_by_a_hair_is_not_sailed():
    """In this game the helmsman once chose a way that was blocked (S15) by less than it reckons with."""
    match = ArenaMatch(game="ship_ahoy", seats=3, bots=("strong", "good"), seed=0)
    played, _ = play(match, 67, make)
    assert played.finished


# Towers in the first round


@pytest.mark.parametrize("level", ["beginner", "easy"])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_lower_levels_take_no_tower_before_everybody_has_had_a_turn(level: Level, seats: int):
    game, bot = ShipAhoyGame(), make(level)
    for seed in range(3):
        luck = SeededLuck(seed)
        table, _ = game.start(seats, game.options(), luck)
        while (asks := game.asks(table)) and table.battle.turn <= seats:
            move = bot.answer(table, asks[0].seat, 100 * seed + table.played).move
            events = game.play(table, asks[0].seat, asks[0].number, move, luck)
            assert not any(isinstance(event, TrophyTaken) and event.piece in TOWERS for event in events)


@pytest.mark.parametrize("level", ["beginner", "easy"])
def test_a_tower_is_no_target_of_the_lower_levels_until_everybody_has_had_a_turn(level: Level):
    table = ShipTable(2)
    table.take_away(*(ship for ship in SHIPS if ship not in RED_SHIPS), 14, 15)
    table.put(BLUE_TOWER, 0, 30)
    table.put(RED_SHIPS[0], 0, 0)
    gunner = Gunner(table.b, SKILLS[level], Prospects(table.b))
    assert table.b.turn <= 2
    assert gunner.aims(UNTHINKING) == []
    table.b.turn = 3
    late = Gunner(table.b, SKILLS[level], Prospects(table.b))
    assert late.aims(UNTHINKING)[0].target == BLUE_TOWER
