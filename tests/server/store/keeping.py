"""What the tests of the store share: things to keep, and a way to hold the writer back until enough is queued."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from laguna.server.store.engine import sqlite3
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import Append, Person
from laguna.server.tables.table_file import Seat, TableFile

SECONDS = 120
"""A test that takes longer hangs."""


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, SECONDS))


def person(who: str, **more: Any) -> Person:
    return Person(**({"id": who, "name": who.title(), "colour": "coral", "created": 1.0} | more))


def table(name: str, host: str = "ala", people: tuple[str, ...] = (), free: int = 1, **more: Any) -> TableFile:
    seats = (*(Seat(person=each) for each in people), *(Seat() for _ in range(free)))
    plain = {"game": "duck", "options": {}, "secret": "5e" * 32, "commitment": "c0" * 32, "created": 1.0}
    return TableFile(**(plain | {"id": name, "host": host, "seats": seats} | more))


def line(name: str, number: int, asked: int = 1, wake: float | None = None, at: float = 2.0) -> Append:
    return Append(name, number, b'{"line":%d}' % number, at, asked, wake)


@asynccontextmanager
async def opened(folder: Path, commits: list[int] | None = None) -> AsyncIterator[SqliteStore]:
    """A store in a folder; `commits` gets the number of writes of each commit."""
    store = await SqliteStore.open(folder / "laguna.db", None if commits is None else lambda n, _: commits.append(n))
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def held(store: SqliteStore, folder: Path) -> AsyncIterator[None]:
    """Nothing is written meanwhile: what is asked for inside goes into one commit, after one empty write."""
    with closing(sqlite3.connect(folder / "laguna.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        first = asyncio.create_task(store.write())
        await asyncio.sleep(0)
        while not store._writer._waiting.empty():  # until the writer has taken it, and stands at the door
            await asyncio.sleep(0)
        yield
        await asyncio.sleep(0)  # whatever was started as a task is now asked for
        other.execute("ROLLBACK")
    await first
