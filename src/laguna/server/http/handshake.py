"""uvicorn's WebSocket protocol as far as the handshake: a connection that is accepted goes over to picows.

So the application, and the guard before it, see a handshake as they see any request, and refuse it by HTTP; and an open
socket takes the short way. picows gets a handshake of its own to answer, once the application has accepted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from picows.picows import WSAutoPingStrategy, WSProtocol  # type: ignore[attr-defined] # what its server is made of
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from laguna.server.http.quick_socket import Outbox, QuickSocket, SocketRules
from laguna.server.people.hub import CLOSE_RESTARTING

READ_BUFFER_BYTES = 2048
"""What is read at once, at first: it grows where messages are longer."""
_ACCEPT = "laguna.accept"
"""The ASGI extension by which an application finds `Handshake.accept`."""

Accept = Callable[[], QuickSocket]


class Handshake(WebSocketsSansIOProtocol):
    """A connection that wants to be a socket. Once it is one, this is the end of it that uvicorn knows."""

    rules: SocketRules
    outbox: Outbox
    """Those of the server, shared by all its sockets."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - uvicorn's
        super().__init__(*args, **more)
        self.when_lost: Callable[[], None] = lambda: None
        """Called when the connection is gone."""
        self._socket: QuickSocket | None = None

    def handle_connect(self, event: Request) -> None:
        """Leave to picows whatever comes before the answer."""
        self.transport.pause_reading()
        super().handle_connect(event)

    async def run_asgi(self) -> None:
        """Serve, with `accept` among the extensions."""
        self.scope["extensions"][_ACCEPT] = self.accept  # type: ignore[assignment] # one of our own
        await super().run_asgi()

    def accept(self) -> QuickSocket:
        """Answer the handshake, and hand the connection over. Raises `OSError` if it is gone."""
        if self.transport.is_closing():
            raise ClientDisconnected
        socket = self._socket = QuickSocket(self.rules, self.outbox, lambda: self.connection_lost(None))
        protocol = _spoken_by_picows(socket, self.rules.message_bytes)
        protocol.connection_made(self.transport)
        _feed(protocol, _request(self.request.headers["Sec-WebSocket-Key"]))
        self.transport.set_protocol(protocol)
        del self.conn, self.request, self.queue, self.writable  # seven kilobytes, for what picows does from now on
        self.handshake_complete = True
        return socket

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        if self._socket is None:
            super().connection_lost(exc)
        else:
            self.connections.remove(self)
        self.when_lost()

    def shutdown(self) -> None:
        """The server ends."""
        if self._socket is None:
            super().shutdown()
        else:
            self._socket.shut_down(CLOSE_RESTARTING)


def handshake(rules: SocketRules) -> type[Handshake]:
    """The protocol class of one server, with what all its sockets share."""

    class Ours(Handshake):
        pass

    Ours.rules, Ours.outbox = rules, Outbox()
    return Ours


def accept_of(scope: Any) -> Accept:  # noqa: ANN401 - ASGI
    """How a socket is accepted."""
    accept: Accept = scope["extensions"][_ACCEPT]
    return accept


class _PicowsLog(logging.LoggerAdapter[logging.Logger]):
    """picows' log, where what others send against the protocol is no error of ours."""

    def error(self, msg: object, *args: object, **more: Any) -> None:  # noqa: ANN401 - as in logging
        self.debug(msg, *args, **more)


_picows_log = _PicowsLog(logging.getLogger("picows"))


def _spoken_by_picows(socket: QuickSocket, message_bytes: int) -> Any:  # noqa: ANN401 - picows does not say
    """The protocol of an open socket, as picows' own server would make it."""
    return WSProtocol(
        None,
        None,
        False,  # the server's side
        lambda _: socket,
        _picows_log,
        True,  # close where the socket itself fails
        None,
        False,  # pings are the socket's own
        0,
        0,
        WSAutoPingStrategy.PING_WHEN_IDLE,
        False,  # answers to pings, too
        message_bytes,
        None,
        READ_BUFFER_BYTES,
    )


def _request(key: str) -> bytes:
    """A handshake with this key, as small as can be: the true one was checked already."""
    return (
        "GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
    ).encode()


def _feed(protocol: Any, data: bytes) -> None:  # noqa: ANN401 - picows does not say
    """Have a protocol read this as if it had come over its transport."""
    protocol.get_buffer(len(data))[: len(data)] = data
    protocol.buffer_updated(len(data))
