"""Advice for Mahé: the numbers are right, the reasons fit, and the move is not given away."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from games.mahe.test_rules import BLUE, GREEN, RED, YELLOW, empty_deck, give, mahe, put
from laguna.core.advice import Advice
from laguna.core.bot import Considered, Thought
from laguna.core.game import Move
from laguna.core.words import LANGUAGES, Voice, words_of
from laguna.games.mahe.advice import (
    BetterThanNext,
    CardIsSure,
    CarriesYourOther,
    ChanceToWin,
    Climbs,
    EggsAtOnce,
    EggsPerhaps,
    LookAtBothTurtles,
    LookAtTheBeach,
    LookAtTheLastPrize,
    LookAtTheSum,
    LookWhereItEnds,
    LookWhoDecides,
    LookWhoRides,
    NextPlayer,
    NoRisk,
    NothingToLose,
    OddsOfTurtle,
    OtherStays,
    RiddenBy,
    Risk,
    Sayings,
    SinkTogether,
    SmallRisk,
    advise,
    laying_odds,
    sides_too_many,
)
from laguna.games.mahe.game import ChooseTurtle, PlayCard, Roll, Stop
from tabletop import Tabletop


def thought(*moves: Move, points: tuple[float, float] = (21.4, 20.1)) -> Thought:
    """What was thought of these moves, best first: the same chances and points for every seat."""
    considered = [Considered(move, 0.5, (0.31,) * 7, (points[i],) * 7) for i, move in enumerate(moves)]
    return Thought(tuple(considered), 100, 0.1)


def advice(table: Tabletop, *moves: Move) -> Advice:
    return advise(table.table, table.asked[0], thought(*moves))


def thrown(total: int, dice: int, *stacks: tuple[int, list[int]], **options: object) -> Tabletop:
    """Red has thrown this sum with so many dice; the prize is 3 eggs."""
    table = mahe(4, 1, **options)
    put(table, *stacks)
    table.arrange(total=total, dice=dice)
    return table


# Numbers


@pytest.mark.parametrize(("total", "sides"), [(1, 0), (2, 1), (4, 3), (5, 4), (6, 5)])
def test_the_risk_counts_the_sides_that_are_too_many(total: int, sides: int):
    assert sides_too_many(total) == sides == sum(total + die > 7 for die in range(1, 7))


def reaches(field: int, dice: tuple[int, ...]) -> bool:
    """Whether three dice, rolled until the turtle can reach the beach, bring it there."""
    for count in range(1, 4):
        total = sum(dice[:count])
        if total > 7:
            return False
        if field + total * count >= 21:
            return True
        if total == 7:
            return False
    return False


@pytest.mark.parametrize("field", [0, 6, 13, 17, 20])
def test_the_odds_of_laying_are_those_of_all_throws(field: int):
    throws = list(product(range(1, 7), repeat=3))
    assert laying_odds(field) == pytest.approx(sum(reaches(field, dice) for dice in throws) / len(throws))


def test_on_field_21_a_new_lap_begins():
    assert laying_odds(21) == laying_odds(0)


def test_the_risk_is_told_in_percent():
    assert Risk(3, 50) in advice(thrown(4, 1), Stop(), Roll()).reasons
    assert NoRisk() in advice(thrown(1, 1), Roll(), Stop()).reasons


def test_the_difference_to_the_next_best_is_told_in_eggs():
    assert advice(thrown(4, 1), Stop(), Roll()).reasons[-1] == BetterThanNext(31, 1, 3)


def test_a_difference_of_nothing_is_not_told():
    even = advise(thrown(4, 1).table, 0, thought(Stop(), Roll(), points=(20.0, 20.0)))
    assert even.reasons[-1] == ChanceToWin(31)
    assert advise(thrown(4, 1).table, 0, thought(Roll())).reasons[-1] == ChanceToWin(31)


# Reasons that fit


def test_eggs_at_once_and_what_the_next_player_is_denied():
    table = thrown(4, 1, (18, [RED]), (20, [BLUE]))
    found = advice(table, Stop(), Roll())
    assert found.nudge == LookAtTheBeach(3)
    assert found.reasons[:2] == (EggsAtOnce(3), NextPlayer(1, 100))


def test_a_next_player_far_away_is_no_reason():
    found = advice(thrown(4, 1, (18, [RED])), Stop(), Roll())
    assert found.reasons[:2] == (EggsAtOnce(3), Risk(3, 50))


def test_eggs_within_reach_of_the_next_dice():
    found = advice(thrown(2, 1, (15, [RED])), Roll(), Stop())
    assert found.nudge == LookAtTheSum(2)
    assert found.reasons[:2] == (SmallRisk(1), EggsPerhaps(83))


def test_on_the_raft_there_is_nothing_to_lose():
    table = thrown(5, 1)
    assert advice(table, Roll(), Stop()).reasons[0] == NothingToLose()
    assert Risk(4, 67) in advice(table, Stop(), Roll()).reasons, "which speaks for stopping alone"


def test_with_the_option_a_bust_would_cost_the_other_turtle_its_move():
    def reasons(first_die: int, bust_ends_turn: bool) -> tuple[object, ...]:
        table = mahe(2, bust_ends_turn=bust_ends_turn)
        table.play(0, ChooseTurtle(turtle=RED), first_die - 1)
        return (*advice(table, Stop(), Roll()).reasons[:2], *advice(table, Roll(), Stop()).reasons[:1])

    assert reasons(4, bust_ends_turn=True) == (OtherStays(BLUE), Risk(3, 50), EggsPerhaps(6))
    assert NothingToLose() in reasons(4, bust_ends_turn=False)
    assert OtherStays(BLUE) not in reasons(4, bust_ends_turn=False)
    assert OtherStays(BLUE) not in reasons(1, bust_ends_turn=True)


def test_others_in_the_stack_sink_too():
    table = thrown(5, 1, (4, [RED, BLUE]))
    found = advice(table, Roll(), Stop())
    assert table.asked == [1]
    assert found.nudge == LookWhoRides()
    assert found.reasons[0] == SinkTogether(1)


def test_who_stands_on_the_goal_is_climbed_on():
    found = advice(thrown(4, 1, (3, [RED]), (7, [YELLOW, GREEN])), Stop(), Roll())
    assert found.nudge == LookWhereItEnds(7)
    assert found.reasons[:2] == (Climbs(GREEN, 7), Risk(3, 50))


def test_the_last_prize_ends_the_game():
    table = thrown(4, 1, (18, [RED]))
    empty_deck(table)
    found = advice(table, Stop(), Roll())
    assert found.nudge == LookAtTheLastPrize()
    assert found.reasons[0] == EggsAtOnce(7)


def test_a_card_is_sure_but_costs_its_eggs():
    table = thrown(4, 1, (11, [RED]), advanced=True)
    give(table, 0, 1, 3)
    found = advice(table, PlayCard(1), Roll())
    assert found.reasons[:2] == (CardIsSure(3), Risk(3, 50))


def test_whoever_sits_on_top_decides_for_the_active_player():
    table = thrown(4, 1, (11, [RED, BLUE]), advanced=True)
    give(table, 0, 1)
    table.play(1, Roll())
    assert advice(table, Roll(), PlayCard(1)).nudge == LookWhoDecides(1)


def test_the_odds_of_both_turtles_are_told():
    table = mahe(2)
    put(table, (20, [RED]), (3, [BLUE]))
    found = advice(table, ChooseTurtle(RED), ChooseTurtle(BLUE))
    assert found.nudge == LookAtBothTurtles()
    assert found.reasons[:2] == (OddsOfTurtle(RED, 100), OddsOfTurtle(BLUE, round(100 * laying_odds(3))))


def test_a_turtle_carries_ones_other_turtle_or_a_rival():
    table = mahe(2)
    put(table, (5, [RED, BLUE]))
    assert advice(table, ChooseTurtle(RED), ChooseTurtle(BLUE)).reasons[0] == CarriesYourOther(RED)
    put(table, (5, [BLUE, YELLOW]), (9, [RED]))
    assert advice(table, ChooseTurtle(RED), ChooseTurtle(BLUE)).reasons[0] == RiddenBy(BLUE, 1)


# Nothing is given away


def test_the_nudge_is_the_same_whatever_is_best():
    for table in (thrown(4, 1), thrown(4, 1, (18, [RED])), thrown(5, 1, (4, [RED, BLUE]))):
        assert advice(table, Stop(), Roll()).nudge == advice(table, Roll(), Stop()).nudge


def test_both_turtles_are_told_of_alike():
    table = mahe(2)
    put(table, (12, [RED]), (3, [BLUE]))
    one, other = ChooseTurtle(RED), ChooseTurtle(BLUE)
    assert advice(table, one, other) == advice(table, other, one)


# Words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_saying_is_spoken(lang: str):
    voice = Voice(words_of("laguna.games.mahe", lang), ["Ania", "Bartek", "Celina", "Darek"])
    for kind in get_args(Sayings):
        sentence = voice.hint(kind(*[2] * len(kind.__struct_fields__)))
        assert "{" not in sentence
        assert sentence[0].isupper()
