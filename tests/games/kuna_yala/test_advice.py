"""Advice for Kuna Yala: the numbers are right, the reasons fit, and the move is not given away."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import msgspec
import pytest

from games.kuna_yala.positions import (
    BLUE,
    FF,
    GRASS,
    PEBBLE,
    PURPLE,
    RED,
    RIPPLE,
    STAR,
    YELLOW,
    C,
    F,
    O,
    S,
    at,
    kuna,
    lay,
    put,
)
from laguna.core.advice import Advice
from laguna.core.bot import Considered, Thought
from laguna.core.words import LANGUAGES, Voice, words_of
from laguna.games.kuna_yala.advice import (
    SELDOM,
    Believed,
    ChanceToWin,
    CurseStrikes,
    Expected,
    HardlyReached,
    LookAhead,
    LookAtCorals,
    LookAtSharks,
    LookForDanger,
    LookForOwnFish,
    LookForTwins,
    Majority,
    MostCorals,
    OutOfReach,
    OwnFish,
    Saves,
    SavesAtOnce,
    Sayings,
    SharkTakes,
    advise,
    dangers,
    percent_to_come,
)
from laguna.games.kuna_yala.game import Lay
from tabletop import Tabletop

QUIET = (F(BLUE, GRASS), F(YELLOW, PEBBLE), F(BLUE, STAR), F(PURPLE, PEBBLE))
"""Visible cards of other colours than red, which seat 0 has."""


def thought(*moves: Lay, points: tuple[float, ...] = (9.0, 8.0), values: tuple[float, ...] = (0.6, 0.5)) -> Thought:
    """What was thought of these moves, best first: seat 0's expected points and chances to win."""
    considered = [Considered(move, 0.5, (values[i], 1 - values[i]), (points[i], 5.0)) for i, move in enumerate(moves)]
    return Thought(tuple(considered), 100, 0.1)


def advice(table: Tabletop, *moves: Lay) -> Advice:
    return advise(table.table, 0, thought(*moves))


def share_of_two(unseen: list[int], cards: set[int]) -> int:
    """The percentage of pairs of unseen cards with one of these among them, counted one by one."""
    deck = [card for card, count in enumerate(unseen) for _ in range(count)]
    pairs = list(combinations(deck, 2))
    return round(100 * sum(bool(cards & set(pair)) for pair in pairs) / len(pairs))


def test_own_fish_are_points_anywhere():
    table = kuna(2, (FF(RED, RIPPLE), *QUIET[1:]))
    told = advice(table, lay(0, 1, 1, 0))
    assert told.nudge == LookForOwnFish()
    assert told.reasons[:2] == (OwnFish(2), OutOfReach())


def test_own_fish_in_a_pair_are_within_reach_of_the_curse_and_that_is_no_reason():
    table = kuna(2, (F(RED, RIPPLE), *QUIET[1:]))
    put(table, 0, {(1, 0): F(BLUE, RIPPLE)})
    told = advice(table, lay(0, 0, 2, 0))
    left = list(table.state.unseen)
    left[O] = 0
    ripples = {card + F(colour, RIPPLE) for colour in range(4) for card in (0, 16)}
    assert share_of_two(left, ripples) > SELDOM
    assert told.reasons[0] == OwnFish(1)
    assert not any(isinstance(each, HardlyReached | OutOfReach) for each in told.reasons)


def test_a_third_card_that_must_suit_another_neighbour_is_no_danger():
    table = kuna(2, QUIET)
    put(table, 0, {(1, 0): F(RED, RIPPLE), (2, 0): F(RED, RIPPLE), (0, 1): C, (1, 1): C, (2, 1): C})
    put(table, 0, {(3, 1): F(YELLOW, GRASS)})
    strikers = dangers(table.state, 0)[at(0, 1, 0)]
    assert strikers == {F(YELLOW, RIPPLE), FF(YELLOW, RIPPLE)}, "beside a yellow fish on grass only a yellow one suits"


def test_saving_own_fish_tells_how_likely_the_third_card_was():
    table = kuna(2, (C, *QUIET[1:]))
    put(table, 0, {(1, 0): FF(RED, RIPPLE), (2, 0): F(RED, RIPPLE)})
    told = advice(table, lay(0, 0, 3, 0))
    left = list(table.state.unseen)
    left[O] = 0
    ripples = {card + F(colour, RIPPLE) for colour in range(4) for card in (0, 16)}
    assert told.nudge == LookForDanger()
    assert Saves(3, share_of_two(left, ripples)) in told.reasons


def test_saving_own_fish_from_a_visible_card_is_told_at_once():
    table = kuna(2, (C, F(BLUE, RIPPLE), *QUIET[2:]))
    put(table, 0, {(1, 0): FF(RED, RIPPLE), (2, 0): F(RED, RIPPLE)})
    assert SavesAtOnce(3) in advice(table, lay(0, 0, 3, 0)).reasons


