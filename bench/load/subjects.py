"""What is measured side by side: Laguna's server as it may be run, and servers of others, each with tables of four."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    ExitStack,
    asynccontextmanager,
    contextmanager,
)
from pathlib import Path
from typing import NamedTuple, Protocol

from laguna.server.settings import Settings
from load.boardgame import boardgame_server, boardgame_tables
from load.colyseus import colyseus_rooms, colyseus_server
from load.database import Database, postgresql
from load.laguna import Door, Sitting, laguna_server, playing, spread, together
from load.process import ServerProcess
from load.seed import seeded
from load.work import Player, Work

SUBJECTS = ("sqlite", "postgresql", "together", "spread", "boardgame_io", "colyseus")
ON_POSTGRESQL = {"postgresql", "together", "spread"}
WORKERS = 2
"""Processes of a server that has several."""


class Running(NamedTuple):
    """A server, with everybody at their tables."""

    server: ServerProcess
    counted: Callable[[], Awaitable[Counter[str]]]
    """What its own metrics count so far."""


class Subject(Protocol):
    """A server to be measured, started anew for each round."""

    def playing(self, tables: int, work: Work) -> AbstractAsyncContextManager[Running]:
        """Start it and have all come to so many tables, which the work then keeps moving."""


class LagunaSubject:
    """Laguna's server with a fresh store each time: SQLite's, or that of a database."""

    def __init__(
        self, folder: Path, database: Database | None = None, workers: int = 1, sitting: Sitting = together
    ) -> None:
        self._folder = folder
        self._database = database
        self._workers = workers
        self._sitting = sitting
        self._times = 0

    @asynccontextmanager
    async def playing(self, tables: int, work: Work) -> AsyncIterator[Running]:
        """See `Subject`."""
        self._times += 1
        store = "" if self._database is None else self._database.empty()
        settings = Settings(data=self._folder / str(self._times), store=store, workers=self._workers)
        groups = await seeded(settings, tables, 1, 0)
        with laguna_server(settings) as server:
            async with Door.of(server) as door, playing(door, groups, work, self._sitting):
                if self._database is not None:
                    server.beside["postgresql"] = self._database.cpu
                yield Running(server, door.counted)


class PeerSubject:
    """Somebody else's server, which keeps everything in memory."""

    def __init__(
        self,
        serving: Callable[[], AbstractContextManager[ServerProcess]],
        seated: Callable[[ServerProcess, Work, int], Awaitable[Sequence[Player]]],
    ) -> None:
        self._serving = serving
        self._seated = seated

    @asynccontextmanager
    async def playing(self, tables: int, work: Work) -> AsyncIterator[Running]:
        """See `Subject`."""
        with self._serving() as server:
            players = await self._seated(server, work, tables)
            yield Running(server, _nothing)
            for player in players:
                player.leave()


async def _nothing() -> Counter[str]:
    return Counter()


@contextmanager
def subjects(names: Sequence[str], folder: Path) -> Iterator[dict[str, Subject]]:
    """Those that are wanted; with a database, where one of them needs it. Stores are made in the folder."""
    with ExitStack() as stack:
        database = None
        if ON_POSTGRESQL.intersection(names):
            database = stack.enter_context(postgresql(folder / "database"))
        every: dict[str, Subject] = {
            "sqlite": LagunaSubject(folder / "sqlite"),
            "postgresql": LagunaSubject(folder / "postgresql", database),
            "together": LagunaSubject(folder / "together", database, WORKERS),
            "spread": LagunaSubject(folder / "spread", database, WORKERS, spread),
            "boardgame_io": PeerSubject(boardgame_server, boardgame_tables),
            "colyseus": PeerSubject(colyseus_server, colyseus_rooms),
        }
        yield {name: subject for name, subject in every.items() if name in names}
