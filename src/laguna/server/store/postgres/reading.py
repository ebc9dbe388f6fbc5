"""How a PostgreSQL store is read, on connections of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

import asyncpg

from laguna.server.store.postgres.connecting import ERRORS, Patience, close, connection_of, failed
from laguna.server.store.shared import TableVersion
from laguna.server.store.sql_store import SqlStore
from laguna.server.store.store import Remark, StoreClosed

T = TypeVar("T")


class Reading(SqlStore):
    """Asks PostgreSQL, as long as it takes to come back."""

    AMONG = "= ANY($1)"
    FILE_AS_BYTES = "convert_to(file, 'UTF8')"

    def __init__(self, pool: asyncpg.Pool, patience: Patience) -> None:
        self._pool = pool
        self._patience = patience
        self._open = True
        self._asking = 0
        self._answered = asyncio.Event()

    async def versions(self, tables: Sequence[str]) -> dict[str, TableVersion]:
        """How much is stored of each of these tables; see `SharedStore.versions`."""
        found = await self._all(
            _version,
            """
            SELECT id, lines, revision,
                   (SELECT coalesce(max(number), 0) FROM remarks WHERE remarks.table_id = tables.id)
            FROM pulses JOIN tables ON id = table_id WHERE table_id = ANY($1)
            """,
            tables,
        )
        return dict(found)

    async def remarks_after(self, table: str, number: int, count: int) -> list[Remark]:
        """What was said at a table after this number; see `SharedStore.remarks_after`."""
        latest = await self._all(
            Remark,
            """
            SELECT table_id, number, person, at, text, phrase, whom FROM remarks
            WHERE table_id = $1 AND number > $2 ORDER BY number DESC LIMIT $3
            """,
            table,
            number,
            count,
        )
        return latest[::-1]

    async def tokens_among(self, hashes: Sequence[bytes]) -> frozenset[bytes]:
        """Those of these tokens that are stored; see `SharedStore.tokens_among`."""
        return frozenset(await self._all(bytes, "SELECT hash FROM tokens WHERE hash = ANY($1)", hashes))

    async def time(self) -> float:
        """The database's clock, in seconds since 1970."""
        (now,) = await self._all(float, "SELECT extract(epoch FROM clock_timestamp())::float8")
        return now

    def _check_open(self) -> None:
        if not self._open:
            raise StoreClosed

    def _several(self, words: Sequence[str]) -> Sequence[str]:
        return words

    async def _all(self, make: Callable[..., T], sql: str, *values: object) -> list[T]:
        found = await self._ask(self._pool, sql, [_askable(value) for value in values])
        return [make(*row) for row in found]

    async def _ask(self, pool: asyncpg.Pool, sql: str, values: Sequence[object]) -> list[asyncpg.Record]:
        """What one statement answers; it may be asked again where the answer is lost."""
        self._check_open()

        async def ask(_again: bool) -> list[asyncpg.Record]:
            async with connection_of(pool) as db:
                return list(await db.fetch(sql, *values))

        self._asking += 1
        try:
            found: list[asyncpg.Record] = await self._patience.run(ask)
        except ERRORS as error:
            raise failed("read", error) from error
        finally:
            self._asking -= 1
            if not self._asking:
                self._answered.set()
        return found

    async def _end(self) -> None:
        """Answer what was asked, and end."""
        self._answered.clear()
        if self._asking:
            await self._answered.wait()
        await close(self._pool)


def _askable(value: object) -> object:
    """A parameter as PostgreSQL takes it. Strangers may ask for words with a NUL, which nothing that is stored has."""
    if isinstance(value, str):
        return value.replace("\0", "\N{REPLACEMENT CHARACTER}")
    return [_askable(each) for each in value] if isinstance(value, (list, tuple)) else value


def _version(table: str, lines: int, revision: int, remarks: int) -> tuple[str, TableVersion]:
    return table, TableVersion(lines, revision, remarks)
