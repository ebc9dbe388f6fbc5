"""Finished games on file, for commands that have all of them looked at again: a job each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, TypeVar

from laguna.bots.analysis import check_finished
from laguna.bots.analysis_jobs import AnalysisJob
from laguna.bots.levels import check_installed_for
from laguna.cli.records import in_file, opened
from laguna.core.bot import ADVISER, Budget
from laguna.core.record import Record, game_of, read
from laguna.games import GAMES

T = TypeVar("T")


class FinishedGame(NamedTuple):
    """The how many-th game of a file. No other game has its commitment."""

    file: Path
    number: int
    commitment: str

    def __str__(self) -> str:
        """What it is called in a sentence."""
        return f"{self.file}, game {self.number}"


def finished_games(files: Iterable[Path]) -> list[FinishedGame]:
    """All games of these files. Raises as `check_analysable` does, before anybody thinks."""
    games: list[FinishedGame] = []
    for file in files:
        for number, record in enumerate(opened(file), 1):
            check_analysable(file, record)
            games.append(finished_game(file, number, record))
    return games


def finished_game(file: Path, number: int, record: Record) -> FinishedGame:
    """A game of a file."""
    return FinishedGame(file, number, record.header.commitment)


def check_analysable(file: Path, record: Record) -> None:
    """Raise `BadRecord` or `ModuleNotFoundError` for what cannot be analysed."""
    with in_file(file):
        check_installed_for(game_of(record, GAMES).key, ADVISER)
        check_finished(record)


def analysis_jobs(games: Iterable[FinishedGame], budget: Budget) -> Iterator[AnalysisJob]:
    """The analyses of these games of `finished_games`. Files are read once more, so that no more than one is kept."""
    for file, of_file in groupby(games, lambda game: game.file):
        records = read(file)
        for game in of_file:
            yield AnalysisJob(str(game), records[game.number - 1], budget)


def counted(results: Iterable[T], done: Callable[[int], None]) -> Iterator[T]:
    """The same results, each counted as it comes."""
    for result in results:
        done(1)
        yield result
