"""What is told of a game that brings no story: who won, by how much, and how long it took."""

from __future__ import annotations

import pytest

from laguna.core.game import Standing
from laguna.core.story import PlayedOn, WonBy, WonNarrowly, WonTogether, most, story_of
from laguna.games import GAMES, PLUGINS
from laguna.laws.cases import Case, record_of


def test_without_a_teller_the_standings_and_the_moves_are_told():
    record = record_of(Case(PLUGINS["mahe"], 4), 1)
    story = story_of(record, GAMES, None)
    best, second = sorted((standing.score for standing in record.end.standings), reverse=True)[:2]
    [winner] = [standing.seat for standing in record.end.standings if standing.place == 1]
    assert [each.highlight for each in story.candidates] == [WonBy(winner, best - second), PlayedOn(len(record.moves))]
    assert story.winners == (winner,)
    assert story.facts is None


@pytest.mark.parametrize(
    ("places", "scores", "told"),
    [
        ((1, 2), (9, 9), WonNarrowly(0)),
        ((2, 1), (9, 4), WonNarrowly(1)),
        ((1, 1, 3), (9, 9, 4), WonTogether((0, 1))),
        ((2, 3, 1), (7, 4, 8), WonBy(2, 1)),
    ],
)
def test_how_somebody_won_follows_from_places_before_points(places: tuple[int, ...], scores: tuple[int, ...], told):
    record = record_of(Case(PLUGINS["mahe"], len(places)), 1)
    standings = [Standing(seat, *each, {}) for seat, each in enumerate(zip(places, scores, strict=True))]
    ended = type(record.end)(seed="", standings=standings, finished=True)
    story = story_of(type(record)(record.header, record.moves, ended), GAMES, None)
    assert story.candidates[0].highlight == told


def test_the_most_of_something_is_told_of_one_seat_alone():
    assert most([3, 5, 1], least=2) == 1
    assert most([5, 5, 1], least=2) is None
    assert most([0, 1, 0], least=2) is None
