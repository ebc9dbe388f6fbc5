"""What can be seen and hit from a place: pieces as angles, what hides them, and the chance to knock them over."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from laguna.games.ship_ahoy.physics.board import Kind, Piece, footprint
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.felling import CARD, TOWER, Felling
from laguna.games.ship_ahoy.physics.shape import Point

Gap = tuple[float, float]
"""From one angle to another, beside the bearing of a piece."""


class Seen(NamedTuple):
    """A piece as it looks from a place."""

    piece: Piece
    far: float
    """To its middle."""
    front: float
    """To where it begins."""
    bearing: float
    half: float
    """Half the angle in which the middle of a ball would meet it."""


def seen(eye: Point, piece: Piece) -> Seen:
    """How a piece looks from a place."""
    dx, dy = piece.x - eye[0], piece.y - eye[1]
    far, bearing = math.hypot(dx, dy), math.atan2(dy, dx)
    half_x, half_y, radius = footprint(piece)
    cos, sin = abs(math.cos(bearing - piece.yaw)), abs(math.sin(bearing - piece.yaw))
    across = half_x * sin + half_y * cos + radius + PHYSICS.ball_radius
    deep = half_x * cos + half_y * sin + radius
    half = math.asin(across / far) if across < far else math.pi / 2
    return Seen(piece, far, far - deep, bearing, half)


class Panorama:
    """Everything solid around a place. What is nearer than `blind` hides nothing: the muzzle is put beside it."""

    def __init__(self, eye: Point, pieces: Iterable[Piece], blind: float = 0.0) -> None:
        self.eye = eye
        looks = (seen(eye, piece) for piece in pieces if piece.kind.solid)
        self.around = [look for look in looks if look.far > blind]

    def gaps(self, target: Seen) -> list[Gap]:
        """The angles beside a piece's bearing in which nothing else is before it."""
        number, front, bearing, half = target.piece.id, target.front, target.bearing, target.half
        found = [(-half, half)]
        for other in self.around:
            if other.front >= front or other.piece.id == number:
                continue
            beside = math.remainder(other.bearing - bearing, math.tau)
            if abs(beside) < half + other.half:
                found = _cut(found, beside - other.half, beside + other.half)
                if not found:
                    break
        return found

    def chance(self, target: Piece, spread: float, speed: float) -> float:
        """The chance to knock a piece over from here, aiming at the middle of its widest gap.

        `spread` is the standard deviation of the heading.
        """
        look = seen(self.eye, target)
        gaps = self.gaps(look)
        if not gaps:
            return 0.0
        low, high = max(gaps, key=_width)
        return hit(look, gaps, (low + high) / 2, spread) * felled(look, speed)


def hit(look: Seen, gaps: Iterable[Gap], aim: float, spread: float) -> float:
    """The chance that a ball aimed beside a piece's bearing goes through one of its gaps and meets it squarely."""
    fit = _felling(look)
    square = look.half * (fit.square + (fit.square_askew - fit.square) * _askew(look))
    whole = 0.0
    for low, high in gaps:
        low, high = max(low, -square), min(high, square)  # noqa: PLW2901 - the part that counts
        if low < high:
            whole += _below((high - aim) / spread) - _below((low - aim) / spread)
    return whole


def felled(look: Seen, speed: float) -> float:
    """The chance that a ball of this speed, meeting a piece squarely, knocks it over. Fitted to shots in play."""
    if look.piece.lying:
        return 0.0
    if look.piece.kind == Kind.MONSTER:
        return 1.0
    fit = _felling(look)
    needed = fit.needed + fit.needed_far * look.far + fit.needed_askew * _askew(look)
    return 1.0 / (1.0 + math.exp(min(50.0, (needed - speed) / fit.blur)))


def _felling(look: Seen) -> Felling:
    return TOWER if look.piece.kind == Kind.TOWER else CARD


def _askew(look: Seen) -> float:
    """0 for a card's broadside or a tower's side, 1 for a card's edge or a tower's corner."""
    turn = look.bearing - look.piece.yaw
    return float(abs(math.sin(2.0 * turn if look.piece.kind == Kind.TOWER else turn)) ** 3)


def _cut(gaps: list[Gap], low: float, high: float) -> list[Gap]:
    """What is left of the gaps when something covers this angle."""
    found = []
    for start, end in gaps:
        if high <= start or low >= end:
            found.append((start, end))
            continue
        if low > start:
            found.append((start, low))
        if high < end:
            found.append((high, end))
    return found


def _width(gap: Gap) -> float:
    return gap[1] - gap[0]


def _below(deviations: float) -> float:
    """The part of a normal distribution below so many deviations."""
    return 0.5 * (1.0 + math.erf(deviations / math.sqrt(2.0)))
