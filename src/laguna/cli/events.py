"""`laguna events`: what happens in a game, in which order, and who sees it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from laguna.cli import shared
from laguna.core.event_reference import reference
from laguna.games import GAMES

DEFAULT_FOLDER = Path("docs/events")
"""Where the documentation has them."""


def events(
    game: shared.GameOffered = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help=f"Write a file for each game, or for GAME; they are kept in {DEFAULT_FOLDER}."
        ),
    ] = None,
) -> None:
    """Show the events of a game: in which order they come, what each one tells, and who sees it.

    Example: laguna events mahe

    Example: laguna events --out docs/events
    """
    if game is None and out is None:
        raise shared.CommandError(f"Name a game, or a folder for all of them with --out: {', '.join(GAMES)}.")
    for key in GAMES if game is None else (shared.find_game(game).key,):
        text = written(key)
        if out is None:
            sys.stdout.write(text)
        else:
            (out / f"{key}.md").write_text(text, "utf-8", newline="\n")


def written(key: str) -> str:
    """The events of a game, as Markdown."""
    return reference(GAMES[key], shared.words_for(GAMES[key], "en").template("game", "title"))
