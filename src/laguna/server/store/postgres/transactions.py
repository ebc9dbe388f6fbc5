"""Writes that are more than a line: a transaction each, a few at a time, those of one table or person in order.

An answer to COMMIT can be lost with the connection. So each write puts an id of its own into `writes`, in its own
transaction: where another try finds it, the write was made. It tells the truth also after a failover, where numbers of
transactions do not: there the id is if and only if the write is. And where the first try is still under way at the
database, the second one waits for it at the id.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from functools import partial
from typing import cast
from uuid import UUID, uuid4

import asyncpg

from laguna.server.store.answering import Committed
from laguna.server.store.postgres import changes
from laguna.server.store.postgres.connecting import ERRORS, UNFIT, Patience, connection_of, failed
from laguna.server.store.postgres.lines import LineWriter, tell
from laguna.server.store.store import Append, Appended, Change, Conflict


class Transactions:
    """Takes writes in order, and makes those at once that have nothing to do with each other."""

    def __init__(self, pool: asyncpg.Pool, server: str, patience: Patience, committed: Committed | None) -> None:
        self._pool = pool
        self._server = server
        self._patience = patience
        self._committed = committed or (lambda *_: None)
        self._last: dict[changes.Key, asyncio.Task[None]] = {}
        """For each table, person, …: the last write that has to do with it and is not made yet."""
        self._tasks: set[asyncio.Task[None]] = set()

    def concern(self, table: str) -> bool:
        """Whether a write is under way that has to do with a table: then its lines must come after that."""
        return table in self._last

    def put(self, made: tuple[Change, ...], lines: LineWriter) -> asyncio.Task[None]:
        """Have changes made, after all that concern the same and came before, lines too. The task tells the outcome."""
        keys = {key for change in made for key in changes.keys(change)}
        before = {self._last[key] for key in keys if key in self._last}
        task = asyncio.create_task(self._in_turn(made, keys, before, lines))
        self._last.update(dict.fromkeys(keys, task))
        self._tasks.add(task)
        task.add_done_callback(partial(self._ended, keys))
        return task

    def put_line(self, line: Append, done: Appended, lines: LineWriter) -> None:
        """Have a line written alone."""
        self.put((line,), lines).add_done_callback(lambda task: tell(done, cast("Exception | None", task.exception())))

    def _ended(self, keys: Collection[changes.Key], task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked for it may be gone: then nobody else looks at it
        for key in keys:
            if self._last.get(key) is task:
                del self._last[key]

    async def passed(self) -> None:
        """Wait until nothing is under way."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _in_turn(
        self,
        made: tuple[Change, ...],
        keys: Collection[changes.Key],
        before: set[asyncio.Task[None]],
        lines: LineWriter,
    ) -> None:
        if before:
            await asyncio.wait(before)
        await lines.passed(keys)
        began, name = time.perf_counter(), uuid4()
        try:
            await self._patience.run(lambda _again: self._make(made, name))
        except asyncpg.IntegrityConstraintViolationError as error:
            raise Conflict(f"It does not go with what is stored: {error}.") from error
        except UNFIT:
            raise
        except ERRORS as error:
            raise failed("written", error) from error
        self._committed(1, time.perf_counter() - began)

    async def _make(self, made: tuple[Change, ...], name: UUID) -> None:
        async with connection_of(self._pool) as db, db.transaction():
            if await _named(db, name):
                for change in made:
                    await changes.make(change, db, self._server)


async def _named(db: asyncpg.Connection, name: UUID) -> bool:
    """Put a write's id down. False: it stands there, the write is made.

    Then another id is put down, so that this commit waits for a standby that the lost one may not have reached.
    """
    if await changes.count(db, "INSERT INTO writes (id) VALUES ($1) ON CONFLICT DO NOTHING", name):
        return True
    await db.execute("INSERT INTO writes (id) VALUES (gen_random_uuid())")
    return False
