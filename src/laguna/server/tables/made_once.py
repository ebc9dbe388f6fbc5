"""What takes long to make: made once for all who ask, and kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class MadeOnce(Generic[T]):
    """Things by their names: those asked for last are kept. What failed is made anew for who asks next."""

    def __init__(self, most: int) -> None:
        """`most` is how many are kept."""
        self._most = most
        self._made: OrderedDict[str, asyncio.Task[T]] = OrderedDict()

    async def of(self, name: str, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `make` makes; whoever does not wait any longer stops it for nobody else. Raises what `make` does."""
        making = self._made.get(name)
        if making is None:
            making = self._made[name] = asyncio.create_task(self._kept(name, make))
            if len(self._made) > self._most:
                self._made.popitem(last=False)
        self._made.move_to_end(name)
        return await asyncio.shield(making)

    async def _kept(self, name: str, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        try:
            return await make()
        except BaseException:
            self._made.pop(name, None)
            raise
