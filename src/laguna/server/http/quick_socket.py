"""An open WebSocket, spoken by picows (https://github.com/tarasko/picows): for thousands of messages a second.

A message goes from the transport to whoever listens in one call, without a task, a queue or an event; and what is
posted goes out with one copy.
"""

from __future__ import annotations

import asyncio
import logging
import random
from asyncio import TimerHandle
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from picows import WSCloseCode, WSFrame, WSListener, WSMsgType, WSTransport

_LOG = logging.getLogger(__name__)

CLOSE_TIMEOUT_S = 10.0
"""Seconds in which the other end may answer that it closes, too."""
CLOSE_NORMAL, CLOSE_PROTOCOL_ERROR, CLOSE_NOT_TEXT, CLOSE_TOO_LONG, CLOSE_NO_PONG = 1000, 1002, 1007, 1009, 1011
_TEXT, _CONTINUATION = WSMsgType.TEXT, WSMsgType.CONTINUATION
_PING, _PONG, _CLOSE = WSMsgType.PING, WSMsgType.PONG, WSMsgType.CLOSE

MAX_KEPT_BYTES = 2000
"""For a message of this length picows may keep room as long as the socket is open: nearly all moves are shorter."""
_FRAME_HEAD_BYTES = 14
_FRAME_HEAD = bytearray(_FRAME_HEAD_BYTES)
"""The room before a message in which picows writes the head of its frame."""

Hear = Callable[[str | bytes | None], None]
"""Called with every message, in order; at last with None: the socket is closed, by either end."""


class SocketRules(NamedTuple):
    """What a socket has to keep to."""

    message_bytes: int
    """The longest message that is taken, in however many frames."""
    ping_interval_s: float
    pong_timeout_s: float


class Outbox:
    """What the sockets of one event loop post. It goes out when all that is ready has been done.

    Then whoever reads is still awake from the last message when the next one comes, which makes sending much cheaper.
    """

    __slots__ = ("_posted",)

    def __init__(self) -> None:
        self._posted: deque[tuple[Callable[[bytes], None], bytes]] = deque()

    def post(self, send: Callable[[bytes], None], text: bytes) -> None:
        """Have this sent soon."""
        if not self._posted:
            asyncio.get_running_loop().call_soon(self.send_all)
        self._posted.append((send, text))

    def send_all(self) -> None:
        """Send everything that was posted. What fails keeps nothing else back."""
        posted = self._posted
        while posted:
            send, text = posted.popleft()
            try:
                send(text)
            except Exception:  # noqa: BLE001 - the others have nothing to do with that
                _LOG.exception("Unhandled error while sending to a socket")


