"""The terminal game's session, apart from the command line."""

from __future__ import annotations

import io
from contextlib import nullcontext

import pytest
from rich.console import Console

from laguna.core.luck import RecordedLuck, SeededLuck
from laguna.core.words import Voice, words_of
from laguna.games import GAMES
from laguna.terminal.opponents import Opponents
from laguna.terminal.session import Session


class Typist(Console):
    """A console at which everything to be typed is known beforehand."""

    def __init__(self, *typed: str) -> None:
        super().__init__(file=io.StringIO(), width=100)
        self._typed = list(typed)

    def input(self, *_args: object, **_kwargs: object) -> str:
        if not self._typed:
            raise EOFError
        return self._typed.pop(0)


def opponents_draws(key: str, typed: str) -> int:
    """How often the opponents' luck is asked in a game that is left after the first answer."""
    game, luck = GAMES[key], RecordedLuck(SeededLuck(2))
    voice = Voice(words_of(f"laguna.games.{key}", "en"), ["Ania", "Bartek"])
    options = game.read_options({game.seat_option: 0})
    with Opponents(game, ["random"], luck, nullcontext) as opponents:
        assert not Session(game, options, voice, SeededLuck(1), opponents, Typist(typed)).play()
    return len(luck.take()[0])


def test_choosing_a_listed_move_leaves_the_opponents_luck_alone():
    assert opponents_draws("mahe", "1") == 0


def test_a_surprise_is_drawn():
    assert opponents_draws("kuna_yala", "1") == 1


@pytest.mark.parametrize("key", GAMES)
def test_a_number_of_any_length_is_only_no_choice(key: str):
    opponents_draws(key, "9" * 10_000)
