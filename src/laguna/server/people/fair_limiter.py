"""Limits how many do something costly at once, and serves them fairly, so that nobody keeps others out."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from laguna.core.fair_queue import FairQueue
from laguna.server.problem import too_many


@dataclass(eq=False, slots=True)
class _Waiting:
    group: str
    called: asyncio.Future[None]


class FairLimiter:
    """Groups (an address, a table) are served in turn: so many at a time, and one of each group.

    At most `most` may be served or wait in all, and `each` of one group; the next is refused with `sentence`, and told
    to try again after `wait` seconds. At most `at_once` are served at a time. In each group those are served in turn
    whose names follow the group's, such as the people of an address.
    """

    def __init__(self, sentence: str, wait: float, *, most: int, each: int, at_once: int = 1) -> None:
        self._refusal = (sentence, wait)
        self._most = most
        self._each = each
        self._at_once = at_once
        self._here: Counter[str] = Counter()
        self._served: set[str] = set()
        self._waiting: FairQueue[_Waiting] = FairQueue()

    @asynccontextmanager
    async def next(self, *whose: str) -> AsyncIterator[None]:
        """Wait for one's turn, and have it. Raises `Problem` if too many are there already."""
        with self.place(*whose):
            async with self.turn(*whose):
                yield

    @contextmanager
    def place(self, *whose: str) -> Iterator[None]:
        """Have a place among those who wait, before one is ready for a turn. Raises `Problem` if there is none."""
        group = whose[0]
        if self._here.total() >= self._most or self._here[group] >= self._each:
            raise too_many(*self._refusal)
        self._here[group] += 1
        try:
            yield
        finally:
            self._here[group] -= 1
            self._here += Counter()  # forgets who has none

    @asynccontextmanager
    async def turn(self, *whose: str) -> AsyncIterator[None]:
        """Wait for the turn of a place that one has, and have it."""
        mine = _Waiting(whose[0], asyncio.get_running_loop().create_future())
        self._waiting.add(whose, mine)
        self._call()
        try:
            await mine.called
            yield
        finally:
            if mine.called.cancelled():
                self._waiting.remove(lambda other: other is mine)
            else:
                self._served.discard(mine.group)
            self._call()

    def _call(self) -> None:
        """Let those go on whose turn it is."""
        while len(self._served) < self._at_once:
            following = self._waiting.take(self._may_go_on)
            if following is None:
                return
            self._served.add(following.group)
            following.called.set_result(None)

    def _may_go_on(self, waiting: _Waiting) -> bool:
        return waiting.group not in self._served and not waiting.called.done()
