"""`laguna arena`: bots against each other, and how sure the outcome is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from laguna.arena.game_jobs import played_games, prepare
from laguna.arena.interval import Estimate
from laguna.arena.match import ArenaMatch, PlayedGame
from laguna.arena.match_log import MatchLog
from laguna.arena.policies import digests
from laguna.arena.report import percent, plain_figures, report
from laguna.arena.result import MatchResult, result
from laguna.bots.levels import REFERENCE_BOTS, check_installed_for
from laguna.bots.policy_name import policy_path
from laguna.cli import shared
from laguna.cli.crews import Cores, Ray, crew_of
from laguna.core.bot import LEVELS, Budget
from laguna.core.luck import SeededLuck
from laguna.core.missing import check_installed
from laguna.crew.crew import Crew

MAX_GAMES = 10_000_000
MAX_BUDGET_MS = 60_000
MAX_ITERATIONS = 100_000_000
REPORT_FILE = "report.html"

BotNames = Annotated[
    str,
    typer.Option(
        "--bots", metavar="NAME,NAME…", help=f"Who plays: {', '.join((*LEVELS, *REFERENCE_BOTS))}, policy:FILE."
    ),
]


def arena(  # noqa: PLR0913, PLR0917 - the options of a command
    game: shared.GameName,
    bots: BotNames,
    seats: shared.Seats = None,
    games: Annotated[int, typer.Option(metavar="N", help="How many games, rounded up to whole rounds.")] = 100,
    budget: Annotated[
        float | None, typer.Option(metavar="MS", help="Milliseconds a move for bots that search; else their own.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", help="Iterations a move instead: the same games every time.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same luck.")] = 0,
    option: shared.Chosen = None,
    at_a_time: Cores = None,
    ray: Ray = None,
    as_json: shared.Json = False,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--report", metavar="DIR", help="Keep games and a page with plots there, and go on from what is there."
        ),
    ] = None,
) -> None:
    """Let bots play against each other, seats rotated, and tell who is better and how sure that is.

    In a round the names go through all seats with the same luck; with fewer names than seats a name holds several.

    With --report an interrupted match goes on where it stopped.

    Example: laguna arena duck --bots good,strong --seats 4 --games 200 --report duck-good-strong
    """
    shared.check_range("--games", games, 1, MAX_GAMES)
    shared.check_range("--seed", seed, 0, shared.MAX_SEED)
    chosen = shared.find_game(game)
    count = shared.seats_for(chosen, seats)
    options = shared.read_options(chosen, option)
    chosen.start(count, options, SeededLuck(seed))  # a bad option is told before anything is begun
    names = bot_names(bots)
    if len(names) < 2:
        raise shared.CommandError("A match is between at least two bots: write --bots good,strong.")
    check_installed_to_play(chosen.key, names)
    match = ArenaMatch(
        game=chosen.key,
        seats=count,
        bots=names,
        seed=seed,
        options=msgspec.to_builtins(options),
        budgets=_budgets(names, budget, iterations),
        policies=digests(names, chosen.key, count),
    )
    with crew_of(at_a_time, ray) as crew:
        found, played = _played(match, match.games(games), crew, folder)
    if folder is not None:
        with shared.new_file(folder / REPORT_FILE, force=True) as file:
            file.write(report(found, played))
    if as_json:
        shared.print_json(found)
    else:
        _show(found, folder)


def check_installed_to_play(game: str, names: Iterable[str]) -> None:
    """Raise `ModuleNotFoundError` if these bots, or their ratings, need a package that is not installed."""
    check_installed("openskill")
    for name in names:
        check_installed_for(game, name)


def bot_names(typed: str) -> tuple[str, ...]:
    """The bots that were typed. Raises `CommandError`."""
    names = tuple(map(shared.bot_name, filter(str.strip, typed.split(","))))
    for name in names:
        if name not in (*LEVELS, *REFERENCE_BOTS) and policy_path(name) is None:
            raise shared.CommandError(
                f"There is no bot “{name}”. The bots are: {', '.join((*LEVELS, *REFERENCE_BOTS))}, and policy:FILE."
            )
        if names.count(name) > 1:
            raise shared.CommandError(f"{name} is named twice; with fewer names than seats each holds several anyway.")
    return names


def _budgets(names: tuple[str, ...], milliseconds: float | None, iterations: int | None) -> dict[str, Budget]:
    if milliseconds is not None and iterations is not None:
        raise shared.CommandError("--budget and --iterations exclude each other.")
    if milliseconds is not None:
        shared.check_range("--budget", milliseconds, 1, MAX_BUDGET_MS)
        return dict.fromkeys(names, Budget(seconds=milliseconds / 1000))
    if iterations is not None:
        shared.check_range("--iterations", iterations, 1, MAX_ITERATIONS)
        return dict.fromkeys(names, Budget(iterations=iterations))
    return {}


def _played(match: ArenaMatch, games: int, crew: Crew, folder: Path | None) -> tuple[MatchResult, list[PlayedGame]]:
    """Play what is missing of a match, and sum up its first `games` games."""
    if folder is None:
        played: dict[int, PlayedGame] = {}
        for game in _games(match, range(games), crew):
            played[game.game] = game
    else:
        with MatchLog(folder, match) as log:
            played = log.played
            _go_on(log, match, games, crew, folder)
    listed = [played[number] for number in range(games)]
    found = result(match, listed)
    assert found is not None, "whole rounds were played"  # noqa: S101
    return found, listed


def _go_on(log: MatchLog, match: ArenaMatch, games: int, crew: Crew, folder: Path) -> None:
    missing = [number for number in range(games) if number not in log.played]
    try:
        for game in _games(match, missing, crew):
            log.add(game)
    except KeyboardInterrupt:
        there = len(log.played)
        shared.print_error(f"{there:,} games of {games:,} are kept in {folder}; the same command goes on from there.")
        raise


def _games(match: ArenaMatch, numbers: range | list[int], crew: Crew) -> Iterator[PlayedGame]:
    """Have a crew play games, with a bar on stderr."""
    if not numbers:
        return
    with shared.waiting(f"{match.game}: the bots take their seats"):
        prepare(crew, match)
    with shared.progress(str(match), len(numbers)) as done:
        for game in played_games(crew, match, numbers):
            yield game
            done(1)


def _show(found: MatchResult, folder: Path | None) -> None:
    console, match = shared.stdout_console(), found.match
    console.print(
        f"{match.game}, {match.seats} players: {found.games:,} games in {found.rounds:,} rounds. "
        f"The fair share is {100 * found.fair:.1f} %; the intervals cover 95 %.",
        soft_wrap=True,
    )
    shares = _table("win rate", " ", "score share", " ")
    for row in found.rows:
        shares.add_row(
            escape(row.name), *(told for one in (row.win_rate, row.score_share) for told in _told(one, found.fair))
        )
    console.print(shares)
    figures = _table("mean score", "mean place", "rating", "moves a game", "ms a move")
    for row in found.rows:
        figures.add_row(escape(row.name), *plain_figures(row))
    console.print(figures)
    if found.unfinished:
        console.print(f"{found.unfinished:,} games were given up and are judged as they stood.")
    if folder is not None:
        console.print(f"The report: {folder / REPORT_FILE}", markup=False, soft_wrap=True)


def _table(*names: str) -> Table:
    table = Table("bot", box=None)
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _told(share: Estimate, fair: float) -> tuple[str, str]:
    return percent(share), ("", "▲", "▼")[share.side(fair)]
