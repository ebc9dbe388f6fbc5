"""`laguna bench`: moves a second, plain and compiled, beside OpenSpiel; and the search, in iterations a second."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from laguna import benchmark
from laguna.benchmark import KERNEL_KINDS, Measurement, Report, Unit
from laguna.cli import shared
from laguna.core.luck import SeededLuck
from laguna.core.ruled import RuledGame
from laguna.games import GAMES

MIN_ROUND_S, MAX_ROUND_S = 0.001, 60.0
MAX_ROUNDS = 1000
TITLES: dict[Unit, str] = {"moves": "Random play", "iterations": "Search"}


def bench(  # noqa: PLR0913, PLR0917 - the options of a command
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; else all.", show_default=False)
    ] = None,
    seats: shared.Seats = None,
    option: shared.Chosen = None,
    rounds: Annotated[int, typer.Option(metavar="N", help="How many rounds.")] = benchmark.ROUNDS,
    seconds: Annotated[float, typer.Option(metavar="SECONDS", help="Seconds for each in a round.")] = benchmark.ROUND_S,
    search: Annotated[bool, typer.Option(help="Measure the search, too.")] = True,
    loads: Annotated[bool, typer.Option(help="Time compiling and loading, in fresh processes.")] = True,
    as_json: shared.Json = False,
) -> None:
    """Measure random play in moves a second: plain, compiled on one thread, compiled on all cores.

    And the bots' search in iterations a second: on one thread, on all cores, and without heuristics (bare).

    Ship Ahoy does not run compiled: nearly all its time is physics.

    With OpenSpiel installed (the extra “bench”) four of its games are measured in the same run.

    Example: laguna bench mahe --rounds 7
    """
    shared.check_range("--rounds", rounds, 1, MAX_ROUNDS)
    shared.check_range("--seconds", seconds, MIN_ROUND_S, MAX_ROUND_S)
    chosen = {one.key: one for one in map(shared.find_game, game or GAMES)}
    plans = [(one, shared.seats_for(one, seats), shared.read_options(one, option)) for one in chosen.values()]
    report = _measured(plans, rounds, seconds, search=search, loads=loads)
    if as_json:
        shared.print_json(report)
    else:
        _show(report, shared.stdout_console())


def _measured(
    plans: list[tuple[shared.AnyGame, int, Any]], rounds: int, seconds: float, *, search: bool, loads: bool
) -> Report:
    for one, seats, options in plans:
        one.start(seats, options, SeededLuck(0))  # a bad option is told before anything is compiled
    ruled = [one for one, _, _ in plans if isinstance(one, RuledGame)]
    peers = benchmark.peers_available()
    native = ("compiled", "search", "bare") if search else ("compiled",)
    with shared.progress("compiling", len(ruled) * len(native)) as done:
        everybody = []
        for subject in benchmark.subjects(plans, search=search, peers=peers):
            everybody.append(subject)
            done(subject.mode in native and subject.threads == 1)
    with shared.progress("playing", rounds * len(everybody)) as done:
        rows = benchmark.measured(everybody, rounds, seconds, done)
    loaded = [(game, kernels) for game in ruled for kernels in KERNEL_KINDS if loads and (search or kernels == "rules")]
    with shared.progress("loading", len(loaded) * (1 + benchmark.FRESH_STARTS)) as done:
        times = [benchmark.load_times(game, kernels, done) for game, kernels in loaded]
    return Report(rows=rows, loads=times, ratios=benchmark.ratios(rows), peers=peers)


def _show(report: Report, console: Console) -> None:
    for unit, title in TITLES.items():
        rows = [row for row in report.rows if row.unit == unit]
        if rows:
            console.print(_speeds(f"{title}, median of the rounds", unit, rows))
    table = _table("Ratios", ["ratio", "game"], ["times"])
    for name, games in report.ratios.items():
        for game, times in games.items():
            table.add_row(name.replace("_", " "), game, f"{times:,.2f}" if times < 10 else f"{times:,.0f}")
    console.print(table)
    if report.loads:
        seconds = ["first compile", "all kernels", "cached load", "import of Numba"]
        table = _table("Seconds until they run compiled", ["game", "kernels"], seconds)
        for load in report.loads:
            found = (load.first_compile_s, load.all_kernels_s, load.cached_load_s, load.numba_import_s)
            table.add_row(load.game, load.kernels, *(f"{each:.2f}" for each in found))
        console.print(table)
    if not report.peers:
        console.print("OpenSpiel is not installed; the extra “bench” brings it.", style="dim")


def _speeds(title: str, unit: Unit, rows: list[Measurement]) -> Table:
    table = _table(title, ["game", "mode"], ["threads", f"{unit}/s", "spread", "time"])
    table.add_column("played with")
    for row in rows:
        spread = (max(row.rounds) - min(row.rounds)) / max(1, row.per_s)
        table.add_row(row.game, row.mode, str(row.threads), f"{row.per_s:,}", f"{spread:.0%}", row.clock, _how(row))
    return table


def _table(title: str, names: list[str], numbers: list[str]) -> Table:
    table = Table(title=title, title_justify="left", box=None)
    for name in names:
        table.add_column(name, no_wrap=True)
    for number in numbers:
        table.add_column(number, justify="right", no_wrap=True)
    return table


def _how(row: Measurement) -> str:
    """Seats, and the options that are not as usual."""
    usual = {} if row.mode == "openspiel" else msgspec.to_builtins(GAMES[row.game].options())
    chosen = [f"{name}={value}" for name, value in row.options.items() if value != usual[name]]
    return ", ".join([f"{row.seats} players", *chosen])
