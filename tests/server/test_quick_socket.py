"""The short way out of a socket."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from laguna.server.http.quick_socket import QuickSocket, _send_all


class Posting:
    """A socket that has posted something, which may fail to be sent."""

    def __init__(self, *, broken: bool = False) -> None:
        self.broken = broken
        self.sent = 0

    def send_posted(self) -> None:
        """See `QuickSocket`."""
        if self.broken:
            raise RuntimeError("broken")
        self.sent += 1


def test_a_socket_that_fails_keeps_nothing_back_from_the_others():
    sockets = [Posting(), Posting(broken=True), Posting()]

    async def tried() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda *_: None)
        waiting = cast("list[QuickSocket]", list(sockets))
        with pytest.raises(RuntimeError, match="broken"):
            _send_all(loop, waiting)
        await asyncio.sleep(0)
        assert not waiting

    asyncio.run(tried())
    assert [each.sent for each in sockets] == [1, 0, 1]
