"""Periodic work: clocks that run out, bots that were to answer when the server went down, clean-up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

from laguna.core.record import BadRecord
from laguna.server.operations.disk_space import DiskSpace
from laguna.server.problem import Problem
from laguna.server.store.store import DropExpired, SetWake, StoreClosed, StoreDamaged, StoreFailed
from laguna.server.tables.durable_table import BOT_TIMEOUT_S
from laguna.server.tables.lobby import Lobby
from laguna.server.tables.retention import RetentionSweep
from laguna.server.tables.room import Room
from laguna.server.tables.services import TableServices

_LOG = logging.getLogger(__name__)

TICK_S = 1.0
"""Seconds between two looks at what is due."""
TIDY_INTERVAL_S = 60.0
"""Seconds between two clean-ups of rooms, expired tokens and old tables."""


class Clockwork:
    """Ticks. What is due is written in the store, so nothing depends on this process having been there before."""

    def __init__(self, services: TableServices, lobby: Lobby, space: DiskSpace, tidying: RetentionSweep) -> None:
        self._tidying = tidying
        self._services = services
        self._lobby = lobby
        self._space = space

    async def run(self) -> None:
        """Tick for ever."""
        tidied = self._services.now()
        while True:
            await self._safely(self.look())
            await asyncio.sleep(TICK_S)
            self._space.look()
            if self._services.now() - tidied >= TIDY_INTERVAL_S:
                await self._safely(self._tidy())
                tidied = self._services.now()

    async def _tidy(self) -> None:
        """Forget tables in memory that nobody uses, keys that hold no more, and what was kept for long enough."""
        self._lobby.tidy()
        await self._services.store.write(DropExpired(self._services.now()))
        await self._tidying.step()

    async def _safely(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except StoreClosed:
            raise
        except StoreFailed as error:
            _LOG.warning("The store does not answer; the next tick tries again: %s", error)
        except Exception:  # noqa: BLE001 - the next tick tries again
            _LOG.exception("Unhandled error in the clockwork; the next tick tries again")

    async def look(self) -> None:
        """Look after all tables that are due, and those where a server that is gone was to have bots answer.

        They are claimed a part at a time, so that servers which share a store share the work.
        """
        looked_after: set[str] = set()
        while due := [table for table in await self._claim() if table not in looked_after]:
            self._services.metrics.claimed(len(due))
            for table in due:
                await self._wake(table)
            looked_after.update(due)

    async def _claim(self) -> list[str]:
        now = self._services.now()
        orphans_until = now + BOT_TIMEOUT_S if self._services.others.judged else now
        return await self._services.store.claim_due(now, orphans_until)

    async def _wake(self, table: str) -> None:
        """Look after a table. One that cannot be read is left alone; the others have their turn."""
        try:
            await self._look_after(await self._lobby.room(table))
        except (Problem, BadRecord, StoreDamaged) as problem:
            _LOG.warning("Table cannot be woken: %s", problem, extra={"table": table})
            await self._safely(self._services.store.write(SetWake(table, None)))

    async def _look_after(self, room: Room) -> None:
        """Where others are quicker again and again, the table is theirs, and stays due until then."""
        try:
            await self._services.others.look_after(room)
        except Problem as problem:
            _LOG.warning("Table is looked after later: %s", problem, extra={"table": room.id})
