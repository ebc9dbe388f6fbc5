"""The story of a game of Kuna Yala says what its record says: counted once more, from the shoals in the end."""

from __future__ import annotations

import pytest

from laguna.games import GAMES
from laguna.games.kuna_yala.story import KunaYalaStory, fish_on
from stories import SEEDS, story_and_moves


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seats", GAMES["kuna_yala"].seats)
def test_colours_eaten_and_cursed_fish_are_those_that_the_shoals_show_in_the_end(seats: int, seed: int):
    story, moves = story_and_moves("kuna_yala", seats, seed)
    assert isinstance(story.facts, KunaYalaStory)
    end = moves[-1].after[0]
    assert story.facts.colours == end.tokens
    for seat, shoal in enumerate(end.shoals):
        lost = {state: sum(fish_on(laid.card) for laid in shoal.cards if laid.state == state) for state in STATES}
        assert sum(row[seat] for row in story.facts.eaten) == lost["shark"]
        assert story.facts.died[seat] == lost["bones"]
        assert story.facts.eaten[seat][seat] == 0, "K10: no shark at home"


STATES = ("shark", "bones")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seats", GAMES["kuna_yala"].seats)
def test_gifts_are_cards_that_others_laid_in_the_owners_own_colour(seats: int, seed: int):
    story, moves = story_and_moves("kuna_yala", seats, seed)
    assert isinstance(story.facts, KunaYalaStory)
    colours = moves[-1].after[0].tokens
    gifts = [[0] * seats for _ in range(seats)]
    for move in moves:
        shoal = move.line.move["place"]["seat"]
        card = move.before[0].visible[move.line.move["slot"]]
        if shoal != move.line.seat and getattr(card, "colour", None) == colours[shoal]:
            gifts[move.line.seat][shoal] += fish_on(card)
    assert story.facts.gifts == tuple(map(tuple, gifts))
