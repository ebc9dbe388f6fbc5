"""`laguna check`: whether a game keeps the laws that every game keeps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from laguna.cli import shared
from laguna.games import PLUGINS

if TYPE_CHECKING:
    from laguna.laws.check import Finding

MAX_GAMES = 1_000_000
DEFAULT_GAMES = 200
EXIT_LAWS_BROKEN = 1
"""The exit code where a law is broken."""


def check(
    game: shared.GameName,
    games: Annotated[int, typer.Option(metavar="N", help="Compiled games of each way to play.")] = DEFAULT_GAMES,
    tests: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Where every numbered rule has a test with its number.", show_default=False
        ),
    ] = None,
    as_json: shared.Json = False,
) -> None:
    """Look at every law that a game keeps, over all seat counts and the usual sets of options.

    Example: laguna check mahe --games 2000 --tests tests/games/mahe
    """
    shared.check_range("--games", games, 1, MAX_GAMES)
    if tests is not None and not tests.is_dir():
        raise shared.CommandError(f"{tests} is no folder; --tests wants the one with the tests of the game's rules.")
    plugin = PLUGINS[shared.find_game(game).key]

    from laguna.laws.check import check_laws  # noqa: PLC0415 - Numba only where it is wanted

    console, found = shared.stdout_console(), []
    with shared.waiting(f"{plugin.game.key}: looking, and compiling what is not compiled yet"):
        for finding in check_laws(plugin, games=games, tests=tests):
            found.append(finding)
            if not as_json:
                _show(console, finding)
    broken = sum(finding.broken is not None for finding in found)
    if as_json:
        shared.print_json({"game": plugin.game.key, "broken": broken, "laws": found})
    else:
        kept = f"{plugin.game.key} keeps {len(found) - broken} of {len(found)} laws"
        console.print(f"{kept} ({sum(finding.seconds for finding in found):.1f} s).", soft_wrap=True)
    if broken:
        raise typer.Exit(EXIT_LAWS_BROKEN)


def _show(console: Console, finding: Finding) -> None:
    """A line for the law, and one for where it is broken."""
    sign = "[green]✓[/]" if finding.broken is None else "[red]✗[/]"
    looked = f"[dim]{finding.looked_at}, {finding.seconds:.1f} s[/]"
    console.print(f"{sign} {escape(finding.law)} – {looked}", soft_wrap=True)
    if finding.broken is not None:
        console.print(f"  {finding.states}", markup=False, soft_wrap=True)
        console.print(f"  {finding.broken}", style="red", markup=False, soft_wrap=True)
