"""Health of the server: a trial write, the last integrity check of the database, and free space on the disk."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Literal

from laguna.server.operations.disk_space import DiskSpace
from laguna.server.store.store import Beat, Store, StoreClosed, StoreFailed

_LOG = logging.getLogger(__name__)

WRITE_TIMEOUT_S = 2.0
"""Seconds until the store's writer counts as hanging."""
WRITE_CHECK_TTL_S = 1.0
"""Seconds for which the outcome of a trial write is reused: health checks cost the disk nothing."""

Writing = Literal["ok", "closing", "store_fails", "store_hangs"]
Status = Literal["ok", "low_space", "damaged", "draining", "closing", "store_fails", "store_hangs"]
Check = Literal["running", "ok", "damaged"]

_SENTENCES: dict[Status, str] = {
    "ok": "All is well.",
    "damaged": "The database is damaged; the log says where. Stop the server and restore a backup.",
    "draining": "The server hands its people over to others, and ends.",
    "closing": "The server is about to end.",
    "store_fails": "Nothing can be written: the disk may be full or broken, or the database away. The log says more.",
    "store_hangs": f"The database has not confirmed a write within {WRITE_TIMEOUT_S:.0f} seconds: it may be away.",
}


class Vitals:
    """How one server is."""

    def __init__(self, store: Store, space: DiskSpace, now: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._space = space
        self._now = now
        self._trying: asyncio.Task[Writing] | None = None
        self._tried_at = 0.0
        self.check: Check = "running"
        """What the check of the whole database found."""
        self.draining = False
        """Whether the server takes nobody any more, since it is about to end."""

    async def readiness(self) -> Status:
        """What keeps others from sending people here, the worst first."""
        return "draining" if self.draining else await self.status()

    async def status(self) -> Status:
        """What is wrong, the worst first."""
        writing = await self._writing()
        if writing != "ok":
            return writing
        if self.check == "damaged":
            return "damaged"
        self._space.look()
        return "low_space" if self._space.low else "ok"

    def sentence(self, status: Status) -> str:
        """The same, for whoever operates the server."""
        return self._space.sentence if status == "low_space" else _SENTENCES[status]

    async def check_database(self) -> None:
        """Look through the whole database once, beside all that goes on, and say what was found."""
        began = time.perf_counter()
        try:
            wrong = await self._store.check()
        except (StoreFailed, StoreClosed) as error:
            _LOG.warning("Database check failed to run: %s", error)
            return
        took = {"seconds": round(time.perf_counter() - began, 3)}
        self.check = "damaged" if wrong else "ok"
        if wrong:
            _LOG.error("The database is damaged: restore a backup.", extra={**took, "found": wrong})
        else:
            _LOG.info("Database check passed", extra=took)

    async def _writing(self) -> Writing:
        trying = self._trying
        if trying is None or (trying.done() and self._now() - self._tried_at >= WRITE_CHECK_TTL_S):
            self._tried_at = self._now()
            trying = self._trying = asyncio.create_task(self._try())
        return await asyncio.shield(trying)

    async def _try(self) -> Writing:
        try:
            await asyncio.wait_for(self._store.write(Beat()), WRITE_TIMEOUT_S)
        except StoreClosed:
            return "closing"
        except StoreFailed as error:
            _LOG.warning("Trial write failed: %s", error)
            return "store_fails"
        except TimeoutError:
            return "store_hangs"
        return "ok"