def test_the_curse_is_told_with_all_fish_and_own_fish():
    table = kuna(2, (F(BLUE, RIPPLE), *QUIET[1:]))
    put(table, 1, {(1, 0): FF(YELLOW, RIPPLE), (2, 0): F(RED, RIPPLE)})
    told = advice(table, lay(0, 1, 3, 0))
    assert told.nudge == LookForTwins()
    assert told.reasons[0] == CurseStrikes(fish=4, own=1)


def test_corals_are_counted_and_an_octopus_is_an_exact_chance():
    table = kuna(3, (C, *QUIET[1:]))
    told = advice(table, lay(0, 0, 1, 0))
    assert told.nudge == LookAtCorals()
    assert told.reasons[0] == MostCorals(2, 1, share_of_two(table.state.unseen, {O}))


def test_a_coral_that_is_far_from_the_most_is_not_praised_for_octopuses():
    table = kuna(2, (C, *QUIET[1:]))
    put(table, 1, {(1, 0): C, (2, 0): C, (3, 0): C})
    assert advice(table, lay(0, 0, 1, 0)).reasons == (ChanceToWin(60),)


def test_a_shark_tells_what_it_takes_and_whose_that_probably_is():
    table = kuna(2, (S, *QUIET[1:]))
    put(table, 1, {(1, 0): FF(YELLOW, RIPPLE)})
    table.state.kept[1] = [0, 12, 0, 0]
    told = advice(table, lay(0, 1, 1, 0))
    assert told.nudge == LookAtSharks()
    assert told.reasons[0] == SharkTakes(2, "yellow")
    guess = told.reasons[1]
    assert isinstance(guess, Believed)
    assert (guess.seat, guess.colour) == (1, "yellow")
    assert guess.percent > 90


def test_without_evidence_nobody_is_suspected():
    table = kuna(2, (S, *QUIET[1:]))
    put(table, 1, {(1, 0): FF(YELLOW, RIPPLE)})
    table.arrange(kept=[[0] * 4] * 4, given=[[0] * 4] * 4)
    assert not any(isinstance(reason, Believed) for reason in advice(table, lay(0, 1, 1, 0)).reasons)


def test_a_majority_that_is_won_is_told_with_its_lead():
    table = kuna(2, (FF(RED, RIPPLE), *QUIET[1:]))
    put(table, 0, {(-1, 0): F(BLUE, GRASS), (0, -1): F(RED, PEBBLE)})
    assert advice(table, lay(0, 0, 0, 1)).reasons[:2] == (OwnFish(2), Majority(2))


def test_a_majority_that_was_there_before_is_no_reason():
    table = kuna(2, (FF(RED, RIPPLE), *QUIET[1:]))
    put(table, 0, {(0, -1): F(RED, PEBBLE)})
    assert advice(table, lay(0, 0, 0, 1)).reasons[:2] == (OwnFish(2), OutOfReach())


def test_other_fish_send_a_look_to_the_next_player():
    assert advice(kuna(3, QUIET), lay(0, 1, 1, 0)).nudge == LookAhead(1)


def test_expected_points_are_told_against_the_next_best_move():
    table = kuna(2, QUIET)
    told = advise(table.table, 0, thought(lay(0, 0, 1, 0), lay(1, 0, 1, 0), points=(12.34, 10.06)))
    assert told.reasons[-1] == Expected(whole=12, tenths=3, more=2, more_tenths=2)


@pytest.mark.parametrize("points", [(9.0, 9.0), (8.0, 9.0)])
def test_where_points_do_not_tell_moves_apart_the_chance_to_win_is_told(points: tuple[float, float]):
    table = kuna(2, QUIET)
    told = advise(table.table, 0, thought(lay(0, 0, 1, 0), lay(1, 0, 1, 0), points=points))
    assert told.reasons[-1] == ChanceToWin(60)


def test_nothing_comes_from_an_empty_pile():
    table = kuna(2, QUIET)
    table.state.unseen[:] = [0] * len(table.state.unseen)
    assert percent_to_come(table.state, {O}) == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_names_the_move(lang: str):
    """Neither a slot nor a place is among the facts of any saying."""
    voice = Voice(words_of("laguna.games.kuna_yala", lang), ("Ala", "Bob"))
    table = kuna(2, (FF(RED, RIPPLE), *QUIET[1:]))
    told = advice(table, lay(0, 0, 1, 0))
    assert all(voice.hint(saying) for saying in (told.nudge, *told.reasons))
    for kind in get_args(Sayings):
        assert not {"slot", "place", "move", "card"} & set(kind.__struct_fields__)


def test_advice_travels_as_plain_data():
    told = advice(kuna(2, QUIET), lay(0, 1, 1, 0))
    assert msgspec.to_builtins(told.nudge)["says"] == "look_ahead"
