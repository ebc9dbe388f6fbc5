"""Handing over: a server that ends sends its people to the others, a few at a time and none in the middle of a move."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from laguna.server.people.hub import CLOSE_RESTARTING, Hub
from laguna.server.store.store import StoreFailed

if TYPE_CHECKING:
    from laguna.server.backend import Backend

_LOG = logging.getLogger(__name__)

DRAIN_S = 10.0
"""Seconds over which the sockets of a full server are closed: each that comes back costs the others some work."""
MAX_PAUSE_S = 0.05
"""Seconds between two sockets, where there are so few that it takes no longer."""
AIM_TIMEOUT_S = 8.0
"""Seconds beyond that until nobody is waited for any more: who is still aiming then aims again."""
TELL_TIMEOUT_S = 3.0
"""Seconds until the other servers are told no more what is theirs now: they find out by themselves."""
DRAIN_TIMEOUT_S = DRAIN_S + AIM_TIMEOUT_S + TELL_TIMEOUT_S
"""Seconds that all of it takes at most."""

EXIT_TIMEOUT_S = 10.0
"""Seconds from the signal until the process exits, even if something in it hangs; what draining takes comes on top."""


async def drain(backend: Backend) -> None:
    """Close all sockets with "come again soon", then tell the other servers what is theirs now."""
    _LOG.info("The server hands its people over", extra={"sockets": len(backend.hub)})
    await _close_sockets(backend.hub)
    backend.lobby.end_waiting()
    try:
        async with asyncio.timeout(TELL_TIMEOUT_S):
            for tell in backend.when_draining:
                await tell()
    except (StoreFailed, TimeoutError) as error:
        why = str(error) or "it takes too long."
        _LOG.warning("The other servers could not be told of the end, and find it out themselves: %s", why)
    except Exception:  # noqa: BLE001 - as above
        _LOG.exception("Unhandled error while the other servers were told of the end")


async def _close_sockets(hub: Hub) -> None:
    """One by one, those that open meanwhile as well: proxies may come over connections that they have kept.

    Who may just have made a move, or aims, is left for later, as long as there is time.
    """
    loop = asyncio.get_running_loop()
    patience = loop.time() + DRAIN_S + AIM_TIMEOUT_S
    pause = min(DRAIN_S / max(1, len(hub)), MAX_PAUSE_S)
    while there := [connection for connection in hub.connections if not connection.closing]:
        for connection in there:
            patient = loop.time() < patience
            if not (patient and connection.occupied):
                connection.close(CLOSE_RESTARTING)
            if patient:
                await asyncio.sleep(pause)
