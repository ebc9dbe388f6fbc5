"""Moves of Mahé as people speak of them: with the sum that was on the dice."""

from __future__ import annotations

from laguna.core.advice import Saying
from laguna.core.ruled import RuledTable
from laguna.games.mahe.game import ChooseTurtle, MaheMove, MaheOptions, PlayCard, Stop
from laguna.games.mahe.rules import Mahe


class AnotherDie(Saying, frozen=True):
    """M6: one die more, at this sum."""

    total: int


class StoppedAt(Saying, frozen=True):
    """M6: no more dice at this sum."""

    total: int


class CardFor(Saying, frozen=True):
    """M21: a card of this value at this sum."""

    value: int
    total: int


class WentFirst(Saying, frozen=True):
    """M20: the turtle that goes first."""

    turtle: int


ToldMoves = AnotherDie | StoppedAt | CardFor | WentFirst


def describe(table: RuledTable[Mahe, MaheOptions], seat: int, move: MaheMove) -> ToldMoves:
    """A move with the sum that it was decided at."""
    del seat
    s = table.state
    match move:
        case Stop():
            return StoppedAt(s.total)
        case PlayCard():
            return CardFor(move.value, s.total)
        case ChooseTurtle():
            return WentFirst(move.turtle)
        case _:
            return AnotherDie(s.total)
