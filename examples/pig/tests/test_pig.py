"""Pig by its rules; the laws that hold for every game are `laguna check pig`."""

import pytest

from laguna.core.game import Refused
from laguna.core.luck import ScriptedLuck
from laguna_pig import PLUGIN
from laguna_pig.encoding import ENCODING
from laguna_pig.game import Hold, Roll

GAME = PLUGIN.game


def play(*moves_and_draws, **options):
    """A game of two, the first of them begins; each move with its draws. The events of the last move, and the table."""
    table, events = GAME.start(2, GAME.options(first=0, **options), ScriptedLuck([]))
    for move, *draws in moves_and_draws:
        (ask,) = GAME.asks(table)
        events = GAME.play(table, ask.seat, ask.number, move, ScriptedLuck(draws))
    return [type(event).__name__ for event in events], table


def test_P1_P2_P8_two_to_six_begin_with_nothing_and_see_everything():
    _, table = play()
    assert (list(GAME.seats), table.state.scores) == ([2, 3, 4, 5, 6], [0] * 6)
    assert GAME.view(table, 0) == GAME.view(table, None)


def test_P3_P4_a_one_ends_the_turn_and_brings_nothing():
    events, table = play((Roll(), 4), (Roll(), 0))
    assert (events, table.state.scores[0], table.state.active) == (["OneRolled", "TurnBegan"], 0, 1)


def test_P5_who_holds_keeps_the_sum_of_the_turn():
    events, table = play((Roll(), 4), (Roll(), 5), (Hold(),))
    assert (events, table.state.scores[0]) == (["Held", "TurnBegan"], 11)
    with pytest.raises(Refused, match="P5"):
        play((Hold(),))


def test_P6_a_hundred_points_win():
    _, table = play(*[(Roll(), 5)] * 17, (Hold(),))
    assert (GAME.asks(table), GAME.standings(table)[0].place) == ([], 1)


def test_P7_two_ones_cost_all_points():
    _, table = play((Roll(), 4, 4), (Hold(),), (Roll(), 0, 1), (Roll(), 0, 0), two_dice=True)
    assert (table.state.scores[0], table.state.active) == (0, 1)


def test_P8_a_learner_sees_everything_from_its_own_seat():
    _, table = play((Roll(), 4), (Hold(),), (Roll(), 2))
    seen = [0] * ENCODING.size
    ENCODING.observe(table.state, 1, 0, seen)
    scores = [0, 5, 0, 0, 0, 0]
    assert ENCODING.named(seen) == {"players": 2, "two_dice": 0, "active": 0, "turn_total": 3, "scores": scores}
