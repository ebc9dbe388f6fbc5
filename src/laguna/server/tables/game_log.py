"""A table's log: the header of its record, then every move and every move taken back. It only grows.

The number of its lines is the table's version. A move that was taken back stays in the log and out of the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from laguna.core.bot import Level
from laguna.core.record import BadRecord, End, Header, Line, written
from laguna.server.tables.table_file import TableFile


class PlayedEntry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="entry", tag="played"):
    """A move: when it was made, its line of the record, and the level of the bot that made it, if one did.

    `policy` names the policy that made it, whose seat has this level.
    """

    at: float
    line: Line
    bot: Level | None = None
    policy: str = ""


class UndoneEntry(msgspec.Struct, frozen=True, tag_field="entry", tag="undone"):
    """The last move that stands was taken back by the seat that had made it."""

    at: float
    seat: int


Entry = PlayedEntry | UndoneEntry

_header = msgspec.json.Decoder(Header)
_entry: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
encoded = msgspec.json.Encoder().encode
"""A header or an entry as it is stored."""


class GameLog(msgspec.Struct):
    """A whole log, read."""

    header: Header
    entries: list[Entry]

    @classmethod
    def read(cls, lines: Sequence[bytes]) -> GameLog:
        """From what is stored: at least the header. Raises `BadRecord`."""
        try:
            header = _header.decode(lines[0])
        except msgspec.DecodeError as error:
            raise BadRecord(f"Line 1 of the log: {error}.") from error
        return cls(header, entries_of(lines[1:]))

    @property
    def version(self) -> int:
        """How many lines it has."""
        return 1 + len(self.entries)

    def lines(self) -> list[Line | None]:
        """What to play again, step by step; None takes a move back. See `laguna.core.record.steps`."""
        return lines_of(self.entries)

    def standing(self) -> list[PlayedEntry]:
        """The moves that were not taken back. Raises `BadRecord`."""
        moves: list[PlayedEntry] = []
        for entry in self.entries:
            if isinstance(entry, PlayedEntry):
                moves.append(entry)
            elif moves:
                moves.pop()
            else:
                raise BadRecord("The log takes back a move that nobody made.")
        return moves


def entries_of(lines: Iterable[bytes]) -> list[Entry]:
    """Stored lines after the header. Raises `BadRecord`."""
    try:
        return [_entry.decode(line) for line in lines]
    except msgspec.DecodeError as error:
        raise BadRecord(f"A line of the log cannot be read: {error}.") from error


def lines_of(entries: Iterable[Entry]) -> list[Line | None]:
    """What to play again for these entries, step by step; None takes a move back."""
    return [entry.line if isinstance(entry, PlayedEntry) else None for entry in entries]


def record_of(file: TableFile, lines: Sequence[bytes]) -> str:
    """The record's text of a table that is over."""
    log = GameLog.read(lines)
    end = End(finished=True, standings=list(file.standings), seed=file.secret)
    return written(log.header, [entry.line for entry in log.standing()], end)
