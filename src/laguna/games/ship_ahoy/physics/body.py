"""What a piece is made of: the boxes of its body, and how the body stands or lies on the table."""

from __future__ import annotations

import math
from typing import NamedTuple

from laguna.games.ship_ahoy.physics.board import HEIGHT, Kind, Piece
from laguna.games.ship_ahoy.physics.constants import PHYSICS


class Part(NamedTuple):
    """A box of a body: its sides, the height of its lower face above the table, and its mass."""

    depth: float
    width: float
    height: float
    above: float
    mass: float


class Placement(NamedTuple):
    """Where a body is in space: its foot, and its rotation as a quaternion (w, x, y, z)."""

    place: tuple[float, float, float]
    turn: tuple[float, float, float, float]


_P = PHYSICS
_SHIP = (
    Part(_P.stand_depth, _P.stand_width, _P.stand_height, 0.0, _P.stand_mass),
    Part(_P.card_depth, _P.hull_width, _P.hull_height, _P.stand_height, _P.hull_mass),
    Part(_P.card_depth, _P.sail_width, _P.sail_height, _P.stand_height + _P.hull_height, _P.sail_mass),
)
PARTS: dict[Kind, tuple[Part, ...]] = {
    Kind.SHIP: _SHIP,
    Kind.PIRATE: _SHIP,
    Kind.MONSTER: (
        Part(_P.monster_stand_depth, _P.monster_stand_width, _P.monster_stand_height, 0.0, _P.monster_stand_mass),
        Part(_P.card_depth, _P.monster_width, _P.monster_height, _P.monster_stand_height, _P.monster_mass),
    ),
    Kind.TOWER: (
        Part(_P.tower_stand_width, _P.tower_stand_width, _P.tower_stand_height, 0.0, _P.tower_stand_mass),
        Part(_P.tower_width, _P.tower_width, _P.tower_height, _P.tower_stand_height, _P.tower_mass),
    ),
}
"""The bodies of all that a ball can move, each from its stand upwards."""


def placement(piece: Piece) -> Placement:
    """Where the body of a standing or lying piece is.

    A lying piece rests on the upper edge of its stand and on its top, so that its mast points a little downwards.
    """
    tilt, foot = _lying(piece.kind) if piece.lying else (0.0, 0.0)
    back = HEIGHT[piece.kind] / 2 * math.sin(tilt)
    place = (piece.x - back * math.cos(piece.yaw), piece.y - back * math.sin(piece.yaw), foot)
    cos_yaw, sin_yaw = math.cos(piece.yaw / 2), math.sin(piece.yaw / 2)
    cos_tilt, sin_tilt = math.cos(tilt / 2), math.sin(tilt / 2)
    return Placement(place, (cos_yaw * cos_tilt, -sin_yaw * sin_tilt, cos_yaw * sin_tilt, sin_yaw * cos_tilt))


def _lying(kind: Kind) -> tuple[float, float]:
    """How far a lying body is tilted, and how high its foot is."""
    stand, top = PARTS[kind][0], PARTS[kind][-1]
    slope = math.atan2((stand.depth - top.depth) / 2, HEIGHT[kind] - stand.height)
    tilt = math.pi / 2 + slope
    return tilt, stand.depth / 2 * math.sin(tilt) - stand.height * math.cos(tilt)
