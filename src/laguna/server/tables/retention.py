"""Deletes what is not needed any more: abandoned tables, and guests who never came back. See `Retention`.

A step looks at a few tables and people, in the order of their ids, and goes on after them the next time; at the end it
begins anew. So the work of a step does not grow with what is stored, and all of it has its turn.
"""

from __future__ import annotations

import logging

from laguna.server.settings import DAY_S, Retention
from laguna.server.store.store import DropGuest, DropTable, TableAge
from laguna.server.tables.lobby import Lobby
from laguna.server.tables.services import TableServices

_LOG = logging.getLogger(__name__)

BATCH_SIZE = 200
"""How many tables, and how many people, are looked at in one step."""


def outlived(age: TableAge, keep: Retention, now: float) -> bool:
    """Whether a table has been kept for long enough."""
    match age.state:
        case "closed":
            days = keep.given_up
        case "gathering":
            days = keep.unstarted
        case "playing":
            days = keep.abandoned
        case "over":
            days = 0 if age.reachable else keep.finished
    return days > 0 and age.moved <= now - days * DAY_S


class RetentionSweep:
    """Deletes what has expired among all that is stored, a batch a step, over and over."""

    def __init__(self, services: TableServices, lobby: Lobby, keep: Retention) -> None:
        self._services = services
        self._lobby = lobby
        self._keep = keep
        self._table = ""
        self._guest = ""
        """Where the last step ended."""

    async def step(self) -> None:
        """Forget what has been kept for long enough, among the next few."""
        tables, guests = await self._tables(), await self._guests()
        if tables or guests:
            self._services.metrics.tidied(tables, guests)
            _LOG.info("Deleted expired tables and guests", extra={"tables": tables, "guests": guests})

    async def _tables(self) -> int:
        ages = await self._services.store.tables_after(self._table, BATCH_SIZE)
        self._table = ages[-1].table if len(ages) == BATCH_SIZE else ""
        now = self._services.now()
        drops = [
            DropTable(age.table, age.moved)
            for age in ages
            if outlived(age, self._keep, now) and self._lobby.forget(age.table)
        ]
        if drops:
            await self._services.store.write(*drops)
        return len(drops)

    async def _guests(self) -> int:
        if not self._keep.guests:
            return 0
        seen = self._services.now() - self._keep.guests * DAY_S
        ages = await self._services.store.guests_after(self._guest, seen, BATCH_SIZE)
        self._guest = ages[-1].person if len(ages) == BATCH_SIZE else ""
        drops = [DropGuest(age.person, seen) for age in ages if not age.held and not self._services.hub.of(age.person)]
        if drops:
            await self._services.store.write(*drops)
        return len(drops)
