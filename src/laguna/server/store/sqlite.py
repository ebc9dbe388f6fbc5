"""The store in one SQLite file: one thread writes, another one reads, and the event loop waits for neither."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Self, TypeVar

import msgspec

from laguna.server.store import connection
from laguna.server.store.answering import Committed
from laguna.server.store.engine import corrupt, sqlite3
from laguna.server.store.lock import Lock
from laguna.server.store.sql_store import SqlStore
from laguna.server.store.store import (
    Append,
    Appended,
    CannotOpen,
    Change,
    StoreClosed,
    StoreDamaged,
    StoreFailed,
)
from laguna.server.store.upgrade import upgrade
from laguna.server.store.writer import Writer

T = TypeVar("T")

MAX_FAULTS_TOLD = 20
"""How many faults of a damaged database are listed."""


class SqliteStore(SqlStore):
    """A `Store` in one file, for one server process. Make it with `open`."""

    AMONG = "IN (SELECT value FROM json_each($1))"
    FILE_AS_BYTES = "CAST(file AS BLOB)"

    def __init__(self, path: Path, lock: Lock, committed: Committed | None) -> None:
        self._path = path
        self._lock = lock
        self._db = connection.to_read(path)
        self._writer = Writer(path, committed)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="laguna-reader")
        self._closing: asyncio.Task[None] | None = None
        self._orphaned = True
        """Whether nobody has asked yet what the server before this one was to look after."""

    @classmethod
    async def open(cls, path: Path, committed: Committed | None = None) -> Self:
        """Open the database, or make it, and its folder; add what an older Laguna did not have. Raises `CannotOpen`.

        `committed` is called in the event loop after each commit.
        """
        try:
            lock = await asyncio.to_thread(_prepared, path)
            try:
                return cls(path, lock, committed)
            except BaseException:
                lock.release()
                raise
        except (OSError, sqlite3.Error) as error:
            raise CannotOpen(f"{path} cannot be opened: {error}.") from error

    async def write(self, *changes: Change) -> None:
        """Make changes; see `Store.write`."""
        self._check_open()
        await self._writer.written(changes)

    def append(self, line: Append, done: Appended) -> None:
        """Append a line; see `Store.append`."""
        if self._closing is not None:
            asyncio.get_running_loop().call_soon(done, StoreClosed())
        else:
            self._writer.put((line,), done)

    async def claim_due(self, now: float, orphans_until: float) -> list[str]:
        """See `Store.claim_due`. This server is alone: what was another's is that of the one before it."""
        until, self._orphaned = max(now, orphans_until) if self._orphaned else now, False
        return await self._all(str, "SELECT table_id FROM pulses WHERE wake <= ? ORDER BY wake, table_id", until)

    async def check(self) -> list[str]:
        """See `Store.check`. It has a connection and a thread of its own."""
        self._check_open()
        try:
            fresh = connection.to_read(self._path)
        except sqlite3.Error as error:
            raise StoreFailed(f"The database could not be opened to check it: {error}.") from error
        with closing(fresh) as db:
            checking = asyncio.get_running_loop().run_in_executor(None, _wrong, db)
            try:
                return await asyncio.shield(checking)
            finally:
                db.interrupt()
                await asyncio.wait((checking,))

    def listen(self, heard: Callable[[str], None]) -> None:
        """Nobody else writes into this file: so there is nothing to hear."""

    async def close(self) -> None:
        """Write what was accepted, answer what was asked, and end; see `Store.close`."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        # The reader first: the last connection to go tidies the file up, and must be able to write.
        await asyncio.to_thread(self._reader.shutdown)
        self._db.close()
        await self._writer.close()
        self._lock.release()

    def _check_open(self) -> None:
        if self._closing is not None:
            raise StoreClosed

    def _several(self, words: Sequence[str]) -> str:
        return msgspec.json.encode(words).decode()

    async def _all(self, make: Callable[..., T], sql: str, *values: object) -> list[T]:
        """See `SqlStore`. The reader does it, beside the event loop."""
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._read, make, sql, values)

    def _read(self, make: Callable[..., T], sql: str, values: tuple[object, ...]) -> list[T]:
        try:
            rows = self._db.execute(connection.numbered(sql), values).fetchall()
        except sqlite3.Error as error:
            kind = StoreDamaged if corrupt(error) else StoreFailed
            raise kind(f"The database could not be read: {error}.") from error
        return [make(*row) for row in rows]


def _prepared(path: Path) -> Lock:
    """The lock of a database that is there and up to date."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = Lock(path)
    try:
        upgrade(path)
    except BaseException:
        lock.release()
        raise
    return lock


def _wrong(db: sqlite3.Connection) -> list[str]:
    """What is wrong with a database, in SQLite's words."""
    try:
        found = [str(row[0]) for row in db.execute(f"PRAGMA quick_check({MAX_FAULTS_TOLD})")]
    except sqlite3.Error as error:
        if not corrupt(error):
            raise StoreFailed(f"The database could not be checked: {error}.") from error
        return [str(error)]
    return [] if found == ["ok"] else found
