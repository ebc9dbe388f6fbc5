"""Hints and analyses over whole games of all five: what they say makes sense, and their accounts add up."""

from __future__ import annotations

import asyncio
from functools import cache

import pytest

from bots.whole_games import Here, recorded
from laguna.bots.analysis import Analysis, Verdict, analyse, decisions
from laguna.bots.hints import HintSteps, hint
from laguna.core.advice import Moment, Saying
from laguna.core.bot import LEVELS, Budget
from laguna.core.game import Move
from laguna.core.record import Record
from laguna.core.words import LANGUAGES, Voice
from laguna.games import GAMES, PLUGINS
from laws.cases import TABLES, Case
from tiers import tiered

MOST_HINTS = 12
"""So many questions of a game are asked for a hint, from all over it."""


def smallest(case: Case) -> bool:
    """Whether it is its game with the fewest seats: that is enough for every run."""
    return case.seats == case.game.seats[0]


@pytest.fixture(scope="module", params=tiered(TABLES, smallest), ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    """Every game and seat count, one after another, so that what was thought of each serves all its tests."""
    found: Case = request.param
    return found


def budget(case: Case) -> Budget:
    """Enough to tell a bad move from a good one. Where physics are waited for, an iteration is a shot."""
    return Budget(iterations=2 if case.game.waits else 20)


@cache
def record_of(case: Case) -> Record:
    """A game of the weaker three levels, who make mistakes."""
    return recorded(case.key, [LEVELS[seat % 3] for seat in range(case.seats)], 3, dict(case.chosen))


@cache
def analysed(case: Case) -> tuple[Analysis, list[Verdict]]:
    """The analysis of that game, and what was told of while it was thought through."""
    told: list[Verdict] = []
    found = analyse(record_of(case), GAMES, Here(case.key), budget(case), found=told.append)
    return asyncio.run(found), told


@cache
def hints(case: Case) -> list[HintSteps]:
    """Hints for questions from all over that game."""
    asked = list(decisions(record_of(case), GAMES, budget(case)))
    thinker = Here(case.key)
    some = asked[:: max(1, len(asked) // MOST_HINTS)]
    return [hint(case.key, each.question.known, each.seat, asyncio.run(thinker.think(each.question))) for each in some]


def spoken(voice: Voice, told: Saying | None, move: Move) -> str:
    """A move as it is told."""
    return voice.move(move) if told is None else voice.hint(told)


def voices(case: Case) -> list[Voice]:
    return [
        Voice(PLUGINS[case.key].words(lang), ["Ala", "Bo", "Cyd", "Dan", "Ewa", "Fil", "Gaj"]) for lang in LANGUAGES
    ]


def test_every_account_adds_up_to_the_result_and_no_part_is_more_than_a_whole_chance(case: Case):
    for account in analysed(case)[0].accounts:
        assert account.fair - account.own + account.others + account.luck == pytest.approx(account.result)
        assert all(-1 <= part <= 1 for part in (account.own, account.others, account.luck))
        assert account.own >= 0, "a decision that was worse than the best cannot have been better"


def test_no_verdict_recommends_what_was_played(case: Case):
    for verdict in analysed(case)[0].verdicts:
        assert verdict.better != verdict.move
        for voice in voices(case) if verdict.better is not None else ():
            played = spoken(voice, verdict.told, verdict.move)
            assert spoken(voice, verdict.better_told, verdict.better) != played


def test_every_sentence_of_an_analysis_says_something(case: Case):
    for verdict in analysed(case)[0].verdicts:
        told = [verdict.told, verdict.better_told, verdict.figures, verdict.better_figures]
        for voice in voices(case):
            sentences = [voice.hint(saying) for saying in told if saying is not None]
            assert all(sentence.strip() and "{" not in sentence for sentence in sentences)


def test_mistakes_and_slips_are_told_as_soon_as_they_are_known(case: Case):
    analysis, told = analysed(case)
    known = {verdict.number: verdict for verdict in analysis.verdicts if verdict.better or verdict.slipped}
    assert {verdict.number for verdict in told} == set(known)
    for verdict in told:
        assert (verdict.better, verdict.lost, verdict.moment) == (
            known[verdict.number].better,
            known[verdict.number].lost,
            known[verdict.number].moment,
        )


def test_every_decision_is_told_with_its_round_or_turn(case: Case):
    moments = [verdict.moment for verdict in analysed(case)[0].verdicts]
    counted = [moment.number for moment in moments if moment.chapter != "move"]
    assert counted == sorted(counted)
    assert counted[0] == 1
    assert all(moment == Moment("move", place) for place, moment in enumerate(moments, 1) if moment.chapter == "move")


def test_no_reason_of_a_hint_speaks_for_another_move(case: Case):
    for given in hints(case):
        for reason in given.reasons:
            assert not reason.speaks_for or isinstance(given.move, reason.speaks_for), (reason, given.move)


def test_every_hint_has_a_nudge_reasons_and_a_move_in_words(case: Case):
    for given in hints(case):
        assert given.reasons
        for voice in voices(case):
            sentences = [voice.hint(given.nudge), *map(voice.hint, given.reasons)]
            assert all(sentence.strip() and "{" not in sentence for sentence in sentences)
            assert spoken(voice, given.told, given.move).strip()
            assert len({*sentences}) == len(sentences), "nothing is said twice"


def test_no_move_of_kuna_yala_is_told_by_columns_and_rows():
    case = next(case for case in TABLES if case.key == "kuna_yala")
    for verdict in analysed(case)[0].verdicts:
        for voice in voices(case):
            assert not any(sign.isdigit() for sign in spoken(voice, verdict.told, verdict.move))
