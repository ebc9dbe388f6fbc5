"""How a game ended, in a table: the winners first, and what everybody's points are made of."""

from __future__ import annotations

from itertools import pairwise

from rich.console import Console
from rich.table import Table
from rich.text import Text

from laguna.core.game import Standing, TieBreak
from laguna.core.words import Voice


def print_winners(console: Console, voice: Voice, standings: list[Standing]) -> None:
    """Who won, alone or together."""
    winners = tuple(standing.seat for standing in standings if standing.place == 1)
    key = "won" if len(winners) == 1 else "shared"
    console.print(voice.words.say("terminal", key, {"seat": winners}, voice.players), style="bold green", markup=False)


def print_standings(console: Console, voice: Voice, standings: list[Standing]) -> None:
    """Everybody's place and points, part by part; then what decided between equal points, where something did."""
    table = Table(box=None)
    for heading in ("", "", *map(voice.part, standings[0].parts)):
        table.add_column(heading, justify="right" if heading else "left")
    table.add_column(voice.words.template("terminal", "points"), justify="right", style="bold")
    for standing in sorted(standings, key=lambda one: one.place):
        name = Text(voice.words.name("seat", standing.seat, voice.players))
        table.add_row(f"{standing.place}.", name, *map(str, standing.parts.values()), str(standing.score))
    console.print(table)
    for tied in ties_broken(standings):
        counts = [f"{voice.words.name('seat', one.seat, voice.players)} {broken.count}" for one, broken in tied]
        console.print(voice.tie_break(tied[0][1], counts), markup=False)


def ties_broken(standings: list[Standing]) -> list[list[tuple[Standing, TieBreak]]]:
    """The seats with equal points among which the tie-breaker decided, best first, each with what it counted for."""
    found = []
    for score in sorted({standing.score for standing in standings}, reverse=True):
        equal = sorted((one for one in standings if one.score == score), key=lambda one: one.place)
        tied = [(one, one.tie_break) for one in equal if one.tie_break is not None]
        if any(better.count > worse.count for (_, better), (_, worse) in pairwise(tied)):
            found.append(tied)
    return found
