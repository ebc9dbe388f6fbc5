"""The story of a battle of Ship Ahoy says what its record says: counted once more, from what stood and what fell."""

from __future__ import annotations

import pytest

from laguna.games import GAMES
from laguna.games.ship_ahoy.events import Jammed
from laguna.games.ship_ahoy.story import ShipAhoyStory
from stories import story_and_moves

SEED = 1
EVERY_FLEET = pytest.mark.parametrize("seats", GAMES["ship_ahoy"].seats)


@EVERY_FLEET
def test_the_best_shot_is_found_in_the_replay_and_took_what_the_story_says(seats: int):
    story, moves = story_and_moves("ship_ahoy", seats, SEED)
    assert isinstance(story.facts, ShipAhoyStory)
    best = story.facts.best_shot
    assert best is not None
    taken = [_taken(move.before[0], move.after[0]) if move.line.move["move"] == "shoot" else () for move in moves]
    assert taken[best.step - 1] == best.fell
    assert moves[best.step - 1].line.seat == best.seat
    assert len(best.fell) == max(map(len, taken))


@EVERY_FLEET
def test_shots_and_hits_are_those_of_the_moves(seats: int):
    story, moves = story_and_moves("ship_ahoy", seats, SEED)
    assert isinstance(story.facts, ShipAhoyStory)
    shots = [
        move
        for move in moves
        if move.line.move["move"] == "shoot" and not any(isinstance(event, Jammed) for event in move.events)
    ]
    for seat, crew in enumerate(story.facts.crews):
        own = [move for move in shots if move.line.seat == seat]
        assert (crew.shots, crew.hits) == (len(own), sum(bool(_taken(move.before[0], move.after[0])) for move in own))
        trophies = len(moves[-1].after[0].trophies[seat])
        by_shot = sum(len(_taken(move.before[0], move.after[0])) for move in own)
        assert crew.fights_won == trophies - by_shot


def _taken(before, after) -> tuple[int, ...]:
    """The pieces that are gone: in the basic game, what an enemy knocks over is a trophy."""
    return tuple(sorted({piece.piece for piece in before.pieces} - {piece.piece for piece in after.pieces}))
