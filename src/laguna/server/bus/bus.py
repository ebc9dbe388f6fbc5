"""The bus: what one server tells, the others hear at once, or never. Nothing may depend on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from laguna.server.bus.news import News

Heard = Callable[[str, str, News], None]
"""Called with the subject, the server that tells, and what it tells. It must not raise."""


class Bus(Protocol):
    """How a server is connected with the others. It never hears itself."""

    @property
    def connected(self) -> bool:
        """Whether the others hear us, as far as is known."""
        ...

    def listen(self, heard: Heard, reconnected: Callable[[], None]) -> None:
        """Have these called, in the event loop: with what others tell, and when we may have missed some of it."""
        ...

    async def follow(self, subject: str) -> None:
        """Hear of a subject. When this returns, nothing is missed that is told from now on, if we are `connected`."""
        ...

    async def leave(self, subject: str) -> None:
        """Hear no more of it."""
        ...

    def tell(self, subject: str, news: News) -> None:
        """Tell the others. It never waits, and is dropped while they cannot be reached."""
        ...

    async def close(self) -> None:
        """Tell what was not told yet, and hear nothing any more."""
        ...


class NoBus:
    """The bus of a server that has none: nobody hears it."""

    connected = False

    def listen(self, heard: Heard, reconnected: Callable[[], None]) -> None:
        """See `Bus`."""

    async def follow(self, subject: str) -> None:
        """See `Bus`."""

    async def leave(self, subject: str) -> None:
        """See `Bus`."""

    def tell(self, subject: str, news: News) -> None:
        """See `Bus`."""

    async def close(self) -> None:
        """See `Bus`."""
