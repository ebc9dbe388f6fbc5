"""The server's clock: wall time at the start, advanced by the monotonic clock, so that it never jumps.

Deadlines are moments of this time. Whoever sets the machine's clock, by hand or by network, neither gives anybody more
time nor takes any away; the new time counts from the next start on.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

_COUNTS_SLEEP = {"linux": "CLOCK_BOOTTIME", "darwin": "CLOCK_MONOTONIC"}
"""Where Python's own monotonic clock stands still while the machine sleeps, one that does not."""


class Clock(Protocol):
    """Tells the time in seconds since 1970. It never runs back."""

    def __call__(self) -> float:
        """What time it is."""
        ...

    def not_before(self, moment: float) -> None:
        """Go on from this moment, if it is later than now."""
        ...

    def agree_with(self, moment: float) -> float:
        """Go on from this moment, or stand still until a later one that was told already. How far it was ahead."""
        ...


_SOURCE: int | None = getattr(time, _COUNTS_SLEEP.get(sys.platform, ""), None)

elapsed: Callable[[], float] = time.monotonic if _SOURCE is None else partial(time.clock_gettime, _SOURCE)
"""Seconds since some moment before the start of this program. They also pass while the machine sleeps."""


class SteadyClock:
    """The `Clock` of a server process."""

    def __init__(self, wall: Callable[[], float] = time.time, elapsed: Callable[[], float] = elapsed) -> None:
        """`wall` is looked at once, now; `elapsed` is counted from then on."""
        self._elapsed = elapsed
        self._ahead = wall() - elapsed()
        self._reached = 0.0
        """The latest moment that was told: no earlier one is told any more."""

    def __call__(self) -> float:
        """What time it is."""
        self._reached = max(self._reached, self._ahead + self._elapsed())
        return self._reached

    def not_before(self, moment: float) -> None:
        """Go on from this moment, if it is later than now: of what is stored, nothing is yet to come."""
        self._ahead = max(self._ahead, moment - self._elapsed())

    def agree_with(self, moment: float) -> float:
        """Go on from this moment, which all servers that share a store agree on; see `Clock.agree_with`.

        At the start, when nothing was told yet, a clock that is ahead is set back by it.
        """
        was = self._ahead
        self._ahead = moment - self._elapsed()
        return was - self._ahead
