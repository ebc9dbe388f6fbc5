"""What all rooms of a process share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from laguna.server.hub import Hub
from laguna.server.store.store import Store

if TYPE_CHECKING:
    from laguna.server.metrics import Metrics
    from laguna.server.room import Room


class Desk:
    """Where rooms turn to: the store, who is connected, the time, and whoever seats bots."""

    def __init__(self, store: Store, hub: Hub, metrics: Metrics, now: Callable[[], float]) -> None:
        self.store = store
        self.hub = hub
        self.metrics = metrics
        self.now = now
        self.looking_back = asyncio.Semaphore(1)
        """Whoever plays a stored game again does so in a thread, one at a time: moves of others are more urgent."""
        self.bots_asked: Callable[[Room], None] = lambda _: None
        """Called after every change of a room: a bot may have to answer there."""
