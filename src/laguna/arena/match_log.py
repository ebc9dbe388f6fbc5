"""A match on file, a line a game: written as each game ends, read again to go on where it stopped."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from laguna.arena.match import ArenaMatch, PlayedGame
from laguna.crew.installation import program
from laguna.crew.work_log import WorkLog
from laguna.games import GAMES

FILE_NAME = "match.jsonl"
KIND = "match"
"""What a file holds that begins with a `MatchHeader`."""


class MatchHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: the match, and which program plays it."""

    match: ArenaMatch
    laguna: str
    rules: int
    """The version of the game's rules."""
    program: str
    """A hash of all sources that decide how a game goes."""


def header_of(match: ArenaMatch) -> MatchHeader:
    """A match, played by this very program."""
    return MatchHeader(
        match=match,
        laguna=importlib.metadata.version("laguna"),
        rules=GAMES[match.game].version,
        program=program(match.game),
    )


class MatchLog:
    """The file of a match in a folder: a `WorkLog`. `played` has the games that are there, by their numbers."""

    def __init__(self, folder: Path, match: ArenaMatch) -> None:
        self.played: dict[int, PlayedGame] = {}
        self._log = WorkLog(folder / FILE_NAME, header_of(match), PlayedGame, KIND)

    def __enter__(self) -> Self:
        for game in self._log.__enter__().found:
            self.played.setdefault(game.game, game)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._log.__exit__(kind, error, trace)

    def add(self, game: PlayedGame) -> None:
        """Write a game down at once. Raises `WorkFailed` where that cannot be done."""
        self._log.add(game)
        self.played[game.game] = game
