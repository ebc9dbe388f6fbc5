"""The terminal game's session, apart from the command line."""

from __future__ import annotations

import io
from contextlib import nullcontext

import pytest
from rich.console import Console

from laguna.core.game import Standing, TieBreak
from laguna.core.luck import RecordedLuck, SeededLuck
from laguna.core.words import Voice, words_of
from laguna.games import GAMES, PLUGINS
from laguna.terminal.opponents import Opponents
from laguna.terminal.result import print_standings
from laguna.terminal.session import TerminalSession


class Typist(Console):
    """A console at which everything to be typed is known beforehand."""

    def __init__(self, *typed: str) -> None:
        super().__init__(file=io.StringIO(), width=100)
        self._typed = list(typed)

    def input(self, *_args: object, **_kwargs: object) -> str:
        if not self._typed:
            raise EOFError
        return self._typed.pop(0)


def left_after(key: str, typed: str) -> tuple[RecordedLuck, str]:
    """The opponents' luck in a game that is left after the first answer, and what was shown."""
    game, luck, typist = GAMES[key], RecordedLuck(SeededLuck(2)), Typist(typed)
    voice = Voice(PLUGINS[key].words("en"), ["Ania", "Bartek"])
    options = game.read_options({game.seat_option: 0})
    with Opponents(game, ["random"], luck, nullcontext) as opponents:
        assert not TerminalSession(game, options, voice, SeededLuck(1), opponents, typist).play()
    return luck, typist.file.getvalue()


def opponents_draws(key: str, typed: str) -> int:
    """How often the opponents' luck is asked in a game that is left after the first answer."""
    return len(left_after(key, typed)[0].take()[0])


def test_choosing_a_listed_move_leaves_the_opponents_luck_alone():
    assert opponents_draws("mahe", "1") == 0


def test_a_surprise_is_drawn():
    assert opponents_draws("kuna_yala", "1") == 1


@pytest.mark.parametrize("typed", ["9" * 10_000, "?" + "M" * 10_000, "x" * 10_000], ids=["number", "rule", "word"])
@pytest.mark.parametrize("key", GAMES)
def test_something_of_any_length_is_only_no_choice_and_is_told_back_in_short(key: str, typed: str):
    _, shown = left_after(key, typed)
    assert typed[-1] * 30 in shown
    assert typed[-1] * 50 not in shown


def result(*standings: tuple[int, int, int], lang: str = "en") -> str:
    """What is printed of these standings in Mahé: place, eggs and cards of each."""
    console = Typist()
    voice = Voice(words_of("laguna.games.mahe", lang), ["Ania", "Bartek", "Celina"])
    told = [
        Standing(seat, place, eggs, {"cards": eggs, "beach": 0}, TieBreak("cards", "M19", cards))
        for seat, (place, eggs, cards) in enumerate(standings)
    ]
    print_standings(console, voice, told)
    return " ".join(console.file.getvalue().split())


def test_a_broken_tie_is_told_with_the_rule_and_the_counts():
    told = result((3, 9, 2), (1, 12, 4), (2, 9, 3))
    assert "the beach counting as one (M19): Celina 3 and Ania 2." in told
    assert "(M19): Celina 3 i Ania 2." in result((3, 9, 2), (1, 12, 4), (2, 9, 3), lang="pl")


def test_a_shared_place_or_different_points_need_no_tie_breaker():
    assert "M19" not in result((2, 9, 3), (1, 12, 4), (2, 9, 3))
    assert "M19" not in result((2, 9, 2), (1, 12, 4), (3, 8, 3))
