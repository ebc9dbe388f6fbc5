"""Who may get beside whom within a turn: the chance by the knots die, as the crow flies."""

from __future__ import annotations

import math

import msgspec

from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.fleet import SHIPS
from laguna.games.ship_ahoy.physics.board import Kind, Piece, footprint
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.state import Battle

_DIE = rules.KNOTS_DIE
_AT_LEAST = tuple(sum(knots >= needed for knots in _DIE) / len(_DIE) for needed in range(max(_DIE) + 1))
"""The chance to roll at least so many knots."""


def boarding(b: Battle, goal: Piece, seat: int) -> float:
    """The chance that a ship of this seat gets beside a piece in one turn, sure if one is there; the best ship's."""
    return max((in_reach(b.pieces[ship], goal) for ship in boarders(b, seat, goal.id)), default=0.0)


def fallen(piece: Piece, bearing: float, far: float, speed: float) -> Piece:
    """Where a piece comes to lie that is knocked over from so far in this direction. Fitted to computed shots."""
    push = 0.06 + 0.17 * max(0.0, speed - 1.85 - 0.45 * far) if piece.kind != Kind.TOWER else 0.11
    x, y = piece.x + push * math.cos(bearing), piece.y + push * math.sin(bearing)
    return msgspec.structs.replace(piece, x=x, y=y, yaw=bearing, lying=True)


def boarders(b: Battle, seat: int, piece: int) -> list[int]:
    """The ships of a seat that could fight a piece: they stand and are in no other melee."""
    own = [ship for ship in SHIPS if ship in b.pieces and b.seat(ship) == seat and ship != piece]
    return [ship for ship in own if not b.damaged(ship) and all(foe == piece for foe in rules.foes(b, ship))]


def in_reach(ship: Piece, goal: Piece) -> float:
    """The chance that the knots die brings a ship beside a place."""
    half = min(footprint(goal)[:2]) + footprint(ship).half_y
    rope = math.dist((ship.x, ship.y), (goal.x, goal.y)) - half - PHYSICS.ship_height + PHYSICS.gap
    needed = max(0, math.ceil(rope / PHYSICS.knot))
    return _AT_LEAST[needed] if needed < len(_AT_LEAST) else 0.0
