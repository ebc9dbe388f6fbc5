"""`laguna encodings`: what a learner sees of a game, number by number."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from laguna.cli import shared
from laguna.core.encoding_reference import encoding_reference
from laguna.games import GAMES, PLUGINS

DEFAULT_FOLDER = Path("docs/encodings")
"""Where the documentation has them."""


def encodings(
    game: shared.GameOffered = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help=f"Write a file for each game, or for GAME; they are kept in {DEFAULT_FOLDER}."
        ),
    ] = None,
) -> None:
    """Show what a learner sees of a game: every part of an observation, its numbers and its rule.

    Example: laguna encodings mahe

    Example: laguna encodings --out docs/encodings
    """
    encoded = [key for key in GAMES if PLUGINS[key].encoding is not None]
    if game is None and out is None:
        raise shared.CommandError(f"Name a game, or a folder for all of them with --out: {', '.join(encoded)}.")
    for key in encoded if game is None else (shared.find_game(game).key,):
        text = written(key)
        if out is None:
            sys.stdout.write(text)
        else:
            out.mkdir(parents=True, exist_ok=True)
            (out / f"{key}.md").write_text(text, "utf-8", newline="\n")


def written(key: str) -> str:
    """The encoding of a game, as Markdown. Raises `CommandError`."""
    encoding = PLUGINS[key].load_encoding()
    if encoding is None:
        raise shared.CommandError(f"{key} does not say how it looks to a learner.")
    return encoding_reference(key, shared.words_for(GAMES[key], "en").template("game", "title"), encoding)
