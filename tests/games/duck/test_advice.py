"""Advice for Duck: the numbers are right, the reasons fit, and the move is not given away."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import msgspec
import pytest

from games.duck.positions import arranged, number, play
from laguna.core.advice import Advice
from laguna.core.bot import Considered, Thought
from laguna.core.game import Move
from laguna.core.luck import SeededLuck
from laguna.core.words import LANGUAGES, Voice, words_of
from laguna.games.duck import secrecy
from laguna.games.duck.advice import (
    LIGHTER,
    ChanceToWin,
    Denies,
    DiveInReach,
    DiveOdds,
    DiveTooRisky,
    EmptiesHand,
    EndsAtOnce,
    Expected,
    GhostRival,
    Leaves,
    LookAtHeavyCards,
    LookAtSum,
    LookAtTops,
    LookForGroups,
    LookForWayOut,
    NearlyOut,
    NothingFits,
    NoTurnMore,
    Rival,
    Sayings,
    Unseen,
    UnseenFits,
    UnseenHeavier,
    UnseenLighter,
    advise,
    no_dive,
    worst_rival,
)
from laguna.games.duck.components import KINDS, VALUES, WHERE_TO_DRAW
from laguna.games.duck.game import Dive, Draw, Take, TakeFromGhost
from laws.cases import CASES, Case, sampled
from tabletop import Tabletop


def thought(*moves: Move, points: tuple[float, ...] = (9.0, 8.0), values: tuple[float, ...] = (0.6, 0.5)) -> Thought:
    """What was thought of these moves, best first: seat 0's expected points and chances to win."""
    considered = [Considered(move, 0.5, (values[i], 1 - values[i]), (points[i], 5.0)) for i, move in enumerate(moves)]
    return Thought(tuple(considered), 100, 0.1)


def advice(table: Tabletop, *moves: Move) -> Advice:
    return advise(table.table, 0, thought(*moves))


def drawing(table: Tabletop) -> Tabletop:
    """The same table when seat 0 has played and is asked where to draw."""
    table.arrange(asking=WHERE_TO_DRAW)
    return table


def deck(*texts: str) -> list[int]:
    return [number(card) % VALUES for text in texts for card in text.split()]


def share_above(cards: list[int], hidden: int, total: int) -> float:
    """The share of all hands of so many cards that are worth more, weighed one by one."""
    hands = [sum(hand) for hand in combinations(cards, hidden)]
    return sum(LIGHTER**worth for worth in hands if worth > total) / sum(LIGHTER**worth for worth in hands)


# Odds


def test_a_rivals_sum_is_counted_over_all_hands_it_may_be():
    table = arranged(["y2 b2 r3", "y1 y1", "r6 r7 r8"], drawn="b1 b4 b5 b5")
    unseen = deck("y1 y1", "r6 r7 r8", "b1 b4 b5 b5")
    odds = Unseen(table.state, 0)
    assert odds.has_more(1, 7) == pytest.approx(share_above(unseen, 2, 7))
    assert odds.has_more(2, 7) == pytest.approx(share_above(unseen, 3, 7))


def test_known_cards_of_a_rival_count_for_sure():
    table = arranged(["y2 b2 r3", "y1 y6", "r6 r7 r8"], drawn="b1 b4 b5 b5")
    table.state.known[1][number("y6")] = 1
    unseen = deck("y1", "r6 r7 r8", "b1 b4 b5 b5")
    assert Unseen(table.state, 0).has_more(1, 7) == pytest.approx(share_above(unseen, 1, 1))


def test_a_rival_and_the_ghost_are_counted_together():
    table = arranged(["y2 b2", "y1 y6"], ghost_pile="r1", drawn="b1 b3 b4 r8")
    unseen = deck("y1 y6", "b1 b3 b4 r8")
    good = sum(share_above(unseen[:ghost] + unseen[ghost + 1 :], 2, 4) for ghost in range(6) if 1 + unseen[ghost] > 4)
    assert Unseen(table.state, 0).all_have_more(4) == pytest.approx(good / 6)


def test_after_a_reshuffle_cards_that_were_not_in_it_are_surely_in_hands():
    table = arranged(["y2 b2", "y1 y7", "b6"], drawn="b1 b3 b4 r5")
    table.state.in_draw_pile = [0] * KINDS
    for card in ("b1", "b3", "b4", "r5"):
        table.state.in_draw_pile[number(card)] = 1
    odds = Unseen(table.state, 0)
    assert odds.has_more(2, 4) == pytest.approx(share_above(deck("y1 y7", "b6"), 1, 4))
    assert odds.drawn(lambda card: card % VALUES >= 4) == pytest.approx(0.5)


