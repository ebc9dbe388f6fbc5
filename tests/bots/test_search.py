"""The search: the same answers for the same seed and iterations, anytime, side by side, one move only."""

from __future__ import annotations

from typing import Any

import pytest

from laguna.bots.heuristics import heuristics_of
from laguna.bots.search import layout
from laguna.bots.search.quick import compete
from laguna.bots.search.searcher import Searcher
from laguna.core.bot import Budget, Thought, knowledge
from laguna.core.luck import SeededLuck
from laguna.core.ruled import RuledTable
from laguna.games import RULED

EVERY_GAME = pytest.mark.parametrize("key", RULED)


def table_of(key: str, seats: int, played: int = 0) -> RuledTable[Any, Any]:
    """A table after so many random moves."""
    game, luck = RULED[key], SeededLuck(3)
    table, _ = game.start(seats, game.options(), luck)
    for _ in range(played):
        seat = min(table.numbers)
        game.play(table, seat, table.numbers[seat], game.random_move(table, seat, luck), luck)
    return table


def think(key: str, table: RuledTable[Any, Any], seed: int, budget: Budget, **how: Any) -> Thought:
    seat = min(table.numbers)
    searcher = Searcher(RULED[key], heuristics_of(key), **how)
    return searcher.think(knowledge(RULED[key], table, seat, seed), seat, seed, budget)


@EVERY_GAME
def test_a_seed_and_a_budget_of_iterations_give_the_same_thought_every_time(key: str):
    for seats in (RULED[key].seats[0], RULED[key].seats[-1]):
        table = table_of(key, seats, 6)
        one, other = (think(key, table, 5, Budget(iterations=300)).considered for _ in range(2))
        assert one == other


@EVERY_GAME
def test_a_searcher_forgets_its_tree_where_the_same_answer_is_promised(key: str):
    table = table_of(key, RULED[key].seats[-1], 4)
    seat = min(table.numbers)
    searcher = Searcher(RULED[key], heuristics_of(key))
    first, *later = (searcher.think(table, seat, 5, Budget(iterations=200)).considered for _ in range(3))
    assert all(thought == first for thought in later)


def test_another_seed_gives_another_thought():
    table = table_of("duck", 3)
    one, other = (think("duck", table, seed, Budget(iterations=200)).considered for seed in (1, 2))
    assert one != other


@EVERY_GAME
def test_shares_add_up_and_chances_are_chances(key: str):
    thought = think(key, table_of(key, RULED[key].seats[-1], 5), 1, Budget(iterations=400))
    assert sum(each.share for each in thought.considered) == pytest.approx(1)
    assert [each.share for each in thought.considered] == sorted(
        (each.share for each in thought.considered), reverse=True
    )
    for each in thought.considered:
        assert len(each.values) == len(each.points) == RULED[key].seats[-1]
        assert all(0 <= value <= 1 for value in each.values)


@EVERY_GAME
def test_every_considered_move_is_legal_and_considered_once(key: str):
    game = RULED[key]
    for seats in game.seats:
        table = table_of(key, seats, 9)
        seat = min(table.numbers)
        moves = [each.move for each in think(key, table, 1, Budget(iterations=200)).considered]
        assert len({str(move) for move in moves}) == len(moves)
        assert not any(game.refusal(table, seat, table.numbers[seat], move) for move in moves)


def test_it_stops_at_the_iterations_or_sooner_if_the_choice_is_clear():
    thought = think("mahe", table_of("mahe", 4), 1, Budget(iterations=777))
    assert thought.iterations <= 777
    best = thought.considered[0].share * thought.iterations
    next_best = thought.considered[1].share * thought.iterations
    assert thought.iterations == 777 or best - next_best > 777 - thought.iterations


def test_a_budget_of_time_is_kept_and_used():
    table = table_of("mahe", 4)
    think("mahe", table, 1, Budget(iterations=1))  # loads the kernels, which takes longer than the thought
    thought = think("mahe", table, 1, Budget(seconds=0.5, iterations=10_000_000))
    assert thought.iterations > 64
    assert thought.iterations < 10_000_000


def test_a_tree_is_used_again_within_a_budget_of_time():
    table = table_of("mahe", 2)
    seat = min(table.numbers)
    searcher = Searcher(RULED["mahe"], heuristics_of("mahe"))
    searcher.think(table, seat, 1, Budget(seconds=0.02))
    (search,) = searcher._searches[2]
    used = search.used
    searcher.think(table, seat, 1, Budget(seconds=0.0))
    assert search.used >= used > 0


@EVERY_GAME
def test_side_by_side_searches_add_up_and_are_the_same_every_time(key: str):
    table = table_of(key, RULED[key].seats[0], 4)
    one, other = (think(key, table, 5, Budget(iterations=600), threads=2) for _ in range(2))
    assert one.considered == other.considered
    alone = think(key, table, 5, Budget(iterations=300))
    assert one.iterations >= alone.iterations
    assert one.considered != alone.considered


@EVERY_GAME
def test_one_move_only_is_thought_about_with_all_iterations(key: str):
    game = RULED[key]
    table = table_of(key, game.seats[-1], 5)
    seat = min(table.numbers)
    move = game.random_move(table, seat, SeededLuck(9))
    thought = Searcher(game, heuristics_of(key)).think(table, seat, 1, Budget(iterations=150), only=move)
    assert [each.move for each in thought.considered] == [move]
    assert thought.iterations == 150


def test_a_move_that_does_not_exist_cannot_be_thought_about():
    from laguna.games.mahe.game import ChooseTurtle  # noqa: PLC0415

    table = table_of("mahe", 4)
    with pytest.raises(ValueError, match="no move"):
        Searcher(RULED["mahe"], heuristics_of("mahe")).think(table, 0, 1, Budget(iterations=1), only=ChooseTurtle(99))


def test_a_certain_win_is_seen():
    """The last throw of Mahé: who stops now lies on the beach and wins."""
    from laguna.games.mahe import rules  # noqa: PLC0415

    table = table_of("mahe", 4)
    s = table.state
    seat = min(table.numbers)
    for value in range(len(s.unseen)):
        s.unseen[value] = 0
    s.deck = s.face_up = 0
    s.field[s.mover], s.total, s.dice = 18, 4, 1
    s.pile[seat][6] = 2
    assert rules.asked(s) == 1 << seat
    thought = think("mahe", table, 1, Budget(iterations=200))
    assert str(thought.considered[0].move) == "Stop()"
    assert thought.considered[0].values[seat] == 1


@EVERY_GAME
def test_each_glance_beats_the_one_below_at_every_seat_count(key: str):
    """A beginner beats random play, an easy opponent beats a beginner: thousands of games, other seats every time."""
    game, heuristics = RULED[key], heuristics_of(key)
    for seats in game.seats:
        for better, worse in ((layout.NOVICE, layout.RANDOM), (layout.EXPERIENCED, layout.NOVICE)):
            players = [better] + [worse] * (seats - 1)
            result = compete(heuristics, game.prepared(seats, game.options()), players, 4000, seed=1)[0]
            assert result.share - result.within > 1 / seats, (seats, better)
