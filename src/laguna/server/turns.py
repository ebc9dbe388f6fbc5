"""One after another, for what would take too much if many did it at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from laguna.server.problem import too_many


class Turns:
    """One at a time; others wait, so many in all and no more: the next is told this sentence."""

    def __init__(self, most: int, sentence: str, wait: float) -> None:
        self._most = most
        self._refusal = (sentence, wait)
        self._turn = asyncio.Semaphore(1)
        self._here = 0

    @asynccontextmanager
    async def next(self) -> AsyncIterator[None]:
        """Wait for one's turn, and have it. Raises `Problem` if too many wait already."""
        if self._here >= self._most:
            raise too_many(*self._refusal)
        self._here += 1
        try:
            async with self._turn:
                yield
        finally:
            self._here -= 1
