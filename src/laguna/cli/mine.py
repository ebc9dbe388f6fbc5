"""`laguna mine`: many games searched for the decisions that cost most."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from laguna.bots.analysis_jobs import MiningJob, mine_record
from laguna.bots.levels import REPEATABLE_ITERATIONS
from laguna.cli import shared
from laguna.cli.analyse import MAX_ITERATIONS
from laguna.cli.crews import Cores, Ray, crew_of
from laguna.cli.finished_games import FinishedGame, analysis_jobs, counted, finished_games
from laguna.core.bot import Budget
from laguna.crew.crew import Crew, in_order
from laguna.crew.installation import program
from laguna.crew.work_log import WorkLog
from laguna.games import GAMES

KIND = "search of games"


class MiningHeader(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of what was found: how it was looked for, and by which program."""

    least: float
    iterations: int
    laguna: str
    program: str
    """A hash of all sources that decide how games go."""


class MinedGame(msgspec.Struct, frozen=True):
    """What was found in a game: the how many-th of its file. Its commitment tells it from all others."""

    file: str
    number: int
    commitment: str
    decisions: tuple[msgspec.Raw, ...]
    """Verdicts as JSON: moves of any game are in them."""


def mine(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files of records.", show_default=False)],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Write what is found there, and go on from what is there.")],
    least: Annotated[
        float, typer.Option(metavar="PERCENT", help="What a decision has to have cost, as a chance to win.")
    ] = 10.0,
    iterations: Annotated[
        int, typer.Option(metavar="N", help="Iterations a move: the same answer every time.")
    ] = REPEATABLE_ITERATIONS,
    at_a_time: Cores = None,
    ray: Ray = None,
) -> None:
    """Search many games for the decisions that cost most, as puzzles, examples or data.

    Every game is a line of JSON, in the order of the files: each decision that could clearly have been better, with the
    better move and what was lost. An interrupted run goes on where it stopped, also with more games behind.

    Example: laguna mine duck-games/records/*.jsonl --out decisions.jsonl --least 15
    """
    shared.check_range("--least", least, 0, 100)
    shared.check_range("--iterations", iterations, 1, MAX_ITERATIONS)
    games = finished_games(files)
    header = MiningHeader(least=least, iterations=iterations, laguna=version("laguna"), program=program(*GAMES))
    with crew_of(at_a_time, ray) as crew, WorkLog(out, header, MinedGame, KIND) as log:
        mined = log.found
        _check_same(out, mined, games)
        try:
            for game in _searched(crew, games[len(mined) :], least / 100, Budget(iterations=iterations)):
                log.add(game)
                mined.append(game)
        except KeyboardInterrupt:
            shared.print_error(
                f"{len(mined):,} games of {len(games):,} are kept in {out}; the same command goes on from there."
            )
            raise
    count = sum(len(game.decisions) for game in mined)
    shared.stdout_console().print(
        f"{count:,} decisions of {len(games):,} games are in {out}.", markup=False, soft_wrap=True
    )


def _check_same(out: Path, mined: list[MinedGame], games: list[FinishedGame]) -> None:
    """Raise `CommandError` unless what was searched already are the first of the games."""
    if [game.commitment for game in mined] != [game.commitment for game in games[: len(mined)]]:
        raise shared.CommandError(f"{out} holds a search of other games; choose another place.")


def _searched(crew: Crew, games: list[FinishedGame], least: float, budget: Budget) -> Iterator[MinedGame]:
    """Have a crew search these games; each in its turn, with a bar on stderr."""
    jobs = (MiningJob(analysis, least) for analysis in analysis_jobs(games, budget))
    with shared.progress("searching", len(games)) as done:
        found = in_order(counted(crew.do(mine_record, jobs), done))
        for game, decisions in zip(games, found, strict=True):
            verdicts = tuple(msgspec.Raw(msgspec.json.encode(verdict)) for verdict in decisions)
            yield MinedGame(str(game.file), game.number, game.commitment, verdicts)
