"""How whoever writes is told what became of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

Committed = Callable[[int, float], None]
"""Called in the event loop after each commit: how many writes it carried, and how many seconds it took."""


def settle(written: asyncio.Future[None], error: Exception | None) -> None:
    """Tell whoever waits what became of a write (None: it is durable), unless that was cancelled meanwhile."""
    if written.done():
        return
    if error is None:
        written.set_result(None)
    else:
        written.set_exception(error)
