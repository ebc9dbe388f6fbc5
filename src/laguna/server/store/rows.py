"""What is made of the rows that a database answers with, whichever database it is."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from laguna.server.store.store import GuestAge, Listed, Person, Resumable, Snapshot, StoreDamaged, TableAge
from laguna.server.tables.table_file import TableFile, TableState

_LOG = logging.getLogger(__name__)

_read_file = msgspec.json.Decoder(TableFile).decode
_names = msgspec.json.Decoder(tuple[str, ...]).decode


def person(
    id: str,  # noqa: A002 - what it is
    name: str,
    colour: str,
    created: float,
    owner: str | None,
    muted: str,
    revision: int,
) -> Person:
    """A person."""
    return Person(id=id, name=name, colour=colour, created=created, owner=owner, muted=_names(muted), revision=revision)


def file(text: str | bytes) -> TableFile:
    """A table's file. Raises `StoreDamaged`."""
    try:
        return _read_file(text)
    except msgspec.DecodeError as error:
        raise StoreDamaged(f"The file of a table cannot be read: {error}.") from error


def listed(text: str, moved: float, asked: int) -> Listed | None:
    """A table in a list; None, and a line in the log, where its file cannot be read."""
    try:
        return Listed(file(text), moved, asked)
    except StoreDamaged as error:
        _LOG.warning("Table left out of a list: %s", error)
        return None


def resumable(table: str, found: Sequence[tuple[int, int, bytes]]) -> Resumable | None:
    """What it takes to go on with a table.

    `found`: its file, perhaps a snapshot with a number below 0 and its version, then the lines with theirs.
    """
    if not found:
        return None
    (_, _, text), *rest = found
    snapshots = [Snapshot(table, version, state) for number, version, state in rest if number < 0]
    lines = [line for number, _, line in rest if number >= 0]
    return Resumable(file(text), snapshots[0] if snapshots else None, lines)


def table_age(table: str, state: TableState, moved: float, reachable: int) -> TableAge:
    """How long nothing has happened at a table."""
    return TableAge(table, state, moved, bool(reachable))


def guest_age(who: str, held: int) -> GuestAge:
    """A person, and whether anything keeps them."""
    return GuestAge(who, bool(held))


def numbered(number: int, version: int, text: bytes) -> tuple[int, int, bytes]:
    """A row of `resumable`."""
    return number, version, text


def counted(state: TableState, count: int) -> tuple[TableState, int]:
    """How many tables are in a state."""
    return state, count
