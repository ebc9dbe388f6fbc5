"""uvicorn's WebSocket protocol with a shorter path to and from the transport, for thousands of messages a second.

Instead of a task, a dict, a frame object and two copies for each message, its bytes go straight to the transport, as
long as that takes them; and reading is paused only when messages pile up, not at every one.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

POST = "laguna.post"
"""The ASGI extension by which an application finds `QuickSocket.post`."""
MAX_UNREAD_MESSAGES = 8
"""How many messages may wait to be handled before reading is paused."""
_TEXT = b"\x81"
_SHORT, _LONG = 126, 1 << 16

Post = Callable[[bytes], bool]


class QuickSocket(WebSocketsSansIOProtocol):
    """A socket whose application may post text at once."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - uvicorn's
        super().__init__(*args, **more)
        self.queue = Mailbox(self.loop)  # type: ignore[assignment] # as much of a queue as uvicorn uses
        self._posted: list[bytes] = []
        self._posting = _posting.setdefault(self.loop, [])
        self.when_lost: Callable[[], None] = lambda: None
        """Called when the connection is gone."""

    async def run_asgi(self) -> None:
        """Serve, with `post` among the extensions."""
        self.scope["extensions"][POST] = self.post  # type: ignore[assignment] # one of our own
        await super().run_asgi()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        super().connection_lost(exc)
        self.when_lost()

    def post(self, text: bytes) -> bool:
        """Send one message of text (UTF-8) soon. Whether it will be: not while the reader is slow or gone.

        What is posted goes out when all that is ready has been done: then whoever reads is still awake from the last
        message when the next one comes, which makes sending much cheaper, and several messages are one.
        """
        if self.close_sent or not (self.handshake_complete and self.writable.is_set()):
            return False
        if not self._posted:
            if not self._posting:
                self.loop.call_soon(_send_all, self.loop, self._posting)
            self._posting.append(self)
        self._posted += (_header(len(text)), text)
        return True

    def send_posted(self) -> None:
        """Hand what was posted to the transport."""
        posted, self._posted = self._posted, []
        if posted and not self.transport.is_closing():
            self.transport.write(b"".join(posted))

    async def send(self, message: ASGISendEvent) -> None:
        """See uvicorn: after all that was posted."""
        self.send_posted()
        await super().send(message)

    def shutdown(self) -> None:
        """See uvicorn: after all that was posted."""
        self.send_posted()
        super().shutdown()

    def handle_ping(self) -> None:
        """Answer a ping; not while the reader is slow, or the answers to all it sends would pile up here."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message on, and read on unless messages pile up."""
        if self.queue.qsize() >= MAX_UNREAD_MESSAGES:
            super().send_receive_event_to_app()
            return
        paused, self.read_paused = self.read_paused, True  # uvicorn pauses what is not paused yet
        super().send_receive_event_to_app()
        self.read_paused = paused


def _send_all(loop: asyncio.AbstractEventLoop, sockets: list[QuickSocket]) -> None:
    """Send what these sockets posted. If one of them fails, the others go on."""
    try:
        while sockets:
            sockets.pop().send_posted()
    finally:
        if sockets:
            loop.call_soon(_send_all, loop, sockets)


_posting: WeakKeyDictionary[asyncio.AbstractEventLoop, list[QuickSocket]] = WeakKeyDictionary()
"""The sockets of each event loop that have posted something: one call sends for all of them."""


class Mailbox:
    """A queue with one reader and no bound: a third of the work of asyncio's."""

    __slots__ = ("_items", "_loop", "_waiting")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._items: deque[Any] = deque()
        self._waiting: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """How many wait to be taken."""
        return len(self._items)

    def empty(self) -> bool:
        """Whether none does."""
        return not self._items

    def put_nowait(self, item: Any) -> None:  # noqa: ANN401 - whatever is put
        """Add one."""
        self._items.append(item)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def get(self) -> Any:  # noqa: ANN401 - whatever was put
        """Take the oldest, as soon as there is one."""
        while not self._items:
            self._waiting = self._loop.create_future()
            await self._waiting
        return self._items.popleft()


def _header(length: int) -> bytes:
    """The head of an unmasked frame that is a whole message of text (RFC 6455, 5.2)."""
    if length < _SHORT:
        return _TEXT + bytes((length,))
    if length < _LONG:
        return _TEXT + b"\x7e" + length.to_bytes(2, "big")
    return _TEXT + b"\x7f" + length.to_bytes(8, "big")


def post_of(scope: Any) -> Post | None:  # noqa: ANN401 - ASGI
    """The quick way out of a socket, where its server has one."""
    post: Post | None = (scope.get("extensions") or {}).get(POST)
    return post
