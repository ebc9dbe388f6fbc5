"""uvicorn's HTTP with an end to how long the head of a request may be, and how long one may take to send it."""

from __future__ import annotations

from asyncio import TimerHandle, Transport

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LONGEST_HEAD = 512 << 10
"""Bytes. More than is read at once, so that the beginning of a body is never taken for a long head."""
HEAD_WITHIN = 30.0
"""Seconds for the head of a request, from the opening of the connection or the head's first byte."""


class CarefulHttp(HttpToolsProtocol):
    """A connection that is cut when the head of a request does not come to an end."""

    _waiting: TimerHandle | None = None
    """Runs while there is no whole head."""
    _read = 0
    """How many bytes of a head have come."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Somebody is there: what do they want?"""
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._stop_waiting()
        super().connection_lost(exc)

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
        super().data_received(data)
        if self._waiting is not None:
            self._read += len(data)
            if self._read > LONGEST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of the request is too long.")

    def _await_head(self) -> None:
        self._read = 0
        self._waiting = self.loop.call_later(HEAD_WITHIN, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
