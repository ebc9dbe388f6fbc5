"""`laguna types`: the browser's types, made from the server's."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from laguna.cli import shared
from laguna.server.wire import typescript

DEFAULT_FOLDER = Path("web/src")
"""Where the browser's sources are."""


def types(
    game: shared.GameOffered = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help=f"Write a file with what all games share, and one for each game with a folder of its own there; "
            f"they are kept in {DEFAULT_FOLDER}.",
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help=f"Only see whether they are up to date, in --out or {DEFAULT_FOLDER}.")
    ] = False,
) -> None:
    """Write everything that goes over the wire as TypeScript types: what all games share, or what is GAME's own.

    Example: laguna types mahe

    Example: laguna types --out web/src
    """
    if game is not None and (check or out is not None):
        raise shared.CommandError("The types of a single game are only printed: leave out GAME, or --out and --check.")
    if game is not None:
        sys.stdout.write(typescript.game_module(shared.find_game(game).key))
    elif check:
        for path, text in typescript.sources(out or DEFAULT_FOLDER).items():
            _check(path, text, out or DEFAULT_FOLDER)
    elif out is not None:
        for path, text in typescript.sources(out).items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
    else:
        sys.stdout.write(typescript.shared_module())


def _check(path: Path, written: str, root: Path) -> None:
    if not path.is_file():
        raise shared.CommandError(f"{path} is not there; `laguna types` with --out {root} writes it.")
    if path.read_text("utf-8") != written:
        raise shared.CommandError(f"{path} is not up to date; `laguna types` with --out {root} mends it.")
    shared.stdout_console().print(f"{path} is up to date.", markup=False, soft_wrap=True)
