"""Makes the previews of links for pages, which are served with or without: nobody is refused a page, nor waits long."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from laguna.server.pages.preview import Preview
from laguna.server.people.fair_limiter import FairLimiter
from laguna.server.people.rate_limits import Buckets
from laguna.server.problem import Problem

_LOG = logging.getLogger(__name__)

PREVIEW_TIMEOUT_S = 2.0
"""Seconds that a page waits for its preview. What is begun goes on, and is there when the page is asked for again."""
MAX_PREVIEWS, MAX_PREVIEWS_OF_ONE = 32, 4
"""How many previews may be made or wait for it, in all and for one address."""


class PreviewMaker:
    """Makes one preview after another, those of each address in turn, on its account.

    So of all who play stored games again, previews are never more than one: tables under way have the other places.
    """

    def __init__(self, requests: Buckets) -> None:
        """`requests` is what addresses pay from."""
        self._requests = requests
        self._turns = FairLimiter(
            "Too many previews are being made.", wait=1, most=MAX_PREVIEWS, each=MAX_PREVIEWS_OF_ONE
        )
        self._making: set[asyncio.Task[Preview | None]] = set()

    async def of(self, caller: str, make: Callable[[], Awaitable[Preview | None]]) -> Preview | None:
        """What `make` makes, for an address; None: there is no preview, it cannot be made, or not so soon."""
        if self._requests.take(caller):
            return None
        making = asyncio.create_task(self._made(caller, make))
        self._making.add(making)
        making.add_done_callback(self._making.discard)
        await asyncio.wait((making,), timeout=PREVIEW_TIMEOUT_S)
        return making.result() if making.done() else None

    async def close(self) -> None:
        """Make no more."""
        for making in self._making:
            making.cancel()
        await asyncio.gather(*self._making, return_exceptions=True)

    async def _made(self, caller: str, make: Callable[[], Awaitable[Preview | None]]) -> Preview | None:
        try:
            async with self._turns.next(caller):
                return await make()
        except Problem as problem:
            _LOG.info("Link preview refused: %s", problem.code)
        except Exception:  # noqa: BLE001 - a damaged log, a game that is not installed, the store: the page says so itself
            _LOG.exception("Link preview failed; the page is served without it")
        return None
