"""What stands on either side of a move: a store whose rows are read or written, kind by kind."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any, Protocol

from laguna.server.store.kinds import Kind
from laguna.server.store.upgrade import must_migrate, revisions

Row = tuple[Any, ...]

BATCH = 10_000
"""Rows that are in memory at a time."""


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
