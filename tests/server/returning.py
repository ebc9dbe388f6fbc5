"""Somebody whose socket servers close, and who comes back as pages do."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server.player import Message, Player
from server.serving import Client

T = TypeVar("T")


class Returning:
    """Somebody, and what became of their sockets."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.closed: list[int | None] = []
        """Why each socket was closed."""
        self.away_s: list[float] = []
        """How long it took each time until one was back at the table."""
        self.troubles: list[Message] = []
        self.refused = 0
        """How often a server could not be reached, or broke off."""
        self._left = 0.0

    async def visit(self, play: Callable[[Player], Awaitable[T]]) -> T | None:
        """Play over one socket; None: it was closed or did not open."""
        try:
            async with Player.connect(self.client) as player:
                try:
                    return await play(player)
                except ConnectionClosed as closed:
                    self.closed.append(None if closed.rcvd is None else closed.rcvd.code)
                    self._left = time.monotonic()
                finally:
                    self.troubles += [heard for heard in player.heard if heard["type"] == "trouble"]
        except (OSError, InvalidHandshake):
            self.refused += 1
        return None

    def back(self) -> None:
        """One follows the table again."""
        if len(self.away_s) < len(self.closed):
            self.away_s.append(time.monotonic() - self._left)
