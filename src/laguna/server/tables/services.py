"""What all rooms of a process share: store, hub, metrics, clock and limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from laguna.server.people.fair_limiter import FairLimiter
from laguna.server.people.hub import Hub
from laguna.server.people.last_addresses import LastAddresses
from laguna.server.store.store import Store
from laguna.server.tables.others import Others

if TYPE_CHECKING:
    from laguna.server.operations.metrics import Metrics
    from laguna.server.tables.room import Room


MAX_REPLAYING, MAX_REPLAYING_OF_ONE_TABLE = 256, 16
"""How many may play stored games again or wait for it, in all and at one table."""
MAX_REPLAY_THREADS = 2
"""How many tables do so at a time: moves of others are more urgent."""


class TableServices:
    """Where rooms turn to: the store, who is connected and where, the time, and whoever seats bots."""

    def __init__(self, store: Store, hub: Hub, metrics: Metrics, now: Callable[[], float]) -> None:
        self.store = store
        self.hub = hub
        self.metrics = metrics
        self.now = now
        self.last_addresses = LastAddresses()
        self.looking_back = FairLimiter(
            "Many look back at this game at the moment: try again in a second.",
            wait=1,
            most=MAX_REPLAYING,
            each=MAX_REPLAYING_OF_ONE_TABLE,
            at_once=MAX_REPLAY_THREADS,
        )
        """Whoever plays a stored game again does so in a thread, in the turn of its table."""
        self.others = Others()
        """The other servers that share the store."""
        self.ending = False
        """Whether the server is about to end: then nobody waits at a table for something to happen."""
        self.bots_asked: Callable[[Room], None] = lambda _: None
        """Called after every change of a room: a bot may have to answer there."""
