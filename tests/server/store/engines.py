"""Both kinds of stores, for tests of what each of them promises."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

import asyncpg

from laguna.server.store.postgres import PostgresStore
from laguna.server.store.store import Store
from server.store import keeping


class Engine(Protocol):
    """One database, and how a test has it opened."""

    def opened(self, commits: list[int] | None = None) -> AbstractAsyncContextManager[Store]:
        """A store in the database; `commits` gets the number of writes of each commit."""
        ...

    def held(self, store: Any) -> AbstractAsyncContextManager[None]:
        """No line is written meanwhile: what is asked for inside goes into one commit, where it can."""
        ...


class Sqlite:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def opened(self, commits: list[int] | None = None) -> AbstractAsyncContextManager[Store]:
        return keeping.opened(self.folder, commits)

    def held(self, store: Any) -> AbstractAsyncContextManager[None]:
        return keeping.held(store, self.folder)


class Postgresql:
    def __init__(self, url: str) -> None:
        self.url = url
        self._numbers = itertools.count(1)

    @asynccontextmanager
    async def opened(self, commits: list[int] | None = None) -> AsyncIterator[PostgresStore]:
        committed = None if commits is None else lambda count, _: commits.append(count)
        store = await PostgresStore.open(self.url, f"server {next(self._numbers)}", committed)
        try:
            yield store
        finally:
            await store.close()

    @asynccontextmanager
    async def held(self, store: Any) -> AsyncIterator[None]:
        del store
        other = await asyncpg.connect(self.url)
        try:
            async with other.transaction():
                await other.execute("LOCK TABLE pulses IN EXCLUSIVE MODE")
                yield
                await asyncio.sleep(0)  # whatever was started as a task is now asked for
        finally:
            await other.close()
