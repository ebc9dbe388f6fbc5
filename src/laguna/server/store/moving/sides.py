"""What stands on either side of a move: all that a store keeps, kind by kind, in one order and one form."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, NamedTuple, Protocol

from laguna.server.store.upgrade import must_migrate, revisions

Row = tuple[Any, ...]

BATCH = 10_000
"""Rows that are in memory at a time."""


class Kind(NamedTuple):
    """Rows of one table: their columns, and in which order they are read and compared."""

    name: str
    columns: tuple[str, ...]
    order: str

    @property
    def listed(self) -> str:
        """The columns as a query names them."""
        return ", ".join(self.columns)


LINES = Kind("lines", ("table_id", "number", "line"), "table_id, number")
PULSES = Kind("pulses", ("table_id", "lines", "asked", "wake", "moved"), "table_id")
"""With the wakes, which PostgreSQL keeps apart."""
TABLES = Kind("tables", ("id", "game", "state", "open", "free", "host", "created", "revision", "file"), "id")

KINDS = (
    # Bots come after those whom they belong to.
    Kind("people", ("id", "name", "colour", "created", "owner", "muted", "revision"), "owner IS NOT NULL, id"),
    Kind("tokens", ("hash", "person", "kind", "created", "expires", "seen", "browser"), "hash"),
    Kind("passkeys", ("credential", "person", "public_key", "count", "created", "label"), "credential"),
    Kind("challenges", ("name", "signed", "person", "expires"), "name"),
    TABLES,
    Kind("members", ("person", "table_id"), "person, table_id"),
    PULSES,
    LINES,
    Kind("snapshots", ("table_id", "version", "state"), "table_id"),
    Kind("analyses", ("table_id", "server", "due", "found"), "table_id"),
    Kind("invites", ("hash", "table_id", "expires"), "hash"),
    Kind("remarks", ("table_id", "number", "person", "at", "text", "phrase", "whom"), "table_id, number"),
)
"""All that is moved, so that whatever something belongs to comes before it."""


class CannotMove(Exception):  # noqa: N818 - it is told, in a sentence
    """Why nothing was moved."""


def check_revision(found: str | None, where: str) -> None:
    """Raise `CannotMove` or `CannotOpen` unless a store that is at this revision can be read as it is."""
    if found is None:
        raise CannotMove(f"{where} is empty: there is nothing in it to be copied.")
    known = revisions()
    if must_migrate(found, None, known, where):
        raise CannotMove(
            f"{where} has the schema {found}, and this Laguna's is {known[-1]}: start and end a server on it once."
        )


class Source(Protocol):
    """A store that is read, as it is at one moment."""

    where: str

    async def count(self, kind: Kind) -> int:
        """How many rows there are."""
        ...

    def rows(self, kind: Kind) -> AsyncIterator[list[Row]]:
        """All rows in the order of their kind, so many at a time."""
        ...


class Target(Source, Protocol):
    """A store that is filled. What was put into it is there for good once its context ends without an error."""

    async def put(self, kind: Kind, rows: Sequence[Row]) -> None:
        """Add rows."""
        ...
