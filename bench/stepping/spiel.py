"""Games of OpenSpiel through Python, its own in C++ and ours: random play without looking, as in `laguna bench`."""

from __future__ import annotations

from laguna.benchmark import OpenSpiel
from stepping.batch import SEATS
from stepping.pace import Figures

OWN = ("backgammon", "leduc_poker", "connect_four")


class Spiel:
    """One of them."""

    def __init__(self, name: str) -> None:
        self.name = f"OpenSpiel {name}"
        self._game = OpenSpiel(name)

    @classmethod
    def of_ours(cls, key: str) -> Spiel:
        """One of our games, through our door, with as many seats as a batch has here."""
        from laguna.envs.spiel import name_of  # noqa: PLC0415 - OpenSpiel need not be there

        return cls(f"{name_of(key)}(players={SEATS})")

    def measure(self, seconds: float) -> Figures:
        """Choices of players; draws are made and not counted."""
        return {f"{self.name}: choices": self._game.measure(seconds).speed}
