"""`laguna new-game`: the package of a game of one's own, playable at once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from laguna.cli import shared
from laguna.games import GAMES
from laguna.new_game import BadName, key_of, write_package


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called: sea_dice.", show_default=False)],
    folder: Annotated[
        Path | None,
        typer.Option("--in", metavar="DIR", help="The folder to put the package's folder into; else this one."),
    ] = None,
) -> None:
    """Write the package of a new game: a tiny one that plays and passes its tests, to be changed.

    Example: laguna new-game sea_dice --in ~/games
    """
    try:
        key = key_of(name)
    except BadName as error:
        raise shared.CommandError(str(error)) from error
    if key in GAMES:
        raise shared.CommandError(f"There is a game called “{key}” already; choose another name.")
    target = (folder or Path()) / key
    try:
        written = write_package(key, target)
    except FileExistsError as error:
        raise shared.CommandError(
            f"{target} is there already; choose another name, or another folder with --in."
        ) from error
    console = shared.stdout_console()
    for path in written:
        console.print(f"  {path}", markup=False, soft_wrap=True)
    console.print(_next_steps(key, target.resolve()), markup=False, soft_wrap=True)


def _next_steps(key: str, package: Path) -> str:
    """What to type now: by `./play`, where that started us, else in an environment that has pip."""
    starter = os.environ.get("LAGUNA_STARTER")
    laguna = starter or "laguna"
    commands = {
        f"{starter} install {package}" if starter else f"cd {package} && pip install -e .": "put it beside Laguna",
        f"{laguna} check {key}": "see whether every law holds",
        f"{laguna} terminal {key}": f"play it; `{laguna} serve` has it in the browser, too",
    }
    width = max(map(len, commands))
    lines = "\n".join(f"  {command:{width}}   {told}" for command, told in commands.items())
    return (
        f"\nWhat to do next:\n\n{lines}\n\n"
        "Then change the rules, starting with digest/en.md and rules.py; docs/adding_a_game.md goes through it."
    )