def test_odds_agree_with_what_the_rules_imagine_when_the_ghost_is_told_apart():
    table = arranged(["y2 b2", "y1 r4"], ghost="b2", ghost_pile="r1", drawn="b1 b3 b4 r5")
    s = table.state
    s.in_draw_pile = [0] * KINDS
    for card in ("b1", "b3", "b4", "r5", "r4"):
        s.in_draw_pile[number(card)] = 1
    s.ghost_among[1] = [int(card in (number("b2"), number("y1"))) for card in range(KINDS)]
    deals = 2000
    good = 0
    for deal in range(deals):
        imagined = s.copy()
        imagined.luck = SeededLuck(deal)
        secrecy.imagine(imagined, 0)
        good += imagined.ghost_card == number("b2")
    assert Unseen(s, 0).ghost_has_more(2) == pytest.approx(good / deals, abs=0.03)


def test_only_what_is_certain_is_told_as_certain():
    sure = arranged(["y1 b1", "y2 y3", "r6 r7"], drawn="b5 b6 r8")
    assert advice(sure, Dive()).reasons == (DiveOdds(2, 100, 6 + 1, 2), NearlyOut(1, 2), ChanceToWin(60))
    nearly = arranged(["y1 b1", "y2 y3 y5 y6", "r6 r7 b6 b7"])
    assert advice(nearly, Dive()).reasons[0] == DiveOdds(2, 99, 6 + 1, 2)


def test_odds_are_the_same_on_every_imagination():
    table = arranged(["y2 b2 r3", "y1 y1 b7", "r6 r7 r8"], piles=["", "b5", "r4"])
    told = advice(table, Dive())
    for luck in range(5):
        imagined = table.game.imagine(table.table, 0, SeededLuck(luck))
        assert advise(imagined, 0, thought(Dive())) == told


@pytest.mark.parametrize("case", [case for case in CASES if case.key == "duck"], ids=str)
def test_advice_about_any_move_is_the_same_on_every_imagination(case: Case):
    for count, table in enumerate(sampled(case, seed=45, every=15)):
        for ask in case.game.asks(table):
            twins = [case.game.imagine(table, ask.seat, SeededLuck(count, luck)) for luck in range(2)]
            for move in {type(move): move for move in ask.moves}.values():
                told = Thought((Considered(move, 1.0, (0.5,) * 5, (9.0,) * 5),), 1, 0.1)
                assert advise(twins[0], ask.seat, told) == advise(twins[1], ask.seat, told)


# Diving and playing


def test_a_dive_tells_its_odds_and_its_stake():
    table = arranged(["y2 b2 r3", "y1 y1", "r6 r7 r8"], drawn="b1 b4 b5 b5", round=3)
    unseen = deck("y1 y1", "r6 r7 r8", "b1 b4 b5 b5")
    low, high = share_above(unseen, 2, 7), share_above(unseen, 3, 7)
    told = advice(table, Dive())
    assert told.nudge == LookAtSum(7)
    assert told.reasons[0] == DiveOdds(7, round(100 * low * high), points=8 + 3, penalty=3)


def test_not_diving_is_explained_by_the_same_odds_after_the_same_nudge():
    table = arranged(["y2 b2 r3", "y1 y1", "r6 r7 r8"], drawn="b1 b4 b5 b5", round=3)
    dive, no_dive = advice(table, Dive()), advice(table, play("r3"))
    assert no_dive.nudge == dive.nudge
    assert no_dive.reasons[0] == DiveTooRisky(7, dive.reasons[0].percent, penalty=3)
    assert no_dive.reasons[1] == Leaves(before=7, sum=4, turns=1)


def test_whoever_does_not_dive_is_told_of_the_worst_rival():
    table = arranged(["y2 b2 r3", "y1 y1", "r6 r7 r8"], drawn="b1 b4 b5 b5", round=3)
    low = share_above(deck("y1 y1", "r6 r7 r8", "b1 b4 b5 b5"), 2, 7)
    assert no_dive(table.state, 0, Unseen(table.state, 0))[1] == Rival(1, 2, 7, round(100 * (1 - low)))


def test_the_ghost_is_named_where_it_is_the_worst_rival():
    table = arranged(["y2 b2", "r6 r7 r8"], ghost_pile="", drawn="b1 b3 y1 r8")
    assert worst_rival(table.state, 0, Unseen(table.state, 0)) == GhostRival(0, 4, round(100 * 3 / 7))


def test_a_bluff_is_told_with_its_sure_penalty():
    table = arranged(["y8 b7", "y1 y1", "r6 r7"], round=5, bluff_dives=True)
    assert advice(table, Dive()).reasons == (EndsAtOnce(4), ChanceToWin(60))


def test_an_empty_hand_brings_the_lifebuoy_without_a_risk():
    table = arranged(["y5 b5 r5", "y1 y1", "r6 r7"], round=2)
    told = advice(table, play("y5 b5 r5"))
    assert told.nudge == LookForWayOut()
    assert told.reasons[0] == EmptiesHand(7)


def test_cards_that_go_together_are_worth_a_look():
    table = arranged(["y5 b5 r7 r1", "y1 y1 y2", "r6 r4 r3"])
    told = advice(table, play("y5 b5"))
    assert told.nudge == LookForGroups()
    twins = arranged(["y5 y5 r7 r1", "y1 y1 y2", "r6 r4 r3"])
    assert advice(twins, play("y5 y5")).nudge == LookForGroups()
    assert told.reasons[0] == Leaves(before=18, sum=8, turns=2)


