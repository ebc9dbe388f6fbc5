"""The writer thread, with group commit: what was asked for while it committed goes into the next commit."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple

from laguna.server.store import changes, connection
from laguna.server.store.engine import corrupt, sqlite3
from laguna.server.store.store import Append, Appended, Change, Conflict, StoreDamaged, StoreFailed, settle

MAX_WRITES_PER_COMMIT = 1_000
"""How many writes go into one commit, so that the first of them does not wait for too many others."""

CROWDED_INTERVAL_S = 0.004
"""Seconds between the beginnings of two commits while they carry more than one write each.

Under load it spares a quarter of the server's processor time: many small commits wake the event loop, and whoever
hears of them, far more often. A write that comes alone never waits for others.
"""

Committed = Callable[[int, float], None]
"""Called in the event loop after each commit: how many writes it carried, and how many seconds it took."""


_LOG = logging.getLogger(__name__)


class _Write(NamedTuple):
    changes: tuple[Change, ...]
    done: Appended

    @property
    def line(self) -> Append | None:
        """The line, if it is nothing but one: so it is with nearly all."""
        first = self.changes[0] if len(self.changes) == 1 else None
        return first if isinstance(first, Append) else None


class Writer:
    """Takes writes from one event loop, in order; answers each once its commit is on the disk."""

    def __init__(self, path: Path, committed: Committed | None = None) -> None:
        """Open the database, whose tables must be there, and start. Call it in the event loop."""
        self._db = connection.to_write(path)
        self._loop = asyncio.get_running_loop()
        self._committed = committed
        self._waiting: SimpleQueue[_Write | None] = SimpleQueue()
        self._closing = threading.Event()
        # A daemon: a program that forgot to close its store still ends.
        self._thread = threading.Thread(target=self._run, name="laguna-writer", daemon=True)
        self._thread.start()

    def put(self, made: tuple[Change, ...], done: Appended) -> None:
        """Have changes made; `done` is told in the event loop what became of them. Not to be called after `close`."""
        self._waiting.put(_Write(made, done))

    def written(self, made: tuple[Change, ...]) -> asyncio.Future[None]:
        """The same, told by a future."""
        future = self._loop.create_future()
        self.put(made, partial(settle, future))
        return future

    async def close(self) -> None:
        """Write what was accepted, and end."""
        self._waiting.put(None)
        self._closing.set()
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        for group in self._groups():
            began = time.perf_counter()
            outcomes = self._write(group)
            seconds = time.perf_counter() - began
            with suppress(RuntimeError):  # the loop is gone, and whoever waited in it
                self._loop.call_soon_threadsafe(self._answer, group, outcomes, seconds)
            if len(group) > 1:
                self._closing.wait(began + CROWDED_INTERVAL_S - time.perf_counter())
        self._db.close()

    def _groups(self) -> Iterator[list[_Write]]:
        """What has come up by now, again and again, until the end."""
        while (first := self._waiting.get()) is not None:
            group = [first]
            with suppress(Empty):
                while len(group) < MAX_WRITES_PER_COMMIT:
                    write = self._waiting.get_nowait()
                    if write is None:
                        yield group
                        return
                    group.append(write)
            yield group

    def _answer(self, group: list[_Write], outcomes: list[Exception | None], seconds: float) -> None:
        for write, error in zip(group, outcomes, strict=True):
            try:
                write.done(error)
            except Exception:  # noqa: BLE001 - the others of the group have nothing to do with that
                _LOG.exception("Unhandled error after a commit")
        if self._committed is not None:
            self._committed(len(group), seconds)

    def _write(self, group: list[_Write]) -> list[Exception | None]:
        """Commit a group. What each write failed with; None: it is durable."""
        try:
            try:
                return self._transaction(group, _together)
            except Exception as error:
                if _of_the_disk(error):
                    raise
                return self._transaction(group, _one_by_one)
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait are told, and the thread lives on
            if corrupt(error):
                return [self._write_alone(write) for write in group]
            return [_failed(error) for _ in group]

    def _write_alone(self, write: _Write) -> Exception | None:
        """Commit one write of a group in which one met a damaged page: the others have nothing to do with that."""
        try:
            (outcome,) = self._transaction([write], _one_by_one)
        except Exception as error:  # noqa: BLE001 - as above
            return _failed(error)
        return outcome

    def _transaction(
        self, group: list[_Write], make: Callable[[sqlite3.Connection, list[_Write]], list[Exception | None]]
    ) -> list[Exception | None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            outcomes = make(self._db, group)
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # a full disk ends it by itself
                self._db.execute("ROLLBACK")
            raise
        return outcomes


def _together(db: sqlite3.Connection, group: Sequence[_Write]) -> list[Exception | None]:
    """Make a group's writes, many lines at once. Raises if one of those cannot be made, and does not know which."""
    outcomes: list[Exception | None] = []
    for lines, run in groupby(group, lambda write: write.line is not None):
        writes = list(run)
        if lines:
            changes.append_all(db, [line for write in writes if (line := write.line) is not None])
            outcomes += [None] * len(writes)
        else:
            outcomes += _one_by_one(db, writes)
    return outcomes


def _one_by_one(db: sqlite3.Connection, group: Sequence[_Write]) -> list[Exception | None]:
    """Make a group's writes, each of them wholly or not at all: one that cannot be made leaves the others alone."""
    return [_make(db, write.changes) for write in group]


def _make(db: sqlite3.Connection, made: tuple[Change, ...]) -> Exception | None:
    """Make one write. What it failed with, if it is its own fault. Raises if it is the disk's."""
    db.execute("SAVEPOINT write")
    try:
        for change in made:
            changes.make(change, db)
    except Exception as error:
        if _of_the_disk(error):
            raise
        db.execute("ROLLBACK TO write")
        db.execute("RELEASE write")
        if isinstance(error, sqlite3.IntegrityError):
            return Conflict(f"It does not go with what is stored: {error}.")
        return error
    db.execute("RELEASE write")
    return None


def _of_the_disk(error: Exception) -> bool:
    """Whether it would befall everybody's writes: a full disk, a broken one, a database that is locked or gone."""
    return isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError


def _failed(error: Exception) -> StoreFailed:
    kind = StoreDamaged if corrupt(error) else StoreFailed
    failed = kind(f"The database could not be written: {error}.")
    failed.__cause__ = error
    return failed
