"""The story of a game of Duck says what its record says: counted once more, from lifebuoys and hands."""

from __future__ import annotations

import pytest

from laguna.games import GAMES
from laguna.games.duck.story import DuckStory
from stories import SEEDS, story_and_moves


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seats", GAMES["duck"].seats)
def test_dives_are_those_that_the_lifebuoys_lie_for(seats: int, seed: int):
    story, moves = story_and_moves("duck", seats, seed)
    assert isinstance(story.facts, DuckStory)
    lifebuoys = moves[-1].after[0].lifebuoys
    for seat, diver in enumerate(story.facts.divers):
        assert diver.won + diver.went_out == sum(each.seat == seat and each.green is True for each in lifebuoys)
        assert diver.lost == sum(each.seat == seat and each.green is False for each in lifebuoys)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seats", GAMES["duck"].seats)
def test_the_biggest_sum_caught_is_that_of_a_hand_that_did_not_end_the_round(seats: int, seed: int):
    story, moves = story_and_moves("duck", seats, seed)
    assert isinstance(story.facts, DuckStory)
    sums = []
    for move in moves:
        if move.after[0].round != move.before[0].round or move.after[0].over:
            others = [seat for seat in range(seats) if seat != move.line.seat]
            sums += [sum(card.value for card in move.before[seat].players[seat].hand) for seat in others]
    assert story.facts.caught is not None
    assert story.facts.caught.sum == max(sums)
