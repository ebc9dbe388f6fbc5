"""The bus over NATS core: subjects, no streams, nothing kept. While NATS is away, nothing is told and nobody waits."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError

from laguna.server.bus.bus import Heard
from laguna.server.bus.news import BadNews, News, decoded, encoded
from laguna.server.store.store import CannotOpen

_LOG = logging.getLogger(__name__)

CONNECT_TIMEOUT_S = 5.0
"""Seconds until NATS is given up that does not answer, and tried again."""
RECONNECT_PAUSE_S = 0.2
CONFIRM_TIMEOUT_S = 1
"""Seconds until whoever follows something goes on, although NATS has not confirmed it."""
MAX_UNTOLD = 10_000
"""How many messages may wait for the next turn of the event loop; more are dropped."""
LOG_INTERVAL_S = 60.0
"""Seconds in which no complaint of a kind is logged twice."""


class NatsBus:
    """The bus of one server. It connects for ever again; what it follows it follows again then."""

    def __init__(self, server: str, address: str) -> None:
        """Of a server, by its id, at these addresses of NATS, with commas between them; see `open`."""
        self._server = server
        self._addresses = address.split(",")
        self._nats: Client | None = None
        """The connection, while there is one."""
        self._heard: Heard = lambda *_: None
        self._reconnected: Callable[[], None] = lambda: None
        self._following: dict[str, Subscription | None] = {}
        """None: it is followed as soon as there is a connection."""
        self._untold: deque[tuple[str, bytes]] = deque(maxlen=MAX_UNTOLD)
        self._telling: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._complained: dict[str, float] = {}

    @classmethod
    async def open(cls, server: str, address: str) -> Self:
        """Connect. If NATS is away, go on trying beside everything else. Raises `CannotOpen` if it lets nobody in."""
        bus = cls(server, address)
        try:
            gone = await bus._connect()
        except (OSError, NatsError, TimeoutError) as error:
            if "authorization" in str(error).lower():
                sentence = "NATS does not let this server in: --nats needs its user and password, or its token."
                raise CannotOpen(sentence) from None  # the error may tell the address, with the password in it
            bus._complain("away", "NATS cannot be reached: other servers hear of changes late, until it can.")
            gone = None
        bus._keeping = asyncio.create_task(bus._keep(gone))
        return bus

    @property
    def connected(self) -> bool:
        """See `Bus`."""
        return self._nats is not None and bool(self._nats.is_connected)

    def listen(self, heard: Heard, reconnected: Callable[[], None]) -> None:
        """See `Bus`."""
        self._heard, self._reconnected = heard, reconnected

    async def follow(self, subject: str) -> None:
        """See `Bus`."""
        if subject in self._following:
            return
        self._following[subject] = None
        if self._nats is not None:
            await self._subscribe(self._nats, subject)
            await self._confirm(self._nats)

    async def leave(self, subject: str) -> None:
        """See `Bus`."""
        subscription = self._following.pop(subject, None)
        if subscription is not None:
            with suppress(NatsError):  # the connection is gone, and the subscription with it
                await subscription.unsubscribe()

    def tell(self, subject: str, news: News) -> None:
        """See `Bus`."""
        if self.connected:
            self._untold.append((subject, encoded(self._server, news)))
            if self._telling is None:
                self._telling = asyncio.get_running_loop().create_task(self._tell())

    async def close(self) -> None:
        """See `Bus`."""
        if self._telling is not None:
            await asyncio.wait((self._telling,), timeout=CONFIRM_TIMEOUT_S)
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping
        if self._nats is not None:
            await self._confirm(self._nats)
            await self._nats.close()
            self._nats = None

    async def _keep(self, gone: asyncio.Event | None) -> None:
        """Connect again whenever the connection is gone. nats-py's own way of it gives up after some errors."""
        while True:
            if gone is not None:
                await gone.wait()
                self._nats = None
                self._complain("gone", "The connection with NATS is gone: other servers hear of changes late.")
            await asyncio.sleep(RECONNECT_PAUSE_S)
            try:
                gone = await self._connect()
            except (OSError, NatsError, TimeoutError):
                gone = None
            else:
                _LOG.info("Connected with NATS again")
                self._reconnected()

    async def _connect(self) -> asyncio.Event:
        """Connect, and follow what was followed; the event is set when the connection is gone."""
        client, gone = Client(), asyncio.Event()

        async def closed() -> None:
            gone.set()

        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_S):
                await client.connect(
                    self._addresses,
                    name=self._server,
                    no_echo=True,
                    allow_reconnect=False,
                    max_reconnect_attempts=1,
                    reconnect_time_wait=0,
                    error_cb=self._failed,
                    closed_cb=closed,
                )
                for subject in list(self._following):
                    await self._subscribe(client, subject)
                await client.flush()
        except BaseException:
            with suppress(Exception):
                async with asyncio.timeout(CONFIRM_TIMEOUT_S):  # after a failed handshake of TLS it would not end
                    await client.close()
            raise
        self._nats = client
        for subject in [subject for subject, found in self._following.items() if found is None]:
            await self._subscribe(client, subject)  # followed meanwhile
        return gone

    async def _subscribe(self, client: Client, subject: str) -> None:
        if subject in self._following:
            with suppress(NatsError):  # the connection is just lost: the next one follows it
                subscription = await client.subscribe(subject, cb=self._hear)
                if subject in self._following:
                    self._following[subject] = subscription
                else:  # it was left meanwhile
                    await subscription.unsubscribe()

    async def _confirm(self, client: Client) -> None:
        """Wait until NATS has done what it was told to."""
        with suppress(NatsError, OSError, TimeoutError):
            await client.flush(CONFIRM_TIMEOUT_S)

    async def _tell(self) -> None:
        """Send what waits: one task for all that is told in one turn of the event loop."""
        try:
            while self._untold and self._nats is not None:
                subject, sent = self._untold.popleft()
                await self._nats.publish(subject, sent)
        except (NatsError, OSError) as error:
            self._complain(type(error).__name__, f"NATS takes no messages at this moment ({type(error).__name__}).")
        finally:
            self._telling = None

    async def _hear(self, message: Msg) -> None:
        try:
            server, news = decoded(message.data)
        except BadNews as error:
            self._complain("news", f"A message on the bus is left out: {error}")
            return
        self._heard(message.subject, server, news)

    async def _failed(self, error: Exception) -> None:
        """Something that nats-py reports beside: a subscriber that is too slow, a server that is away."""
        self._complain(type(error).__name__, f"NATS: {type(error).__name__}.")

    def _complain(self, kind: str, sentence: str) -> None:
        """Log it; once in a while is enough. Errors of nats-py may tell its address: their names have to do."""
        now = time.monotonic()
        if now - self._complained.get(kind, -LOG_INTERVAL_S) >= LOG_INTERVAL_S:
            self._complained[kind] = now
            _LOG.warning("%s", sentence)
