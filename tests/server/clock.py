"""Time that passes when a test says so."""

from __future__ import annotations


class Clock:
    def __init__(self, time: float = 1_000_000.0) -> None:
        self.time = time

    def __call__(self) -> float:
        return self.time

    def not_before(self, moment: float) -> None:
        self.time = max(self.time, moment)

    def agree_with(self, moment: float) -> float:
        ahead = self.time - moment
        self.not_before(moment)
        return ahead