def test_a_dive_in_reach_is_told_with_the_chance_of_a_low_card():
    table = arranged(["y5 b5 r7 r1", "y1 y1 y2", "r6 r4 r3"], drawn="b1 b2 b3 r8")
    low = sum(value <= 2 for value in deck("y1 y1 y2", "r6 r4 r3", "b1 b2 b3 r8"))
    assert advice(table, play("y5 b5")).reasons[1] == DiveInReach(10 * low)


def test_a_single_card_is_a_matter_of_weight_and_a_short_hand_a_warning():
    table = arranged(["y7 b5 r3 r1", "y1 y1", "r6 r4 r3"])
    told = advice(table, play("b5"))
    assert told.nudge == LookAtHeavyCards()
    assert told.reasons[:2] == (Leaves(before=16, sum=11, turns=3), NearlyOut(1, 2))


def test_the_end_of_a_run_that_a_neighbour_wants_is_kept_from_them():
    table = arranged(["y2 y3 y4 r7 b8", "y5 b4 r1", "r6 r4 r3"])
    table.state.known[1][number("y5")] = 1
    assert Denies(1) in advice(table, play("y4 y3 y2")).reasons
    assert Denies(1) not in advice(table, play("y2 y3 y4")).reasons


# Drawing


def test_a_visible_card_that_fits_is_told_by_the_turns_it_saves():
    table = drawing(arranged(["y5 r7", "y1 y2", "r6 r4"], piles=["", "b5", "b8"], drawn="r5 b7 b1 b2"))
    told = advice(table, Take(1))
    assert told.nudge == LookAtTops()
    assert told.reasons[0] == NoTurnMore(2)
    assert not any(isinstance(each, UnseenFits) for each in told.reasons), "that speaks for the draw pile"


def test_a_card_that_completes_a_run_takes_turns_away():
    table = drawing(arranged(["y5 y6", "y1 y2", "r6 r4"], piles=["", "y7", "b8"]))
    assert advice(table, Take(1)).reasons[0] == NoTurnMore(1)


def test_a_light_card_that_does_not_fit_is_lighter_than_most():
    table = drawing(arranged(["y5 r7", "y1 y2", "r6 r4"], piles=["", "b1", "b8"], drawn="r5 b7 r1 b2"))
    assert advice(table, Take(1)).reasons[0] == UnseenHeavier(round(100 * 6 / 8))


def test_drawing_unseen_is_explained_where_nothing_fits():
    table = drawing(arranged(["y5 r7", "y1 y2", "r6 r4"], piles=["", "b1", "b8"], drawn="r5 b7 r1 b2"))
    told = advice(table, Draw())
    assert told.nudge == LookAtTops(), "as for a visible card: else the nudge would be the move"
    assert told.reasons[:2] == (NothingFits(), UnseenFits(25))


def test_drawing_unseen_is_explained_where_what_fits_is_heavy():
    table = drawing(arranged(["y5 r7", "y1 y2", "r6 r4"], piles=["", "b7", "b8"], drawn="r5 b7 r1 b2"))
    assert advice(table, Draw()).reasons[0] == UnseenLighter(round(100 * 7 / 8))


def test_without_a_draw_pile_nothing_is_said_of_it():
    table = drawing(arranged(["y5 r7", "y1 y2"], ghost="b1", ghost_pile="b8", drawn=""))
    assert advice(table, TakeFromGhost()).reasons == (ChanceToWin(60),)


# Words


def test_expected_points_are_told_against_the_next_best_move():
    table = arranged(["y7 b5 r3 r1", "y1 y1", "r6 r4 r3"])
    told = advise(table.table, 0, thought(play("y7"), play("b5"), points=(12.34, 10.06)))
    assert told.reasons[-1] == Expected(whole=12, tenths=3, more=2, more_tenths=2)


@pytest.mark.parametrize("points", [(9.0, 9.0), (8.0, 9.0), (-1.0, -2.0)])
def test_where_points_do_not_speak_for_a_move_the_chance_to_win_is_told(points: tuple[float, float]):
    table = arranged(["y7 b5 r3 r1", "y1 y1", "r6 r4 r3"])
    told = advise(table.table, 0, thought(play("y7"), play("b5"), points=points))
    assert told.reasons[-1] == ChanceToWin(60)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_names_the_move(lang: str):
    """Neither a card nor a pile is among the facts of any saying."""
    voice = Voice(words_of("laguna.games.duck", lang), ("Ala", "Bob", "Ola"))
    told = advice(arranged(["y2 b2 r3", "y1 y1", "r6 r7 r8"]), Dive())
    assert all(voice.hint(saying) for saying in (told.nudge, *told.reasons))
    for kind in get_args(Sayings):
        assert not {"card", "place", "move", "colour"} & set(kind.__struct_fields__)


def test_advice_travels_as_plain_data():
    told = advice(arranged(["y2 b2 r3", "y1 y1", "r6 r7 r8"]), Dive())
    assert msgspec.to_builtins(told.nudge) == {"says": "look_at_sum", "sum": 7}
