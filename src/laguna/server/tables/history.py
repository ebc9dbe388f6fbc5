"""What happened at a table, told again to somebody who was away: each step as their own eyes saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

import msgspec

from laguna.core.bot import AnyGame
from laguna.core.game import Event
from laguna.core.record import Step, steps
from laguna.server.tables.audience import Eyes
from laguna.server.tables.game_log import Entry, Log, Undone
from laguna.server.tables.match import seen
from laguna.server.wire.cards import Happening


class Happened(msgspec.Struct, frozen=True):
    """A step, unfiltered: the version it made, whose it was (None: the laying out), whether a move was taken back."""

    version: int
    seat: int | None
    undone: bool
    events: tuple[Event, ...]

    def seen_by(self, eyes: Eyes) -> Happening:
        """As somebody saw it who has these eyes."""
        told = {"spectator" if eye is None else str(eye): seen(self.events, eye) for eye in eyes}
        return Happening(self.version, self.seat, self.undone, told)


def history(game: AnyGame, lines: Sequence[bytes]) -> Iterator[Happened]:
    """Every step of a stored game, moves that were taken back included. Raises `BadRecord`."""
    log = Log.read(lines)
    yield from map(_happened, count(1), (None, *log.entries), steps(game, log.header, log.lines()))


def _happened(version: int, entry: Entry | None, step: Step) -> Happened:
    """What an entry of the log did; None: the header."""
    if isinstance(entry, Undone):
        return Happened(version, entry.seat, True, ())
    return Happened(version, None if entry is None else entry.line.seat, False, tuple(step.events))
