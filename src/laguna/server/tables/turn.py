"""Taking turns: one at a time, in the order in which they came."""

from __future__ import annotations

import asyncio


class Turn:
    """A turn that one has at a time, as an `asyncio.Lock`; but it can be taken at once, where nobody has it.

    Whoever waits gets it from the one before, so nobody who comes later is quicker.
    """

    __slots__ = ("_waiting", "taken")

    def __init__(self) -> None:
        self.taken = False
        """Whether somebody has it."""
        self._waiting: list[asyncio.Future[None]] = []
        """Mostly nobody: an empty deque would take ten times as much."""

    def take(self) -> bool:
        """Take it at once, if nobody has it. Whether that was so."""
        if self.taken:
            return False
        self.taken = True
        return True

    async def wait(self) -> None:
        """Take it, after all who came before."""
        if self.take():
            return
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        try:
            await waiting
        except asyncio.CancelledError:
            if not waiting.cancelled():  # it had just been given to us
                self.give()
            raise

    def give(self) -> None:
        """Give it to whoever has waited longest; if nobody waits, nobody has it."""
        while self._waiting:
            waiting = self._waiting.pop(0)
            if not waiting.done():  # nor cancelled
                waiting.set_result(None)
                return
        self.taken = False

    async def __aenter__(self) -> None:
        await self.wait()

    async def __aexit__(self, *_: object) -> None:
        self.give()
