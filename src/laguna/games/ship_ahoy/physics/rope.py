"""The rope: whether a ship may go a way, how long it is, and where it can get to (S14, S15)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from laguna.games.ship_ahoy.physics.board import Piece, outline
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.shape import Point

Way = Sequence[Point]
"""A line of 2 to 16 points; the first is the middle of the ship that moves."""


class Blocked(msgspec.Struct, frozen=True):
    """Why a way cannot be gone: the reason by name, where on the table, and which piece is in the way."""

    reason: str
    at: Point | None = None
    by: int | None = None


def length(way: Way) -> float:
    """How much rope a way takes."""
    return sum(math.dist(a, b) for a, b in pairwise(way))


def knots(way: Way) -> int:
    """How many points a way costs: a part of a knot costs a whole one, and no move is free (S15)."""
    return max(1, math.ceil((length(way) - PHYSICS.rope_slack) / PHYSICS.knot))


def way_distance(way: Way, piece: Piece) -> float:
    """How near a way comes to a piece; 0 where it leads over it."""
    edge = outline(piece)
    return min(edge.to_segment(a, b) for a, b in pairwise(way))


class Sea:
    """The sea around one piece that is about to move: ship, pirate, monster or flat token."""

    def __init__(self, mover: Piece, pieces: Iterable[Piece], table: float = PHYSICS.table_half) -> None:
        self.mover = mover
        self.table = table

    def check(self, way: Way, yaw: float, points: int) -> Blocked | None:
        """Why the mover may not go this way and then face `yaw` for so many points; None: it may.

        Reasons: `too_few_points`, `too_many_points`, `not_a_number`, `not_at_ship` (the way starts elsewhere),
        `off_table`, `rope_too_short`, `way_blocked`, `no_room` (at the end).
        """
        raise NotImplementedError

    def fits(self, x: float, y: float, yaw: float) -> bool:
        """Whether the mover has room there."""
        raise NotImplementedError

    def reach(self, points: int) -> Reach:
        """Where the mover can get to with so many points."""
        raise NotImplementedError


class Reach:
    """Everywhere that a piece can get to with so much rope, by the shortest ways."""

    def way_to(self, x: float, y: float) -> list[Point] | None:
        """The shortest way to a place; None: out of reach. Whether there is room for the ship, `Sea.fits` says."""
        raise NotImplementedError

    def area(self, step: float = 0.02) -> list[tuple[float, float, int]]:
        """The places of a grid that can be reached, each with the points it costs: for hints and for bots."""
        raise NotImplementedError
