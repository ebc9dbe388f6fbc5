"""The story of a game of Animals on Board says what its record says: counted once more, from the arks in the end."""

from __future__ import annotations

import pytest

from laguna.games import GAMES
from laguna.games.animals_on_board.story import AnimalsStory
from stories import SEEDS, story_and_moves


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seats", GAMES["animals_on_board"].seats)
def test_pairs_and_herds_are_those_that_the_arks_show_in_the_end(seats: int, seed: int):
    story, moves = story_and_moves("animals_on_board", seats, seed)
    assert isinstance(story.facts, AnimalsStory)
    for crew, player in zip(story.facts.crews, moves[-1].after[0].players, strict=True):
        assert 2 * len(crew.pairs) == len(player.noah)
        assert set(crew.pairs) == {tile.species for tile in player.noah}
        herds = {kin.tiles[0].species: len(kin.tiles) for kin in player.kin if kin.counts_as == "herd"}
        assert {herd.species: herd.animals for herd in crew.herds} == herds
        assert (crew.sailed, crew.discarded) == (player.tiles, len(player.discarded))


@pytest.mark.parametrize("seats", GAMES["animals_on_board"].seats)
def test_splits_and_takes_are_the_moves_that_were_made(seats: int):
    story, moves = story_and_moves("animals_on_board", seats, SEEDS[0])
    assert isinstance(story.facts, AnimalsStory)
    made = [(move.line.seat, move.line.move["move"]) for move in moves]
    assert [crew.splits for crew in story.facts.crews] == [made.count((seat, "split")) for seat in range(seats)]
    assert [crew.takes for crew in story.facts.crews] == [made.count((seat, "take")) for seat in range(seats)]
