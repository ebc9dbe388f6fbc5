"""The bus over NATS core: subjects, no streams, nothing kept. While NATS is away, nothing is told and nobody waits."""

from __future__ import annotations

import asyncio
import logging
import ssl
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, Self
from urllib.parse import unquote, urlsplit

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error as NatsError
from nats.errors import MaxPayloadError

from laguna.server.bus.bus import Heard
from laguna.server.bus.news import BadNews, News, decoded, encoded
from laguna.server.store.store import CannotOpen

_LOG = logging.getLogger(__name__)

CONNECT_TIMEOUT_S = 5.0
"""Seconds until NATS is given up that does not answer, and tried again."""
RECONNECT_PAUSE_S = 0.2
CONFIRM_TIMEOUT_S = 1
"""Seconds until whoever follows something goes on, although NATS has not confirmed it."""
PING_INTERVAL_S = 5
MAX_UNANSWERED_PINGS = 2
"""A connection over which more pings than these are not answered is given up, and another one is made."""
LOOK_INTERVAL_S = 1.0
"""Seconds between two looks whether the connection is still there."""
ANSWER_TIMEOUT_S = 60
"""Seconds until nobody waits for a confirmation any more: the connection is given up long before."""
MAX_UNTOLD = 10_000
"""How many messages may wait for the next turn of the event loop; more are dropped."""
LOG_INTERVAL_S = 60.0
"""Seconds in which no complaint of a kind is logged twice."""


class _NoTls(NatsError):  # noqa: N818 - it is told, in a sentence
    """An address says `tls`, and NATS does not speak it there."""


_FAILED = (OSError, NatsError, TimeoutError)
"""What connecting fails with."""


class _Place(NamedTuple):
    """Where one NATS is, and who we are there."""

    url: str
    user: str | None = None
    password: str | None = None
    token: str | None = None


class _SafeClient(Client):
    """nats-py's, which would send the password in the clear where the address says `tls` and NATS does not."""

    async def _process_info(self, info: dict[str, Any], initial_connection: bool = False) -> None:
        tls_wanted = self._current_server is not None and self._current_server.uri.scheme == "tls"
        if initial_connection and tls_wanted and not info.get("tls_required"):
            raise _NoTls
        await super()._process_info(info, initial_connection)


