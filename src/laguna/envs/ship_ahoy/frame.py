"""The sea as one seat sees it: turned so that its port lies where the first seat's does."""

from __future__ import annotations

import math
from typing import NamedTuple

from laguna.games.ship_ahoy import fleet
from laguna.games.ship_ahoy.physics.board import turned
from laguna.games.ship_ahoy.physics.shape import Point
from laguna.games.ship_ahoy.state import Battle

OTHERS = (fleet.PIRATE, fleet.MONSTER, fleet.WIND, fleet.KRAKEN)
"""The pieces of no port that may move."""
ROWS = fleet.PORTS * (fleet.SHIPS_EACH + 1) + len(OTHERS)


class Frame(NamedTuple):
    """How a seat looks at the table."""

    seat: int
    players: int
    turn: float
    """What its angles are greater by."""
    reach: float
    """From the middle of the table to a corner, in metres."""

    @classmethod
    def of(cls, b: Battle, seat: int) -> Frame:
        """That of one seat (S4: ports lie clockwise, each as far from the next)."""
        turn = math.tau / len(fleet.ports(b.players)) * seat
        return cls(seat, b.players, turn, math.sqrt(2.0) * b.table)

    def place(self, x: float, y: float) -> Point:
        """A place of the table, from -1 to 1 each way."""
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return (x * cos - y * sin) / self.reach, (x * sin + y * cos) / self.reach

    def direction(self, angle: float) -> Point:
        """An angle on the table, as its cosine and sine for this seat."""
        return math.cos(angle + self.turn), math.sin(angle + self.turn)

    def angle(self, across: float, up: float) -> float:
        """The angle on the table of a direction that this seat sees."""
        return turned(math.atan2(up, across) - self.turn)

    def further(self, seat: int) -> int:
        """How many seats further than this one somebody sits."""
        return (seat - self.seat) % self.players

    def further_port(self, port: int) -> int:
        """How many ports further than its first one a port lies."""
        return (port - self.seat) % len(fleet.ports(self.players))

    def pieces(self) -> list[int | None]:
        """All that may move, port by port from its own one on; None: there is no such piece at this table."""
        count = len(fleet.ports(self.players))
        ports = [(self.seat + further) % count if further < count else None for further in range(fleet.PORTS)]
        found: list[int | None] = []
        for port in ports:
            found += [None] * (fleet.SHIPS_EACH + 1) if port is None else [*fleet.ships_of(port), fleet.TOWERS[port]]
        return [*found, *OTHERS]

    def in_order(self, pieces: list[int]) -> list[int]:
        """Some pieces in that order."""
        return [piece for piece in self.pieces() if piece is not None and piece in pieces]