class QuickSocket(WSListener):
    """One open socket."""

    __slots__ = (
        "_gone",
        "_hear",
        "_is_text",
        "_loop",
        "_lost",
        "_open",
        "_outbox",
        "_parts",
        "_ping",
        "_rules",
        "_slow",
        "_timer",
        "_transport",
    )

    def __init__(self, rules: SocketRules, outbox: Outbox, gone: Callable[[], None]) -> None:
        """A socket that is about to open; nothing is read until it is listened to. `gone` is called at its very end."""
        self._rules = rules
        self._outbox = outbox
        self._gone = gone
        self._hear: Hear = lambda _: None
        self._loop = asyncio.get_running_loop()
        self._open = True
        """Nobody has begun to close it."""
        self._lost = self._loop.create_future()
        """Done when there is no connection any more."""
        self._slow: asyncio.Event | None = None
        """There while the other end takes less than it is sent; set once it takes more, or is gone."""
        self._parts: bytearray | None = None
        """What has come of a message in several frames."""
        self._is_text = True
        """Whether that is text."""
        self._ping = b""
        """What the other end has to send back; empty: nothing."""
        self._timer: TimerHandle | None = None
        """For the next ping, for its answer, or for the answer to a close."""

    # What the application does with it

    def listen(self, hear: Hear) -> None:
        """Have every message heard from now on."""
        self._hear = hear
        self.resume_reading()

    def pause_reading(self) -> None:
        """Take no more from the other end for now; what is here already is heard still."""
        self._transport.underlying_transport.pause_reading()

    def resume_reading(self) -> None:
        """Go on reading."""
        self._transport.underlying_transport.resume_reading()

    def post(self, text: bytes) -> bool:
        """Send one message of text (UTF-8) soon. Whether it will be: not while the reader is slow or gone."""
        if self._slow is not None or not self._open:
            return False
        self._outbox.post(self._send, text)
        return True

    async def send(self, text: bytes) -> None:
        """Send a message after all that was posted; waits while the reader is slow. Raises `OSError` if it is gone."""
        await self._taking()
        if not self._open:
            raise ConnectionResetError
        self._outbox.send_all()
        self._send(text)

    async def close(self, code: int) -> None:
        """Close it after all that was posted; the other end has a moment to do so, too."""
        await self._taking()
        if self._open:
            self._say_closing(code)
            self._await_close()

    def shut_down(self, code: int) -> None:
        """Close it at once, after all that was posted."""
        if self._open:
            self._say_closing(code)
        self._transport.disconnect()

    async def lost(self) -> None:
        """Wait until there is no connection any more."""
        await asyncio.shield(self._lost)

    # What picows calls

    def on_ws_connected(self, transport: WSTransport) -> None:
        """The handshake is answered."""
        self._transport: WSTransport = transport
        self._await_next_ping()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """A frame has come."""
        if not self._open:
            if frame.msg_type == _CLOSE:  # the answer to ours
                transport.disconnect()
            return
        kind = frame.msg_type
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self._fail(CLOSE_PROTOCOL_ERROR)
        elif kind == _TEXT and frame.fin and self._parts is None:  # so nearly all are
            self._take_message(frame.get_payload_as_utf8_text)
        elif kind == _PING:
            if self._slow is None:  # else the answers to all that it sends would pile up here
                transport.send_pong(frame.get_payload_as_bytes())
        elif kind == _PONG:
            self._take_pong(frame.get_payload_as_bytes())
        elif kind == _CLOSE:
            self._say_closing(frame.get_close_code().value or CLOSE_NORMAL)
            transport.disconnect()
        else:
            self._take_part(frame)

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """There is no connection any more."""
        del transport
        self.resume_writing()
        self._stop_timer()
        if self._open:
            self._end()
        if not self._lost.done():
            self._lost.set_result(None)
        self._gone()

    def pause_writing(self) -> None:
        """The other end takes less than it is sent."""
        if self._slow is None:
            self._slow = asyncio.Event()

    def resume_writing(self) -> None:
        """It takes more again."""
        if self._slow is not None:
            self._slow.set()
            self._slow = None

    # Messages

    def _send(self, text: bytes) -> None:
        if not self._open:
            return
        if len(text) <= MAX_KEPT_BYTES:
            self._transport.send(_TEXT, text)
        else:
            self._transport.send_reuse_external_bytearray(_TEXT, _FRAME_HEAD + text, _FRAME_HEAD_BYTES)

    def _take_part(self, frame: WSFrame) -> None:
        """A part of a message, or all of it."""
        first = frame.msg_type != _CONTINUATION
        if first is not (self._parts is None):
            self._fail(CLOSE_PROTOCOL_ERROR)
            return
        if self._parts is None:
            self._parts, self._is_text = bytearray(), frame.msg_type == _TEXT
        self._parts += frame.get_payload_as_memoryview()
        if len(self._parts) > self._rules.message_bytes:
            self._fail(CLOSE_TOO_LONG)
        elif frame.fin:
            whole, self._parts = bytes(self._parts), None
            self._take_message(whole.decode if self._is_text else whole.__bytes__)

    def _take_message(self, read: Callable[[], str | bytes]) -> None:
        """A whole message."""
        try:
            message = read()
        except UnicodeDecodeError:
            self._fail(CLOSE_NOT_TEXT)
        else:
            self._hear(message)

    # Closing

    async def _taking(self) -> None:
        """Wait while the other end takes less than it is sent."""
        while self._slow is not None:
            await self._slow.wait()

    def _say_closing(self, code: int) -> None:
        """Send what was posted, and that it is closed. Nothing more is sent then, nor heard."""
        self._outbox.send_all()
        self._transport.send_close(WSCloseCode(code))
        self._end()

    def _fail(self, code: int) -> None:
        """Close it for something against the protocol."""
        self._say_closing(code)
        self._await_close()

    def _await_close(self) -> None:
        """The other end has a moment to answer that it closes, too."""
        self._timer = self._loop.call_later(CLOSE_TIMEOUT_S, self._transport.disconnect)
        self.resume_reading()

    def _end(self) -> None:
        self._open = False
        self._stop_timer()
        self._hear(None)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Is anybody there?

    def _await_next_ping(self) -> None:
        self._ping = b""
        self._timer = self._loop.call_later(self._rules.ping_interval_s, self._send_ping)

    def _send_ping(self) -> None:
        self._ping = random.randbytes(4)
        self._transport.send_ping(self._ping)
        self._timer = self._loop.call_later(self._rules.pong_timeout_s, self.shut_down, CLOSE_NO_PONG)

    def _take_pong(self, answer: bytes) -> None:
        if self._ping and answer == self._ping:
            self._stop_timer()
            self._await_next_ping()
