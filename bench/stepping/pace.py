"""Steps a second of processor time, and who is measured so."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

Figures = dict[str, float]
"""Steps a second by what was stepped."""


class Subject(Protocol):
    """An environment that is stepped."""

    name: str

    def measure(self, seconds: float) -> Figures:
        """Step for so long; the names begin with the subject's own."""
        ...


def spent(work: Callable[[], object]) -> float:
    """The seconds of processor time that something takes, of all threads: no peer is to gain by having more of them."""
    start = time.process_time()
    work()
    return time.process_time() - start


def steps_s(play: Callable[[], int], seconds: float) -> float:
    """Play again and again for so long. `play` tells how many steps it took."""
    steps, start = 0, time.process_time()
    while (took := time.process_time() - start) < seconds:
        steps += play()
    return steps / took
