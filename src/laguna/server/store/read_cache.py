"""A cache of recent reads with an expiry."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Cache(Generic[K, V]):
    """The things read last: so many, each for so many seconds (another process may have changed it by then).

    Whoever changes something says `forget` once the change is durable; a reading that was under way then is not kept.
    """

    def __init__(
        self, read: Callable[[K], Awaitable[V | None]], now: Callable[[], float], count: int, seconds: float
    ) -> None:
        self._read = read
        self._now = now
        self._count = count
        self._seconds = seconds
        self._kept: OrderedDict[K, tuple[float, V]] = OrderedDict()
        self._changes = 0

    def kept(self, key: K) -> V | None:
        """What is at hand, without reading."""
        found = self._kept.get(key)
        if found is None or not 0 <= self._now() - found[0] < self._seconds:
            return None
        self._kept.move_to_end(key)
        return found[1]

    async def get(self, key: K) -> V | None:
        """What is at hand or can be read. That there is none is not remembered."""
        at_hand = self.kept(key)
        if at_hand is not None:
            return at_hand
        changes, at = self._changes, self._now()
        value = await self._read(key)
        if value is not None and changes == self._changes:
            self._kept[key] = at, value
            self._kept.move_to_end(key)
            if len(self._kept) > self._count:
                self._kept.popitem(last=False)
        return value

    def forget_all(self, which: Callable[[V], bool]) -> None:
        """All of these were changed."""
        self._changes += 1
        for key in [key for key, (_, value) in self._kept.items() if which(value)]:
            del self._kept[key]

    def forget(self, key: K) -> None:
        """It was changed."""
        self._changes += 1
        self._kept.pop(key, None)
