"""How a game ended, in a table: the winners first, and what everybody's points are made of."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from laguna.core.game import Standing
from laguna.core.words import Voice


def print_winners(console: Console, voice: Voice, standings: list[Standing]) -> None:
    """Who won, alone or together."""
    winners = tuple(standing.seat for standing in standings if standing.place == 1)
    key = "won" if len(winners) == 1 else "shared"
    console.print(voice.words.say("terminal", key, {"seat": winners}, voice.players), style="bold green", markup=False)


def print_standings(console: Console, voice: Voice, standings: list[Standing]) -> None:
    """Everybody's place and points, part by part."""
    table = Table(box=None)
    for heading in ("", "", *map(voice.part, standings[0].parts)):
        table.add_column(heading, justify="right" if heading else "left")
    table.add_column(voice.words.template("terminal", "points"), justify="right", style="bold")
    for standing in sorted(standings, key=lambda one: one.place):
        name = Text(voice.words.name("seat", standing.seat, voice.players))
        table.add_row(f"{standing.place}.", name, *map(str, standing.parts.values()), str(standing.score))
    console.print(table)
