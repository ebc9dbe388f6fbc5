"""uvicorn's HTTP protocol with limits: how many connections, how long a request's head may take and be."""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from laguna.server.http.handshake import Handshake
from laguna.server.http.problem_response import body_of, headers_of
from laguna.server.people.connection_limits import ConnectionLimits
from laguna.server.problem import Problem

MAX_HEAD_BYTES = 512 << 10
"""Bytes. More than is read at once, so that the beginning of a body is never taken for a long head."""
HEAD_TIMEOUT_S = 15.0
"""Seconds for the head of a request, from the opening of the connection or the head's first byte."""
KEEP_ALIVE_S = 5
"""Seconds between two requests of a connection."""
REFUSED_LINGER_S = 2.0
"""Seconds in which a connection that is refused may say what it wants: then it hears the answer for certain."""


class LimitedHttp(HttpToolsProtocol):
    """A connection that is refused where there are too many, and cut when a request's head does not come to an end."""

    connection_limits: ConnectionLimits
    """Those of the server, shared by all its connections."""

    _waiting: TimerHandle | None = None
    """Runs while there is no whole head."""
    _read = 0
    """How many bytes of a head have come."""
    _refusal: Problem | None = None
    """Why there is no room for it."""
    _upgraded = False
    """Whether it is a socket now."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Count the connection, or refuse it."""
        super().connection_made(transport)
        try:
            self.connection_limits.enter(self._host, self)
        except Problem as problem:
            self._refusal = problem
            if self.connection_limits.lets_linger(self):
                self._waiting = self.loop.call_later(REFUSED_LINGER_S, self._refuse)
            else:
                transport.abort()
        else:
            self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        self._stop_waiting()
        self.connection_limits.leave(self._host, self)
        super().connection_lost(exc)

    @property
    def idle(self) -> bool:
        """See `LimitedConnection.idle`."""
        return not self._upgraded and (self.cycle is None or self.cycle.response_complete)

    def cut(self) -> None:
        """See `LimitedConnection.cut`."""
        self.transport.abort()

    def handle_websocket_upgrade(self) -> None:
        """It becomes a socket, whose end is the connection's."""
        self._upgraded = True
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        if isinstance(socket, Handshake):
            socket.when_lost = lambda: self.connection_limits.leave(self._host, self)
            del self.parser, self.pipeline, self.headers, self.scope  # no more requests come

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._stop_waiting()
        self._await_head()

    def on_headers_complete(self) -> None:
        """The head of a request is whole."""
        self._stop_waiting()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
        if self._refusal is not None:
            self._refuse()
            return
        super().data_received(data)
        if self._waiting is not None:
            self._read += len(data)
            if self._read > MAX_HEAD_BYTES and not self.transport.is_closing():
                self.send_400_response("The head of the request is too long.")

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else ""

    def _refuse(self) -> None:
        """Say why there is no room, and close."""
        self._stop_waiting()
        if self._refusal is None or self.transport.is_closing():
            return
        body, status = body_of(self._refusal), HTTPStatus(self._refusal.status)
        headers = {
            "content-type": "application/json",
            "content-length": str(len(body)),
            "cache-control": "no-store",
            "connection": "close",
            **headers_of(self._refusal),
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.transport.write(f"HTTP/1.1 {status.value} {status.phrase}\r\n{head}\r\n".encode() + body)
        self.transport.close()

    def _await_head(self) -> None:
        self._read = 0
        self._waiting = self.loop.call_later(HEAD_TIMEOUT_S, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


def limited_http(connection_limits: ConnectionLimits) -> type[LimitedHttp]:
    """The protocol class of one server, which counts its connections and limits them."""

    class Ours(LimitedHttp):
        pass

    Ours.connection_limits = connection_limits
    return Ours
