"""`laguna games`: the installed games, where each came from and what it brings."""

from __future__ import annotations

import msgspec
from rich.table import Table

from laguna.cli import shared
from laguna.core.plugin import Plugin
from laguna.games import BROKEN, ORIGINS, PLUGINS

PARTS = ("painter", "heuristics", "bots", "hints", "story", "service")
"""What a plug-in may bring beside its game."""


class Installed(msgspec.Struct):
    """A game that can be played."""

    key: str
    title: str
    players: tuple[int, int]
    distribution: str
    version: str
    brings: list[str]


class NotLoaded(msgspec.Struct):
    """A plug-in that cannot be loaded, and why."""

    key: str
    distribution: str
    version: str
    why: str


def games(lang: shared.Lang = None, as_json: shared.Json = False) -> None:
    """List the installed games: key, title, players, where each came from, and what it brings.

    A plug-in that is broken is on the list, with the reason; the others can be played.

    Example: laguna games --json
    """
    installed = [_installed(plugin, shared.language(lang)) for plugin in PLUGINS.values()]
    broken = [NotLoaded(each.key, *each.origin, each.sentence) for each in BROKEN]
    if as_json:
        shared.print_json({"games": installed, "broken": broken})
    else:
        _show(installed, broken)


def _installed(plugin: Plugin, lang: shared.Language) -> Installed:
    game, origin = plugin.game, ORIGINS[plugin.game.key]
    return Installed(
        key=game.key,
        title=_title(plugin, lang),
        players=(game.seats[0], game.seats[-1]),
        distribution=origin.distribution,
        version=origin.version,
        brings=[part for part in PARTS if getattr(plugin, part) is not None],
    )


def _title(plugin: Plugin, lang: shared.Language) -> str:
    """What the game is called, or its key where nobody wrote that down: `laguna check` says so."""
    try:
        return plugin.words(lang).template("game", "title")
    except (LookupError, OSError, ValueError):
        return plugin.game.key


def _show(installed: list[Installed], broken: list[NotLoaded]) -> None:
    console = shared.stdout_console()
    table = Table("game", "title", "players", "from", "brings", box=None)
    for game in installed:
        first, last = game.players
        players = str(first) if first == last else f"{first}–{last}"
        table.add_row(game.key, game.title, players, f"{game.distribution} {game.version}", ", ".join(game.brings))
    console.print(table, markup=False)
    for each in broken:
        origin = f"{each.distribution} {each.version}".strip()
        console.print(f"{each.key} of {origin} is broken: {each.why}", style="red", markup=False, soft_wrap=True)
