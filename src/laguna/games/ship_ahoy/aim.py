"""Where to put the cannon, and what is in the line of fire: help for players who cannot see the table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from laguna.games.ship_ahoy.physics.board import Piece, outline, rounded
from laguna.games.ship_ahoy.physics.cannon import muzzle_refusal
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.shape import Point

_ROUND = tuple(math.radians(turn) for turn in (0, 35, -35, 70, -70, 110, -110, 180))
"""Where around its piece the muzzle is tried, as seen from the heading."""
_OFF = (0.03, 0.05, 0.02)
"""How far from the piece's middle it is tried, beyond the piece's own size."""


def muzzle_beside(piece: Piece, pieces: Sequence[Piece], heading: float, table: float) -> Point | None:
    """A place for the muzzle beside a piece, in front of it if there is room (S8); None: there is no such place."""
    for off in _OFF:
        for turn in _ROUND:
            bearing = heading + turn
            far = _edge(piece, bearing) + off
            muzzle = (rounded(piece.x + far * math.cos(bearing)), rounded(piece.y + far * math.sin(bearing)))
            if muzzle_refusal(piece, muzzle, pieces, table) is None:
                return muzzle
    return None


def in_line(muzzle: Point, target: Point, pieces: Iterable[Piece]) -> list[int]:
    """The solid pieces that a ball rolling from the muzzle straight to a point would touch."""
    return [
        piece.id
        for piece in pieces
        if piece.kind.solid and outline(piece).to_segment(muzzle, target) <= PHYSICS.ball_radius
    ]


def bearing(start: Point, goal: Point) -> float:
    """In which direction a place lies."""
    return math.atan2(goal[1] - start[1], goal[0] - start[0])


def _edge(piece: Piece, bearing: float) -> float:
    """How far a piece reaches from its middle in a direction."""
    shape = outline(piece)
    cos, sin = abs(math.cos(bearing - piece.yaw)), abs(math.sin(bearing - piece.yaw))
    along_x = shape.half_x / cos if cos > 1e-9 else math.inf
    along_y = shape.half_y / sin if sin > 1e-9 else math.inf
    return min(along_x, along_y) + shape.radius
