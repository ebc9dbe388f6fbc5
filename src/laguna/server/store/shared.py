"""What a store offers beside `Store` where several servers share it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from laguna.server.store.store import Remark, Store

LIVING = 4.0
"""A server whose last sign of life is older than so many seconds is dead."""


class TableVersion(NamedTuple):
    """How much is stored of a table."""

    lines: int
    """How long its log is."""
    revision: int
    """Of its file."""
    remarks: int
    """The number of what was said last; 0: nothing was."""


@runtime_checkable
class SharedStore(Store, Protocol):
    """A store of several servers. Each has an id, which no other one ever had."""

    async def versions(self, tables: Sequence[str]) -> dict[str, TableVersion]:
        """How much is stored of each of these tables, of those that are there."""
        ...

    async def remarks_after(self, table: str, number: int, count: int) -> list[Remark]:
        """What was said at a table after this number, whoever may read it; the last so many, oldest first."""
        ...

    async def tokens_among(self, hashes: Sequence[bytes]) -> frozenset[bytes]:
        """Those of these tokens, by their hashes, that are stored: the others were revoked, or have expired."""
        ...

    async def beat(self) -> frozenset[str]:
        """Give a sign of life, by the database's clock: the ids of all servers that live, this one among them."""
        ...

    async def give_back(self) -> None:
        """Say that this server goes: what it was to look after is anybody's at once, and it counts as dead."""
        ...

    async def time(self) -> float:
        """The database's clock, in seconds since 1970."""
        ...