class NatsBus:
    """The bus of one server. It connects for ever again; what it follows it follows again then."""

    def __init__(self, server: str, address: str) -> None:
        """Of a server, by its id, at these addresses of NATS, with commas between them; see `open`."""
        self._server = server
        self._addresses = [each.strip() for each in address.split(",")]
        self._nats: Client | None = None
        """The connection, while there is one."""
        self._heard: Heard = lambda *_: None
        self._reconnected: Callable[[], None] = lambda: None
        self._following: dict[str, Subscription | None] = {}
        """None: it is followed as soon as there is a connection."""
        self._untold: deque[tuple[str, bytes]] = deque(maxlen=MAX_UNTOLD)
        self._telling: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._confirming: set[asyncio.Task[None]] = set()
        self._complained: dict[str, float] = {}

    @classmethod
    async def open(cls, server: str, address: str) -> Self:
        """Connect. If NATS is away, go on trying beside everything else. Raises `CannotOpen` if it lets nobody in."""
        bus = cls(server, address)
        try:
            gone = await bus._connect()
        except _FAILED as error:
            sentence = _refusal(error)
            if sentence is not None:
                raise CannotOpen(sentence) from None  # the error may tell the address, with the password in it
            bus._complain_of_absence(error)
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
        for confirming in self._confirming:
            confirming.cancel()

    async def _keep(self, gone: asyncio.Event | None) -> None:
        """Connect again whenever the connection is gone. nats-py's own way of it gives up after some errors."""
        while True:
            if gone is not None:
                await self._lost(gone)
                self._nats = None
                self._complain("gone", "The connection with NATS is gone: other servers hear of changes late.")
            await asyncio.sleep(RECONNECT_PAUSE_S)
            try:
                gone = await self._connect()
            except _FAILED as error:
                self._complain_of_absence(error)
                gone = None
            else:
                _LOG.info("Connected with NATS again")
                self._reconnected()

    async def _lost(self, gone: asyncio.Event) -> None:
        """Wait until the connection is gone. nats-py does not always say so: it may stumble over a closed socket."""
        while self.connected and not gone.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(gone.wait(), LOOK_INTERVAL_S)

    async def _connect(self) -> asyncio.Event:
        """Connect with the first that lets us in, and follow what was followed; the event is set when that is gone."""
        failures: list[Exception] = []
        for address in self._addresses:
            try:
                return await self._connect_with(address)
            except _FAILED as error:
                failures.append(error)
        raise next((error for error in failures if _refusal(error) is not None), failures[-1])

    async def _connect_with(self, address: str) -> asyncio.Event:
        client, gone = _SafeClient(), asyncio.Event()
        place = _place(address)

        async def closed() -> None:
            gone.set()

        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_S):
                await client.connect(
                    place.url,
                    user=place.user,
                    password=place.password,
                    token=place.token,
                    name=self._server,
                    no_echo=True,
                    allow_reconnect=False,
                    max_reconnect_attempts=1,
                    reconnect_time_wait=0,
                    ping_interval=PING_INTERVAL_S,
                    max_outstanding_pings=MAX_UNANSWERED_PINGS,
                    error_cb=self._failed,
                    closed_cb=closed,
                )
                for subject in list(self._following):
                    await self._subscribe(client, subject)
                await self._confirm(client)
        except BaseException:
            with suppress(Exception):
                async with asyncio.timeout(CONFIRM_TIMEOUT_S):  # where TLS has failed, it would wait for ever
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
        """Wait until NATS has done what it was told to, but not for long.

        nats-py itself is never told to wait no longer: it would stop reading, unnoticed, when the answer came at last.
        """
        confirming = asyncio.get_running_loop().create_task(self._flush(client))
        self._confirming.add(confirming)
        confirming.add_done_callback(self._confirming.discard)
        await asyncio.wait((confirming,), timeout=CONFIRM_TIMEOUT_S)

    async def _flush(self, client: Client) -> None:
        with suppress(NatsError, OSError, TimeoutError):
            await client.flush(ANSWER_TIMEOUT_S)

    async def _tell(self) -> None:
        """Send what waits: one task for all that is told in one turn of the event loop."""
        try:
            while self._untold and self._nats is not None:
                subject, sent = self._untold.popleft()
                with suppress(MaxPayloadError):  # the others find it by comparing, and hear all that comes after it
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
        """Something that nats-py reports beside, such as a subscriber that is too slow."""
        if self._nats is not None:  # else it is connecting, which tells by itself what it fails with
            self._complain(type(error).__name__, f"NATS: {type(error).__name__}.")

    def _complain_of_absence(self, error: Exception) -> None:
        why = _refusal(error) or f"NATS cannot be reached ({type(error).__name__}), or what is there is no NATS."
        self._complain("away", f"{why} Until that changes, other servers hear of changes late.")

    def _complain(self, kind: str, sentence: str) -> None:
        """Log it; once in a while is enough. Errors of nats-py may tell its address: their names have to do."""
        now = time.monotonic()
        if now - self._complained.get(kind, -LOG_INTERVAL_S) >= LOG_INTERVAL_S:
            self._complained[kind] = now
            _LOG.warning("%s", sentence)


def _refusal(error: Exception) -> str | None:
    """What to do about an error that does not pass by itself; None: NATS may just be away."""
    if "authorization" in str(error).lower():
        return "NATS does not let this server in: --nats needs its user and password, or its token."
    if isinstance(error, ssl.SSLCertVerificationError):
        return "The certificate of NATS is not trusted here: name its authority's file in SSL_CERT_FILE."
    if isinstance(error, _NoTls):
        return "NATS does not speak TLS, as --nats says: have it do so, or write nats:// where the way to it is safe."
    return None


def _place(address: str) -> _Place:
    """An address, with user and password read: nats-py would take %40 in a password for three signs."""
    parts = urlsplit(address)
    user, _, host = parts.netloc.rpartition("@")
    name, colon, password = user.partition(":")
    url = parts._replace(netloc=host).geturl()
    if colon:
        return _Place(url, user=unquote(name), password=unquote(password))
    return _Place(url, token=unquote(name) or None)
