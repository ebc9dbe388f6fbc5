"""What happened at a table, told again to somebody who was away: each step as their own eyes saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from laguna.core.bot import AnyGame
from laguna.core.game import Event
from laguna.core.luck import ScriptedLuck
from laguna.server.tables.audience import Eyes
from laguna.server.tables.game_log import Log, Played
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
    """Every step of a stored game, moves that were taken back included."""
    log = Log.read(lines)
    header = log.header
    table, events = game.start(header.seats, game.read_options(header.options), ScriptedLuck(header.draws))
    yield Happened(1, None, False, tuple(events))
    gone = _taken_back(log)
    before = []
    for index, entry in enumerate(log.entries):
        if isinstance(entry, Played):
            if index in gone:
                before.append(table.copy())
            line = entry.line
            move = msgspec.convert(line.move, game.moves)
            ask = table.question_number(line.seat)
            events = game.play(table, line.seat, ask, move, ScriptedLuck(line.draws, line.seen))
            yield Happened(index + 2, line.seat, False, tuple(events))
        else:
            table = before.pop()
            yield Happened(index + 2, entry.seat, True, ())


def _taken_back(log: Log) -> set[int]:
    """The indexes of moves that do not stand."""
    standing: list[int] = []
    gone = set()
    for index, entry in enumerate(log.entries):
        if isinstance(entry, Played):
            standing.append(index)
        else:
            gone.add(standing.pop())
    return gone
