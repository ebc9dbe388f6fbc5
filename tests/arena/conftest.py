"""Two bots that take no time: random play and a beginner, at Mahé."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Iterator

import pytest

from arena.fixture_types import Answer, Play, Run
from laguna.arena.game_jobs import played_games, prepare
from laguna.arena.match import ArenaMatch, PlayedGame
from laguna.cli import main
from laguna.crew.local_crew import LocalCrew


@pytest.fixture(scope="session")
def match() -> ArenaMatch:
    return ArenaMatch(game="mahe", seats=3, bots=("beginner", "random"), seed=7)


@pytest.fixture(scope="session")
def crew() -> Iterator[LocalCrew]:
    with LocalCrew(1) as started:
        yield started


@pytest.fixture(scope="session")
def play(crew: LocalCrew) -> Play:
    """Play games of a match; in the order of their numbers."""

    def played(match: ArenaMatch, numbers: Iterable[int]) -> list[PlayedGame]:
        prepare(crew, match)
        return sorted(played_games(crew, match, numbers), key=lambda game: game.game)

    return played


@pytest.fixture(scope="session")
def games(match: ArenaMatch, play: Play) -> list[PlayedGame]:
    """Twenty rounds."""
    return play(match, range(40))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Type a command, in this very process. Nobody sits at a terminal."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))

    def typed(*words: object) -> Answer:
        code = main([str(word) for word in words])
        return Answer(code, *capsys.readouterr())

    return typed
