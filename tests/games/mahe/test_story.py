"""The story of a game of Mahé says what its record says: counted once more, from the views and the dice."""

from __future__ import annotations

import pytest

from laguna.games import GAMES
from laguna.games.mahe.story import MaheStory, fields_walked
from stories import SEEDS, Played, story_and_moves

MOST_DICE = 3


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seats", GAMES["mahe"].seats)
def test_the_story_counts_who_carried_whom_as_dice_and_views_do(seats: int, seed: int):
    story, moves = story_and_moves("mahe", seats, seed)
    assert isinstance(story.facts, MaheStory)
    carried = [[0] * seats for _ in range(seats)]
    busts = [0] * seats
    for move in moves:
        ahead = _what_came(move)
        if ahead is None:
            continue
        owner = {turtle.turtle: turtle.seat for turtle in move.before[0].turtles}
        if ahead.bust:
            busts[owner[move.before[0].mover]] += 1
            continue
        rider = {turtle.turtle: turtle.rider for turtle in move.before[0].turtles}
        above = rider[move.before[0].mover]
        while above is not None:
            carried[owner[move.before[0].mover]][owner[above]] += ahead.fields
            above = rider[above]
    assert story.facts.carried == tuple(map(tuple, carried))
    assert story.facts.busts == tuple(busts)


def _what_came(move: Played):
    """What the table foresaw of the walk or the bust that this answer made; None: it made neither."""
    seen = move.before[0]
    match move.line.move["move"]:
        case "stop":
            return seen.ahead[0]
        case "roll":
            die = 1 + move.line.draws[0]
            ends = seen.total + die >= 7 or len(seen.thrown) + 1 == MOST_DICE
            return seen.ahead[die] if ends else None
        case _:
            return None


@pytest.mark.parametrize(("start", "field", "fields"), [(0, 21, 21), (21, 3, 3), (20, 2, 3), (5, 5, 21), (4, 18, 14)])
def test_M10_M11_a_way_is_counted_past_the_beach_and_once_around(start: int, field: int, fields: int):
    assert fields_walked(start, field) == fields


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seats", GAMES["mahe"].seats)
def test_eggs_from_above_are_those_won_in_the_walk_of_somebody_elses_turtle(seats: int, seed: int):
    story, moves = story_and_moves("mahe", seats, seed)
    assert isinstance(story.facts, MaheStory)
    won = [0] * seats
    for move in moves:
        seen = move.before[0]
        walker = None if seen.mover is None else seen.turtles[_index(seen, seen.mover)].seat
        for seat in range(seats):
            more = _eggs(move.after[seat], seat) - _eggs(move.before[seat], seat)
            won[seat] += more if seat != walker else 0
    assert story.facts.eggs_from_above == tuple(won)


def _eggs(view, seat: int) -> int:
    return sum(view.piles[seat].values) + (7 if view.beach == seat else 0)


def _index(view, turtle: int) -> int:
    return [each.turtle for each in view.turtles].index(turtle)
