"""`laguna ladder`: the levels of every game against each other, and a page about it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from laguna.arena.ladder import Rung, matches, play_ladder
from laguna.arena.ladder_page import ladder_page
from laguna.arena.match import ArenaMatch
from laguna.cli import shared
from laguna.cli.arena import MAX_BUDGET_MS, check_installed_to_play
from laguna.cli.crews import Cores, Ray, crew_of
from laguna.core.bot import Budget
from laguna.crew.crew import Crew
from laguna.games import GAMES

DEFAULT_MINUTES, QUICK_MINUTES = 240.0, 45.0
DEFAULT_BUDGET_MS = 1000.0
MAX_MINUTES = 100_000.0


def ladder(  # noqa: PLR0913, PLR0917 - the options of a command
    out: Annotated[Path, typer.Option(metavar="FILE", help="Write the page there, over what is there.")],
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; else all.", show_default=False)
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help=f"{QUICK_MINUTES:g} minutes in all, and a few ms a move for strong.")
    ] = False,
    minutes: Annotated[
        float | None, typer.Option(metavar="M", help=f"Minutes in all; else {DEFAULT_MINUTES:g}.", show_default=False)
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(
            metavar="MS", help=f"Milliseconds a move for strong; else {DEFAULT_BUDGET_MS:g}.", show_default=False
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed gives the same luck.")] = 0,
    at_a_time: Cores = None,
    ray: Ray = None,
    folder: Annotated[
        Path, typer.Option("--matches", metavar="DIR", help="Keep the games there, and go on from there.")
    ] = Path(".cache/ladder"),
) -> None:
    """Measure every level against the one below, in every game and for every number of players.

    A match stops when its outcome is clear, or its part of the time is used up. Started again, the matches that are
    clear stay, and the open ones go on.

    Example: laguna ladder mahe duck --minutes 60 --out docs/ladder.md
    """
    length = minutes if minutes is not None else QUICK_MINUTES if quick else DEFAULT_MINUTES
    milliseconds = DEFAULT_BUDGET_MS if budget is None else budget
    shared.check_range("--minutes", length, 0, MAX_MINUTES)
    shared.check_range("--budget", milliseconds, 1, MAX_BUDGET_MS)
    shared.check_range("--seed", seed, 0, shared.MAX_SEED)
    if out.is_dir() or not out.resolve().parent.is_dir():
        raise shared.CommandError(f"{out} cannot be written: --out wants the name of a file in a folder that is there.")
    keys = list(dict.fromkeys(shared.find_game(name).key for name in game or GAMES))
    strongs = None if quick and budget is None else Budget(seconds=milliseconds / 1000)
    wanted = matches(keys, seed, strongs)
    for match in wanted:
        check_installed_to_play(match.game, match.bots)
    with crew_of(at_a_time, ray) as crew:
        rungs = _play_matches(wanted, folder, crew, 60 * length)
        at_once = crew.size
    with shared.new_file(out, force=True) as file:
        file.write(ladder_page(rungs, seed, at_once))
    clear = sum(rung.side > 0 for rung in rungs)
    shared.stdout_console().print(
        f"{clear} of {len(rungs)} matches are clear. The ladder: {out}", markup=False, soft_wrap=True
    )


def _play_matches(wanted: list[ArenaMatch], folder: Path, crew: Crew, seconds: float) -> list[Rung]:
    rungs: list[Rung] = []
    try:
        with shared.progress("the ladder", len(wanted)) as done:
            for rung in play_ladder(wanted, folder, crew, seconds):
                rungs.append(rung)
                done(1)
    except KeyboardInterrupt:
        shared.print_error(f"The games so far are kept in {folder}; the same command goes on from there.")
        raise
    return rungs
