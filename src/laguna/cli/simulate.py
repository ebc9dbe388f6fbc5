"""`laguna simulate`: random play, plain or compiled, and its records."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from rich.table import Table

from laguna import simulation
from laguna.cli import shared
from laguna.core.luck import SeededLuck
from laguna.core.record import MAX_FILE_BYTES
from laguna.core.ruled import RuledGame
from laguna.simulation import Summary, simulate_compiled, simulate_plain

MAX_GAMES = 2**32
"""A game's number has so many values: more games would be the same ones again."""


def simulate(  # noqa: PLR0913, PLR0917 - the options of a command
    game: shared.GameName,
    games: Annotated[int, typer.Option(metavar="N", help="How many games.")] = 1000,
    seats: shared.Seats = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same games.")] = 0,
    option: shared.Chosen = None,
    compiled: Annotated[bool, typer.Option("--compiled", help="Play at native speed: the same games.")] = False,
    record: shared.RecordTo = None,
    force: shared.Force = False,
    as_json: shared.Json = False,
) -> None:
    """Let random players play many games, and sum up.

    Example: laguna simulate mahe --games 10000 --seats 5 --seed 7 --option advanced=yes --compiled
    """
    shared.check_range("--games", games, 1, MAX_GAMES)
    shared.check_range("--seed", seed, 0, shared.MAX_SEED)
    chosen = shared.find_game(game)
    count = shared.seats_for(chosen, seats)
    options = shared.read_options(chosen, option)
    chosen.start(count, options, SeededLuck(seed))  # a bad option is told before any file is made
    fast = shared.ruled(chosen) if compiled else None
    plan = (count, options, seed)
    with nullcontext() if record is None else shared.new_file(record, force=force) as file:
        if fast is not None:
            _compile(fast, count, options)
        with shared.progress(f"{chosen.key}: playing", games) as done:
            summary = (
                simulate_compiled(fast, *plan, games, done) if fast else simulate_plain(chosen, *plan, games, done)
            )
        if file is not None:
            with shared.progress(f"{chosen.key}: recording", games) as done:
                _record(file, chosen, plan, games, done)
    if as_json:
        shared.print_json(summary)
    else:
        _show(summary, record)


def _compile(game: RuledGame[Any, Any, Any], seats: int, options: Any) -> None:  # noqa: ANN401
    """Compile or load the rules. They stay in memory, so that the games then start at once."""
    with shared.waiting(f"{game.key}: compiling, which the next start need not"):
        from laguna.core.compiled.runner import Runner  # noqa: PLC0415 - Numba only where it is wanted

        Runner(game.rules, game.prepared(seats, options)).run(0, 0, 0)


def _record(
    file: TextIO,
    game: shared.AnyGame,
    plan: tuple[int, Any, int],
    games: int,
    done: Callable[[int], None],
) -> None:
    """The same games again through `Game.play`, one record after another, as many as can be read again."""
    written = 0
    for number in range(games):
        text = simulation.recorded(game, *plan, number)
        written += len(text.encode())
        if written > MAX_FILE_BYTES:
            raise shared.CommandError(
                f"A file of records holds {MAX_FILE_BYTES >> 20} MB at most: {number} of these games, no more."
            )
        file.write(text)
        done(1)


def _show(summary: Summary, record: Path | None) -> None:
    console = shared.stdout_console()
    speed = summary.moves / max(summary.seconds, 1e-9)
    console.print(
        f"{summary.game}, {summary.seats} players: {summary.finished:,} of {summary.games:,} games finished, "
        f"{summary.moves:,} moves in {summary.seconds:.2f} s ({speed:,.0f} moves/s).",
        soft_wrap=True,
    )
    table = Table("player", box=None)
    table.add_column("wins", justify="right")
    table.add_column("share", justify="right")
    table.add_column("mean score", justify="right")
    for seat, (wins, score) in enumerate(zip(summary.wins, summary.mean_score, strict=True), 1):
        table.add_row(str(seat), f"{wins:,}", f"{wins / max(1, summary.finished):.1%}", f"{score:.2f}")
    console.print(table)
    if record is not None:
        console.print(f"The records: {record}", markup=False, soft_wrap=True)
