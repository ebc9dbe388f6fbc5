"""Advice for Animals on Board: the numbers are right, the reasons fit, and the move is not given away."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from games.animals_on_board.test_rules import dealt, discard, put, split, started, take, tile
from laguna.core.advice import Advice
from laguna.core.bot import Considered, Thought, knowledge
from laguna.core.game import Move
from laguna.core.luck import SeededLuck
from laguna.core.words import Voice, words_of
from laguna.games.animals_on_board.advice import (
    Adds,
    Affords,
    Arks,
    BestTen,
    ChanceToWin,
    CountsAlone,
    CratesCount,
    Denies,
    Expected,
    FillsArk,
    HasCrates,
    HiddenTile,
    KinToCome,
    LeavesNext,
    LookAtLastTurn,
    LookAtNext,
    LookAtPrices,
    LookAtSurplus,
    LookAtValues,
    LookForHerds,
    MakesHerd,
    MakesPair,
    OutOfReach,
    Sayings,
    advise,
    hidden_tile,
)
from laguna.games.animals_on_board.game import Animal, FaceDown, Keep, Pass
from laws.cases import CASES, random_play
from tabletop import Tabletop


def advice(table: Tabletop, move: Move, points: tuple[float, float] = (30.0, 31.0)) -> Advice:
    """What seat 0 is told about a move; the next best one is expected to bring the second of the points."""
    best, other = (Considered(move, 0.5, (0.625, 0.375), (each, 20.0)) for each in points)
    return advise(table.table, 0, Thought((best, other), 100, 0.1))


def test_of_the_first_tile_its_value_and_its_kin_are_told():
    table = dealt(2)
    told = advice(table, Keep(tile=tile("camel 3")))
    assert told.nudge == LookAtValues()
    assert told.reasons[:2] == (CountsAlone(3), KinToCome(2, 37)), "two camels more in 40 tiles without the own three"


def test_a_group_is_told_by_what_it_adds_and_its_price():
    table = put(started(2), ["fox 4, panda 2", "zebra 1, zebra 2, ?"], {0: "camel 5"}, crates=(3, 0))
    told = advice(table, take("fox 4, panda 2"))
    assert told.nudge == LookAtPrices()
    assert told.reasons[0] == Adds(points=6, price=2)


def test_a_herd_is_told_with_its_points():
    table = put(started(2), ["fox 1, fox 2", "zebra 1, zebra 2, ?"], {0: "fox 5"}, crates=(2, 0))
    told = advice(table, take("fox 1, fox 2"))
    assert told.nudge == LookForHerds()
    assert told.reasons[0] == MakesHerd(animals=3, points=15)


def test_a_pair_is_told_with_those_that_may_still_join():
    table = put(started(2), ["fox 1, panda 5", "fox 2, ?"], {0: "fox 5", 1: "fox 4"}, crates=(2, 0))
    told = advice(table, take("fox 1, panda 5"))
    assert MakesPair(free=2) in told.reasons, "fox 2 on the table and fox 3 unseen"


def test_the_chances_of_the_face_down_tile_are_counted_over_all_that_is_unseen():
    arks = {0: "fox 1, fox 2, panda 1", 1: "zebra 5"}
    table = put(started(2), ["?", "camel 1, camel 2"], arks, crates=(1, 0))
    own, unseen = Arks(table.state, 0).known[0], Arks(table.state, 0).unseen
    assert hidden_tile(own, unseen) == HiddenTile(pair=12, herd=9), "of 34 tiles four pandas, and three foxes"
    told = advice(table, take("?"))
    assert not any(isinstance(each, HiddenTile) for each in told.reasons), "a pair is likelier: no reason to take it"


def test_what_the_next_player_could_have_taken_is_told():
    table = put(started(2), ["fox 1, fox 2", "zebra 1, ?"], {0: "camel 5", 1: "fox 4"}, crates=(2, 2))
    told = advice(table, take("fox 1, fox 2"))
    assert Denies(seat=1, points=11) in told.reasons, "a herd of 15 instead of a fox of 4"


def test_a_full_ark_is_told():
    own = "camel 1, camel 2, camel 3, camel 4, camel 5, hippo 1, panda 2, rhino 3, tiger 4"
    table = put(started(2), ["fox 4", "zebra 1, ?"], {0: own}, crates=(1, 1))
    assert advice(table, take("fox 4")).reasons[0] == FillsArk(10)


def test_a_split_is_told_by_what_it_leaves_to_the_next_player():
    table = put(started(2), ["fox 1, fox 2", "camel 4, ?"], {0: "camel 5", 1: "fox 4"}, crates=(1, 2))
    told = advice(table, split("fox 2"))
    assert told.nudge == LookAtNext(seat=1, crates=2)
    assert told.reasons[0] == LeavesNext(seat=1, points=4, before=11), "a camel and an unknown tile, instead of a herd"


def test_a_price_that_only_one_can_pay_is_told():
    table = put(started(2), ["fox 1, fox 2, zebra 5, ?"], {0: "fox 4"}, crates=(2, 1))
    told = advice(table, split("fox 1, fox 2"))
    assert told.reasons[0] == OutOfReach(seat=1, price=2, crates=1)


def test_a_split_is_told_by_what_it_affords():
    table = put(started(2), ["fox 5, zebra 3, ?"], {0: "camel 4"}, crates=(0, 1))
    told = advice(table, split("fox 5"))
    assert told.reasons[:2] == (Affords(points=5, price=1), HasCrates(1))


def test_the_last_turn_is_told_by_crates():
    table = put(started(2), ["fox 5, zebra 3, ?"], {0: "camel 4"}, crates=(5, 0), flags=(1,))
    told = advice(table, Pass())
    assert (told.nudge, told.reasons[0]) == (LookAtLastTurn(), CratesCount(5))
    table.state.crates[0] = 2
    assert advice(table, split("fox 5")).reasons[0] == HasCrates(3)


def test_of_a_surplus_the_best_ten_are_told():
    own = "camel 1, camel 2, camel 3, camel 4, camel 5, hippo 1, panda 2, rhino 3, tiger 4, turtle 5"
    table = put(started(2), ["fox 4", "zebra 1, ?"], {0: own}, crates=(1, 1), flags=(1,))
    table.play(0, take("fox 4"))
    told = advice(table, discard("hippo 1"))
    assert (told.nudge, told.reasons[0]) == (LookAtSurplus(), BestTen(ashore=1, points=25 + 2 + 3 + 4 + 5 + 4))


def test_expected_points_are_told_if_they_tell_moves_apart_else_the_chance_to_win():
    table = put(started(2), ["fox 4, panda 2", "zebra 1, ?"], {0: "camel 5"}, crates=(2, 0))
    assert advice(table, take("fox 4, panda 2"), (31.24, 30.0)).reasons[-1] == Expected(31, 2, 1, 2)
    assert advice(table, take("fox 4, panda 2"), (30.0, 30.5)).reasons[-1] == ChanceToWin(62)


@pytest.mark.parametrize("case", [case for case in CASES if case.key == "animals_on_board"], ids=str)
def test_any_move_of_any_question_has_reasons_that_do_not_depend_on_what_is_hidden(case):
    for number, table in enumerate(random_play(case, 5)):
        for seat in table.numbers:
            move = case.game.random_move(table, seat, SeededLuck(number))
            thought = Thought((Considered(move, 1.0, (0.5,) * case.seats, (9.0,) * case.seats),), 1, 0.1)
            told = [advise(knowledge(case.game, table, seat, seed), seat, thought) for seed in (1, 2)]
            assert told[0] == told[1]
            assert 1 <= len(told[0].reasons) <= 3


def test_no_saying_names_a_tile():
    for saying in get_args(Sayings):
        kinds = {field.type for field in msgspec.structs.fields(saying)}
        assert not kinds & {Animal, FaceDown, tuple}


def test_advice_speaks_in_both_languages():
    table = put(started(2), ["fox 1, fox 2", "zebra 1, ?"], {0: "fox 5"}, crates=(2, 0))
    told = advice(table, take("fox 1, fox 2"))
    voices = [Voice(words_of("laguna.games.animals_on_board", lang), ("Ala", "Olek")) for lang in ("en", "pl")]
    assert voices[0].hint(told.reasons[0]) == "That makes a herd of 3, which counts 15 points."
    assert voices[1].hint(told.reasons[0]) == "Powstaje stado: 3 zwierzęta, razem 15 punktów."
