"""`laguna rules`: a game's rules, every statement under its number."""

from __future__ import annotations

from typing import Annotated

import typer

from laguna.cli import shared
from laguna.games import PLUGINS


def rules(
    game: shared.GameName,
    number: Annotated[
        str | None, typer.Argument(metavar="[NUMBER]", help="One rule only, like M7.", show_default=False)
    ] = None,
    lang: shared.Lang = None,
    as_json: shared.Json = False,
) -> None:
    """Show a game's rules with their numbers.

    Example: laguna rules mahe M7 --lang pl
    """
    key = shared.find_game(game).key
    spoken = shared.language(lang)
    try:
        digest = PLUGINS[key].digest(spoken)
    except FileNotFoundError as error:
        raise shared.CommandError(f"The rules of {key} are not written down in the language “{spoken}” yet.") from error
    found = digest.rules if number is None else {number.upper(): _one(key, digest.rules, number.upper())}
    console = shared.stdout_console()
    if as_json:
        shared.print_json({"game": key, "lang": spoken, "rules": found})
    elif console.is_terminal:
        from rich.markdown import Markdown  # noqa: PLC0415 - slow to import

        console.print(Markdown(digest.text if number is None else _written(found)))
    else:
        text = digest.text if number is None else _written(found)
        console.print(text.rstrip(), markup=False, soft_wrap=True)


def _one(key: str, numbered: dict[str, str], number: str) -> str:
    if number not in numbered:
        first, *_, last = numbered
        raise shared.CommandError(f"{key} has no rule “{number}”; its rules are {first} to {last}.")
    return numbered[number]


def _written(numbered: dict[str, str]) -> str:
    return "\n".join(f"**{number}** {text}" for number, text in numbered.items())
