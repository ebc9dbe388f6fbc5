"""What must be reached, as a figure of what was measured, and how it is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

M = TypeVar("M")
"""All that was measured."""

HEADER = f"{'':56}{'reached':>10}{'must':>10}{'goal':>10}"


class Requirement(msgspec.Struct, Generic[M], frozen=True):
    """What must be reached: at least, or at most."""

    name: str
    value: Callable[[M], float | None]
    """How much it is; None where that was not measured."""
    must: float
    goal: float | None = None
    most: bool = False

    def reached(self, value: float) -> bool:
        """Whether what must be reached is."""
        return value <= self.must if self.most else value >= self.must

    def line(self, value: float) -> str:
        """What had to be reached, and what was, below `HEADER`."""
        goal = "" if self.goal is None else f"{self.goal:10,.2f}"
        missed = "" if self.reached(value) else "   not reached"
        return f"{self.name:56}{value:10,.2f}{self.must:10,.2f}{goal:10}{missed}"
