"""`laguna analyse`: a finished game looked at again, to see what was skill and what was luck."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from laguna.bots.analysis import Analysis
from laguna.bots.analysis import analyse as look_again
from laguna.bots.analysis_jobs import AnalysisJob, analyse_record
from laguna.bots.pool import BotPool
from laguna.cli import shared
from laguna.cli.crews import Cores, Ray, crew_of, wanted_cores
from laguna.cli.finished_games import analysis_jobs, check_analysable, counted, finished_game, finished_games
from laguna.cli.records import check_game, in_file, opened
from laguna.core.advice import Moment, Saying
from laguna.core.bot import Budget
from laguna.core.game import Move
from laguna.core.record import Record, game_of
from laguna.core.words import Voice
from laguna.crew.crew import Crew, in_order
from laguna.games import GAMES

COSTLIEST, LUCKIEST = 8, 5
MAX_BUDGET_MS = 60_000
MAX_ITERATIONS = 100_000_000


class GameAnalysis(msgspec.Struct, frozen=True):
    """The analysis of one of many games: the how many-th of its file."""

    file: str
    number: int
    analysis: Analysis


def analyse(  # noqa: PLR0913, PLR0917 - the options of a command
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Files of records; of one, its first game.", show_default=False),
    ],
    game: Annotated[int, typer.Option(metavar="N", help="The N-th game of the file.")] = 1,
    every: Annotated[
        bool, typer.Option("--all", help="Every game of the files, a line each, as where there are several files.")
    ] = False,
    budget: Annotated[int, typer.Option(metavar="MS", help="How long to think about a move, in milliseconds.")] = 100,
    iterations: Annotated[
        int | None,
        typer.Option(metavar="N", help="Iterations a move instead: the same answer every time.", show_default=False),
    ] = None,
    at_a_time: Cores = None,
    ray: Ray = None,
    lang: shared.Lang = None,
    as_json: shared.Json = False,
) -> None:
    """Tell where a finished game was lost and won: what each mistake cost, and how much was luck.

    Every decision is judged by what its player could know then. Many games are told in English, in their order, a line
    each; with --json each line is JSON.

    Example: laguna analyse game.jsonl --lang pl

    Example: laguna analyse games/records/*.jsonl --json --ray auto
    """
    thinking = _budget(budget, iterations)
    if every or len(files) > 1:
        _analyse_many(files, thinking, partial(crew_of, at_a_time, ray), as_json=as_json)
        return
    [file] = files
    records = opened(file)
    check_game(file, records, game)
    record = records[game - 1]
    check_analysable(file, record)
    if ray is None:
        found = _analysed(file, record, thinking, wanted_cores(at_a_time))
    else:
        with crew_of(at_a_time, ray) as crew:
            job = AnalysisJob(str(finished_game(file, game, record)), record, thinking)
            [(_, found)] = crew.do(analyse_record, [job])
    if as_json:
        shared.print_json(found)
    else:
        words = shared.words_for(game_of(record, GAMES), shared.language(lang))
        _Report(found, Voice(words), shared.stdout_console()).print()


def _budget(milliseconds: int, iterations: int | None) -> Budget:
    shared.check_range("--budget", milliseconds, 1, MAX_BUDGET_MS)
    if iterations is None:
        return Budget(seconds=milliseconds / 1000)
    shared.check_range("--iterations", iterations, 1, MAX_ITERATIONS)
    return Budget(iterations=iterations)


def _analysed(file: Path, record: Record, budget: Budget, at_once: int) -> Analysis:
    """One game, its decisions thought through side by side."""
    thinking = shared.progress(f"{file.name}: thinking", len(record.moves))
    with in_file(file), thinking as done, BotPool(at_once) as pool:
        return pool.wait(look_again(record, GAMES, pool, budget, done, at_once=at_once))


def _analyse_many(files: list[Path], budget: Budget, open_crew: Callable[[], Crew], *, as_json: bool) -> None:
    """Every game of the files, a worker each."""
    games = finished_games(files)
    with open_crew() as crew, shared.progress("thinking", len(games)) as done:
        found = crew.do(analyse_record, analysis_jobs(games, budget))
        for game, analysis in zip(games, in_order(counted(found, done)), strict=True):
            if as_json:
                shared.print_json(GameAnalysis(str(game.file), game.number, analysis))
            else:
                sys.stdout.write(_line(str(game), analysis) + "\n")


def _line(origin: str, analysis: Analysis) -> str:
    """An analysis on one line."""
    players = (
        f"player {account.seat + 1} {_percent(account.result)}, mistaken in {account.mistakes} of {account.decisions} "
        f"decisions {_signed(-account.own)}, luck {_signed(account.luck)}"
        for account in analysis.accounts
    )
    return f"{origin}: {analysis.game}; {'; '.join(players)}"


class _Report:
    """An analysis for people."""

    def __init__(self, found: Analysis, voice: Voice, console: Console) -> None:
        self._found = found
        self._voice = voice
        self._console = console

    def print(self) -> None:
        """Accounts, the costliest moves, the greatest luck."""
        self._accounts()
        self._console.rule(self._say("costly_title"))
        costly = sorted((each for each in self._found.verdicts if each.better), key=lambda each: -each.lost)
        for verdict in costly[:COSTLIEST]:
            self._line(
                "costly",
                moment=self._moment(verdict.moment),
                seat=verdict.seat,
                move=self._called(verdict.move, verdict.told, verdict.figures),
                better=self._called(verdict.better, verdict.better_told, verdict.better_figures),
                lost=_percent(verdict.lost),
                points=self._decimal(verdict.points_lost),
            )
        if not costly:
            self._line("no_mistakes")
        self._slips()
        self._console.rule(self._say("swings_title"))
        swings = [(each.swing[seat], each.number, seat) for each in self._found.verdicts for seat in self._seats()]
        for swing, number, seat in sorted(swings, reverse=True)[:LUCKIEST]:
            self._line("swing", number=number, seat=seat, swing=_signed(swing))

    def _slips(self) -> None:
        """Good decisions that a hand spoiled, the worst first."""
        slips = sorted((each for each in self._found.verdicts if each.slipped), key=lambda each: -each.slipped)
        for verdict in slips[:COSTLIEST]:
            self._line(
                "slipped",
                moment=self._moment(verdict.moment),
                seat=verdict.seat,
                move=self._called(verdict.move, verdict.told, verdict.figures),
                lost=_percent(verdict.slipped),
            )

    def _accounts(self) -> None:
        table = Table(title=self._say("account_title"))
        for name in ("player", "fair", "own", "others", "luck", "result", "mistakes"):
            table.add_column(self._say(f"account_{name}"), justify="left" if name == "player" else "right")
        for account in self._found.accounts:
            fair, own, others, result = (
                round(100 * part) / 100 for part in (account.fair, account.own, account.others, account.result)
            )
            table.add_row(
                self._voice.words.name("seat", account.seat, self._voice.players),
                _percent(fair),
                _signed(-own),
                _signed(others),
                _signed(result - fair + own - others),  # luck is the rest: whole percents add up, too
                _percent(result),
                self._say("of_decisions", mistakes=account.mistakes, decisions=account.decisions),
            )
        self._console.print(table)

    def _called(self, move: Move | None, told: Saying | None, figures: Saying | None) -> str:
        """A move within a sentence, with its figures."""
        if move is None:
            return ""
        called = self._voice.move(move).rstrip("!.") if told is None else self._voice.hint(told)
        return called if figures is None else f"{called} ({self._voice.hint(figures)})"

    def _moment(self, moment: Moment) -> str:
        return self._say(f"moment_{moment.chapter}", number=moment.number)

    def _decimal(self, number: float) -> str:
        text = f"{number:.1f}"
        return text.replace(".", ",") if self._voice.words.lang == "pl" else text

    def _seats(self) -> range:
        return range(len(self._found.accounts))

    def _line(self, key: str, **facts: object) -> None:
        self._console.print(self._say(key, **facts), markup=False)

    def _say(self, key: str, **facts: object) -> str:
        return self._voice.words.say("cli", key, facts, self._voice.players)


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _signed(change: float) -> str:
    return f"{100 * change:+.0f} %".replace("-", "−")
