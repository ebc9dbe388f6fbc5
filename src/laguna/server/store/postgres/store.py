"""The store in a PostgreSQL database. See `Store` and `SharedStore`."""

from __future__ import annotations

import asyncio
import importlib.metadata
import logging
import socket
from collections.abc import Callable, Sequence
from functools import partial
from typing import Self

import asyncpg

from laguna.server.store.answering import Committed, settle
from laguna.server.store.postgres.checking import wrong
from laguna.server.store.postgres.connecting import (
    ERRORS,
    PATIENCE,
    READ_PATIENCE,
    READERS,
    UNREADABLE,
    WRITERS,
    Connector,
    Patience,
    cannot_open,
    close,
    failed,
    passes,
    told,
)
from laguna.server.store.postgres.lines import LineWriter
from laguna.server.store.postgres.reading import Reading
from laguna.server.store.postgres.transactions import Transactions
from laguna.server.store.postgres.upgrade import upgrade
from laguna.server.store.shared import LIVING
from laguna.server.store.statements import statements
from laguna.server.store.store import Append, Appended, Change, PutSnapshot, StoreClosed

_LOG = logging.getLogger(__name__)

CLAIM = 5.0
"""A table that a server has claimed is told to another one so many seconds later, if it is still due then."""
OWN = 2.0
"""For so many seconds a table that is due is left to its own server, as long as that lives."""
MAX_CLAIMS = 100
"""How many tables a server claims at a time."""
FORGOTTEN = 3600.0
"""A server is no longer known so many seconds after its last sign of life."""

_NOW = "extract(epoch FROM clock_timestamp())::float8"

_BEAT = f"""
WITH this AS (
    INSERT INTO servers (id, address, version, beat) VALUES ($1, $2, $3, {_NOW})
    ON CONFLICT (id) DO UPDATE SET beat = excluded.beat
), forgotten AS (
    DELETE FROM servers WHERE beat < {_NOW} - {FORGOTTEN} AND id <> $1
)
SELECT id FROM servers WHERE beat > {_NOW} - {LIVING} UNION SELECT $1
"""  # noqa: S608 - of our own numbers

_CLAIM = f"""
WITH free AS MATERIALIZED (
    SELECT table_id, due FROM wakes
    WHERE due <= greatest($1::float8, $2::float8) AND (
        (due <= $1 AND server = $3) OR due <= $1 - {OWN}
        OR (server <> $3 AND server NOT IN (SELECT id FROM servers WHERE beat > {_NOW} - {LIVING}))
    )
    ORDER BY due, table_id LIMIT {MAX_CLAIMS} FOR UPDATE SKIP LOCKED
)
UPDATE wakes w SET server = $3, due = $1 + {CLAIM} FROM free f WHERE w.table_id = f.table_id
RETURNING f.due, w.table_id
"""  # noqa: S608 - of our own numbers


class PostgresStore(Reading):
    """A `SharedStore` in PostgreSQL, as one of its servers. Make it with `open`."""

    def __init__(
        self,
        connector: Connector,
        server: str,
        pools: tuple[asyncpg.Pool, asyncpg.Pool],
        patience: Patience,
        committed: Committed | None,
    ) -> None:
        writers, readers = pools
        super().__init__(readers, Patience(READ_PATIENCE))
        self._connector = connector
        self._server = server
        self._writers = writers
        self._transactions = Transactions(writers, server, patience, committed)
        self._lines = LineWriter(connector, server, patience, self._append_apart, committed)
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        url: str,
        server: str,
        committed: Committed | None = None,
        waited: Callable[[float], None] | None = None,
        patience: float = PATIENCE,
    ) -> Self:
        """Open a database, as this server; make its tables, or add what an older Laguna did not have.

        `committed` is called in the event loop after each commit, `waited` whenever a write had to wait for a database
        that was away, at most for `patience` seconds. Raises `CannotOpen`.
        """
        connector = Connector(url, f"laguna {server}")
        waiting = Patience(patience, waited)
        try:
            await waiting.run(partial(_bring_up, connector))
            pools = await connector.pool(WRITERS), await connector.pool(READERS, READ_PATIENCE)
        except (*ERRORS, *UNREADABLE) as error:
            raise cannot_open(connector.where, error) from error
        return cls(connector, server, pools, waiting, committed)

    async def write(self, *changes: Change) -> None:
        """Make changes; see `Store.write`."""
        first = changes[0] if len(changes) == 1 else None
        if isinstance(first, Append):
            written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.append(first, partial(settle, written))
            await written
        elif isinstance(first, PutSnapshot):  # no move of its table waits for it: an older one never takes its place
            (statement,) = statements(first)
            await self._change(statement.sql, *statement.values)
        else:
            self._check_open()
            await asyncio.shield(self._transactions.put(changes, self._lines))

    def append(self, line: Append, done: Appended) -> None:
        """Append a line; `done` is called in the event loop when it is durable, or with what became of it."""
        if not self._open:
            asyncio.get_running_loop().call_soon(done, StoreClosed())
        elif self._transactions.concern(line.table):
            self._append_apart(line, done)
        else:
            self._lines.put(line, done)

    def _append_apart(self, line: Append, done: Appended) -> None:
        self._transactions.put_line(line, done, self._lines)

    async def claim_due(self, now: float, orphans_until: float) -> list[str]:
        """Tables to be looked after; see `Store.claim_due`. They are not told to anybody again for `CLAIM` seconds."""
        claimed = await self._change(_CLAIM, now, orphans_until, self._server)
        return [table for _, table in sorted(map(tuple, claimed))]

    async def beat(self) -> frozenset[str]:
        """Give a sign of life: the ids of all servers that live; see `SharedStore.beat`."""
        found = await self._change(_BEAT, self._server, socket.gethostname(), importlib.metadata.version("laguna"))
        return frozenset(row["id"] for row in found)

    async def give_back(self) -> None:
        """Say that this server goes; see `SharedStore.give_back`."""
        await self._change(
            f"""
            WITH gone AS (DELETE FROM servers WHERE id = $1)
            UPDATE wakes SET server = '', due = least(due, {_NOW})
            WHERE server = $1 AND due <= {_NOW} + {CLAIM}
            """,  # noqa: S608 - of our own numbers
            self._server,
        )

    async def check(self) -> list[str]:
        """Look through all that is stored; see `Store.check`. It has a connection of its own."""
        self._check_open()
        try:
            return await wrong(self._connector)
        except ERRORS as error:
            raise failed("checked", error) from error

    def listen(self, heard: Callable[[str], None]) -> None:
        """Nothing is heard here: servers tell each other by other ways, and compare `versions`."""

    async def close(self) -> None:
        """Write what was accepted, answer what was asked, and end; see `Store.close`."""
        if self._closing is None:
            self._open = False
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        await self._lines.passed()
        await self._transactions.passed()
        await self._lines.close()
        await self._end()
        await close(self._writers)

    async def _change(self, sql: str, *values: object) -> Sequence[asyncpg.Record]:
        """Make a change that may as well be made twice, and only if the database is there."""
        return await self._ask(self._writers, sql, values)


async def _bring_up(connector: Connector, again: bool) -> None:
    """Bring the database to our schema. Whoever starts the server is told that it is waited for."""
    try:
        await upgrade(connector)
    except ERRORS as error:
        if passes(error) and not again:
            _LOG.warning("%s cannot be opened yet, and is waited for: %s", connector.where, told(error))
        raise
