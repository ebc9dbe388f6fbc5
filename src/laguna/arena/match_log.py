"""A match on file, a line a game: written as each game ends, read again to go on where it stopped."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from laguna.arena.match import ArenaMatch, MatchFailed, PlayedGame
from laguna.crew.installation import SOURCES, hash_of
from laguna.games import GAMES

FILE_NAME = "match.jsonl"
_HASHED_PACKAGES = ("core", "games", "bots")
"""The packages that decide how a game goes."""


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


@cache
def program(key: str) -> str:
    """A short hash of the sources that decide how a game goes: not those of the other games."""
    others = GAMES.keys() - {key}
    sources = (path for package in _HASHED_PACKAGES for path in (SOURCES / package).rglob("*.py"))
    return hash_of(path for path in sources if not others & {*path.relative_to(SOURCES).parts, path.stem})


def check_header(path: Path, line: bytes, wanted: MatchHeader) -> None:
    """Raise `MatchFailed` unless a file begins with the header that is wanted."""
    try:
        found = msgspec.json.decode(line, type=MatchHeader)
    except msgspec.MsgspecError as error:
        raise MatchFailed(f"{path} is no match of an arena; choose another folder.") from error
    there, here = _plain(found), _plain(wanted)
    for name, value in here.items():
        if there[name] != value:
            raise MatchFailed(
                f"{path} holds another match: {name} is {_told(there[name])} there and {_told(value)} now; "
                "choose another folder."
            )


@contextmanager
def told_if_not_written(path: Path) -> Iterator[None]:
    """Raise `MatchFailed` where a file cannot be written: the error alone would not name it."""
    try:
        yield
    except OSError as error:
        raise MatchFailed(f"{path} cannot be written: {error.strerror or error}.") from error


class MatchLog:
    """The file of a match in a folder. A context: `played` has the games that are there, `add` writes another.

    A last line that was torn off in the middle is dropped. Raises `MatchFailed` for the file of another match.
    """

    def __init__(self, folder: Path, match: ArenaMatch) -> None:
        self._path = folder / FILE_NAME
        self._header = header_of(match)
        self.played: dict[int, PlayedGame] = {}

    def __enter__(self) -> Self:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._path.open("a+b")
        try:
            self._resume()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def add(self, game: PlayedGame) -> None:
        """Write a game down at once. Raises `MatchFailed` where that cannot be done."""
        self._write(game)
        self.played[game.game] = game

    def _close(self) -> None:
        """Close the file, which tries again to write what could not be written, and was told of."""
        with suppress(OSError):
            self._file.close()

    def _write(self, line: MatchHeader | PlayedGame) -> None:
        with told_if_not_written(self._path):
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()

    def _resume(self) -> None:
        self._file.seek(0)
        text = self._file.read()
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if lines:
            check_header(self._path, lines[0], self._header)
        for number, line in enumerate(lines[1:], 2):
            game = self._read(line, number)
            self.played.setdefault(game.game, game)
        self._file.truncate(len(whole))
        if not lines:
            self._write(self._header)

    def _read(self, line: bytes, number: int) -> PlayedGame:
        try:
            return msgspec.json.decode(line, type=PlayedGame)
        except msgspec.MsgspecError as error:
            raise MatchFailed(f"Line {number} of {self._path} is no game of a match; choose another folder.") from error


def _plain(header: MatchHeader) -> dict[str, Any]:
    """Everything a header says, by name."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(header))
    return {**plain.pop("match"), **plain}


def _told(value: object) -> str:
    return msgspec.json.encode(value).decode() if isinstance(value, (dict, list, type(None))) else str(value)
