"""Counts open connections by address, and limits them in all and from one address."""

from __future__ import annotations

from collections import Counter
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import Protocol

from laguna.server.operations.file_limits import most_connections
from laguna.server.operations.metrics import Metrics
from laguna.server.people.address_groups import address_group
from laguna.server.problem import Problem
from laguna.server.settings import Settings

MAX_LINGERING = 64
"""How many refused connections may stay for the moment in which they are told so; more are cut off at once."""


class LimitedConnection(Protocol):
    """A connection that is counted, and may be cut off while it is idle."""

    @property
    def idle(self) -> bool:
        """Whether nothing is being done for it."""
        ...

    def cut(self) -> None:
        """Close it at once."""
        ...


class ConnectionLimits:
    """The connections of a server, limited in all and by address.

    A proxy that is named may have any number; those who come by it are limited by `exchange`.
    """

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._most = most_connections(settings.limits.connections)
        self._most_of_one = settings.limits.connections_per_address
        self._proxies = tuple(map(ip_network, settings.proxies))
        self._metrics = metrics
        self._connections: dict[str, dict[LimitedConnection, None]] = {}
        """By address, in the order in which they came."""
        self._count = 0
        self._refused: set[LimitedConnection] = set()
        self._exchanges: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._count

    def enter(self, host: str, connection: LimitedConnection) -> None:
        """A connection comes from there. Raises `Problem` if there is no room for it.

        When all is full, whoever has most connections gives one up that does nothing, before somebody with fewer is
        refused.
        """
        address = address_group(host)
        mine = len(self._connections.get(address, ()))
        if mine >= self._most_of_one and not self._is_proxy(host):
            raise self._too_many_of_one()
        if len(self) >= self._most and not self._made_room(mine):
            self._metrics.limited("connections")
            sentence = "Too many people are here at this moment. Try again in a minute."
            raise Problem("crowded", sentence, HTTPStatus.SERVICE_UNAVAILABLE, wait=60)
        self._connections.setdefault(address, {})[connection] = None
        self._count += 1

    def go_on(self, host: str, connection: LimitedConnection, changed: LimitedConnection) -> None:
        """A connection that was let in is another object from now on."""
        mine = self._connections[address_group(host)]
        del mine[connection]
        mine[changed] = None

    def leave(self, host: str, connection: LimitedConnection) -> None:
        """A connection is gone, whether it was let in or not."""
        self._refused.discard(connection)
        self._remove(address_group(host), connection)

    def lets_linger(self, connection: LimitedConnection) -> bool:
        """Whether a connection that was refused may stay until it has heard why. It says `leave` afterwards."""
        if len(self._refused) >= MAX_LINGERING:
            return False
        self._refused.add(connection)
        return True

    def begin_exchange(self, address: str) -> None:
        """A request begins, or a socket, of an address as a proxy told it. Raises `Problem` if it has too many."""
        if self._exchanges[address] >= self._most_of_one:
            raise self._too_many_of_one()
        self._exchanges[address] += 1

    def end_exchange(self, address: str) -> None:
        """It is over."""
        self._exchanges[address] -= 1
        if not self._exchanges[address]:
            del self._exchanges[address]

    def _too_many_of_one(self) -> Problem:
        self._metrics.limited("connections_per_address")
        sentence = f"There are {self._most_of_one} connections from your address already, as many as may."
        return Problem("too_many_connections", sentence, HTTPStatus.TOO_MANY_REQUESTS, wait=10)

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)

    def _made_room(self, fewer: int) -> bool:
        """Have the address with most connections give up an idle one, if it has more than so many and one more."""
        address = max(self._connections, key=lambda each: len(self._connections[each]), default=None)
        if address is None or len(self._connections[address]) <= fewer + 1:
            return False
        idle = next((connection for connection in self._connections[address] if connection.idle), None)
        if idle is None:
            return False
        self._remove(address, idle)
        idle.cut()
        return True

    def _remove(self, address: str, connection: LimitedConnection) -> None:
        """Count a connection no more, if it was."""
        mine = self._connections.get(address, {})
        if connection in mine:
            del mine[connection]
            self._count -= 1
        if not mine:
            self._connections.pop(address, None)
