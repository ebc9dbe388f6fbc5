"""The server process: its listening socket, uvicorn with our settings, signals and shutdown.

At SIGTERM or Ctrl-C no more connections are accepted, sockets are closed with code 1012 (come again soon), requests and
writes under way are finished, then bots and store are closed. Where other servers share the store, SIGTERM closes the
sockets one by one; see `drain`. A second Ctrl-C leaves at once, and so does whoever takes too long to end, whatever
hangs: what was acknowledged is stored already.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Self

import uvicorn

from laguna.server.backend import Backend
from laguna.server.http.app import app_of
from laguna.server.http.handshake import handshake
from laguna.server.http.limited_http import KEEP_ALIVE_S, limited_http
from laguna.server.http.quick_socket import SocketRules
from laguna.server.http.request_counts import RequestCounter
from laguna.server.operations.drain import DRAIN_TIMEOUT_S, EXIT_TIMEOUT_S, drain
from laguna.server.operations.file_limits import raise_limit
from laguna.server.operations.listening import loop_factory
from laguna.server.settings import Settings
from laguna.server.store.engine import SQLITE, WAL_RESET_MENDED

_LOG = logging.getLogger(__name__)

REQUEST_TIMEOUT_S = 3
"""Seconds that requests under way may still take when the server shuts down."""
PING_INTERVAL_S, PONG_TIMEOUT_S = 20.0, 20.0
"""Seconds between two pings of a socket, and until one that has not answered is closed."""


def serve(
    settings: Settings,
    listeners: Sequence[socket.socket],
    ready: Callable[[], None],
    *,
    draining: bool | None = None,
) -> None:
    """Serve until a signal ends it; `ready` is called when people may come. Raises `CannotOpen`.

    Sockets that do not listen yet do so as soon as people may come. `draining`: whether SIGTERM hands people over to
    other servers; None: if there may be any.
    """
    raise_limit()
    hands_over = settings.shared if draining is None else draining
    with _Deadline() as deadline, asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_serve(settings, listeners, ready, deadline, hands_over))


async def _serve(
    settings: Settings,
    listeners: Sequence[socket.socket],
    ready: Callable[[], None],
    deadline: _Deadline,
    hands_over: bool,
) -> None:
    async with Backend.open(settings) as backend:
        if not settings.shared:
            _LOG.info("Store opened", extra={"sqlite": SQLITE, "wal_reset_mended": WAL_RESET_MENDED})
        _tune_garbage_collector()
        server = _Server(config_of(backend), ready, deadline.begin, backend if hands_over else None)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, server.stop)
        await server.serve(sockets=list(listeners))


class _Deadline:
    """The end of all patience: who is still here when it comes leaves at once."""

    def __init__(self) -> None:
        self._alarm: threading.Timer | None = None

    def begin(self, more_s: float) -> None:
        """The time runs from now on, and so many seconds more; if it runs already, it runs on."""
        if self._alarm is None:
            self._alarm = threading.Timer(EXIT_TIMEOUT_S + more_s, _leave)
            self._alarm.daemon = True
            self._alarm.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._alarm is not None:
            self._alarm.cancel()


def _leave() -> None:
    _LOG.error("Something hangs, so that the server could not end in good order. It leaves; what was told is stored.")
    logging.shutdown()
    os._exit(1)


class _Server(uvicorn.Server):
    """uvicorn's, which says when it is ready and when it is told to end, and whose signals stay ours to the end."""

    def __init__(
        self,
        config: uvicorn.Config,
        ready: Callable[[], None],
        ending: Callable[[float], None],
        others: Backend | None = None,
    ) -> None:
        """`ending` gets how many seconds handing over may take. `others`: the backend, if SIGTERM hands it over."""
        super().__init__(config)
        self._ready = ready
        self._ending = ending
        self._handed_over = others
        self._draining = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Uvicorn would end the process by the same signal as soon as it is done, before the backend is closed."""
        yield

    def stop(self, number: int, _frame: FrameType | None) -> None:
        """End in good order; the next Ctrl-C ends the process as it would end any."""
        if self._handed_over is not None and number == signal.SIGTERM and not self.should_exit:
            self._draining = self._handed_over.vitals.draining = True
        self.should_exit = True
        self._ending(DRAIN_TIMEOUT_S if self._draining else 0.0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; where people are handed over, first that."""
        if self._handed_over is not None and self._draining:
            await self._stop_listening(sockets or [])
            self._keep_no_connections()
            await drain(self._handed_over)
        await super().shutdown(sockets)

    def _keep_no_connections(self) -> None:
        """Have every answer end its connection, or a proxy would bring people back here over those that it has kept."""
        self.server_state.default_headers = [*self.server_state.default_headers, (b"connection", b"close")]

    async def _stop_listening(self, listeners: Sequence[socket.socket]) -> None:
        """Close the listeners. Who waits in their queues is let in before: closing would break those connections."""
        queues = [listener.dup() for listener in listeners]
        for server in self.servers:
            server.close()
        for listener in listeners:
            listener.close()
        await asyncio.sleep(0)  # what the event loop has of them is closed by now: the queues are ours alone
        for queue in queues:
            await self._let_in(queue)
            queue.close()

    async def _let_in(self, queue: socket.socket) -> None:
        """Serve all who wait in a listener's queue."""
        queue.setblocking(False)
        made = {"config": self.config, "server_state": self.server_state, "app_state": self.lifespan.state}
        protocol = partial(self.config.http_protocol_class, **made)
        with suppress(OSError):  # nobody waits, or there are no descriptors left
            while True:
                connection, _ = queue.accept()
                await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)


def config_of(backend: Backend) -> uvicorn.Config:
    """How uvicorn serves a backend."""
    settings = backend.settings
    return uvicorn.Config(
        RequestCounter(app_of(backend), backend.metrics),
        http=limited_http(backend.connection_limits),
        ws=handshake(SocketRules(settings.limits.message_bytes, PING_INTERVAL_S, PONG_TIMEOUT_S)),
        ws_per_message_deflate=False,  # three times the memory of a socket
        lifespan="off",  # the backend is open already
        log_config=None,
        access_log=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        server_header=False,
        date_header=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=REQUEST_TIMEOUT_S,
    )


def _tune_garbage_collector() -> None:
    """Keep Python from walking through all tables every few hundred moves to look for what nobody uses.

    Moves leave no cycles behind, so there is hardly anything to find; what was loaded so far stays for ever.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
