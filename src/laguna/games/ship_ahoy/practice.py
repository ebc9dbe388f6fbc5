"""The practice range: targets that never shoot back. The hand, the physics and the rules of a shot are the table's.

Nothing is kept between two shots: whoever practises says what stands where now, and only a range can be told so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from laguna.core.game import Event, Refused
from laguna.core.rules import Luck
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.fleet import GREAT_MOUNTAIN, MOUNTAINS, TOWERS, ships_of
from laguna.games.ship_ahoy.moves import ShipAhoyOptions, Shoot
from laguna.games.ship_ahoy.physics.board import Kind, Piece, rounded, turned
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.hand import AIM_SEEDS
from laguna.games.ship_ahoy.state import Battle
from laguna.games.ship_ahoy.view import ShipAhoyView, view_of

GUNNER, TARGETS = range(2)
"""The sides of a range, as seats."""

_RED, _BLUE, _, _GREEN = (ships_of(port) for port in range(4))
_PLACES = (
    (_RED[0], Kind.SHIP, 0.0, -0.8, 90),
    (TOWERS[0], Kind.TOWER, -0.55, -0.8, 90),
    (_BLUE[0], Kind.SHIP, 0.08, -0.35, 80),
    (_BLUE[1], Kind.SHIP, -0.35, -0.1, 70),
    (_BLUE[2], Kind.SHIP, 0.45, 0.05, 150),
    (_GREEN[0], Kind.SHIP, -0.2, 0.55, 100),
    (_GREEN[1], Kind.SHIP, 0.17, 0.7, 80),
    (TOWERS[3], Kind.TOWER, -0.65, 0.6, 90),
    (GREAT_MOUNTAIN, Kind.GREAT_MOUNTAIN, 0.1, 0.25, 0),
    (MOUNTAINS[0], Kind.MOUNTAIN, 0.72, -0.5, 0),
)
LAYOUT = tuple(Piece(piece, kind, x, y, turned(math.radians(yaw))) for piece, kind, x, y, yaw in _PLACES)
"""Two guns, and targets near and far: broadside on, aslant, edge on, a tower, and a ship behind the mountain."""

Coordinate = Annotated[float, Meta(ge=-PHYSICS.table_half, le=PHYSICS.table_half)]
Facing = Annotated[float, Meta(ge=-4.0, le=4.0)]
AimSeed = Annotated[int, Meta(ge=0, lt=AIM_SEEDS)]


class BadRange(ValueError):  # noqa: N818 - the caller's mistake, told in a sentence
    """Pieces that cannot stand on a practice range."""


class RangePiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of the range, and where it stands and faces: metres and radians, as in a view."""

    piece: int
    x: Coordinate
    y: Coordinate
    yaw: Facing


def laid_out(aim_seed: int) -> Battle:
    """A fresh range: everything in its place, and the gunner is to shoot."""
    b = Battle(players=2, options=ShipAhoyOptions(), active=GUNNER, turn=1, aim_seed=aim_seed, trophies=[[], []])
    for piece in LAYOUT:
        b.put(piece)
    return b


def as_it_stands(standing: Sequence[RangePiece], aim_seed: int) -> Battle:
    """A range after some shots: targets that are not named are gone. Raises `BadRange`.

    Ships are where they are said to be, or as near as there is room (S35); what never sails is in its place.
    """
    b = laid_out(aim_seed)
    told = {each.piece: each for each in standing}
    if len(told) < len(standing):
        raise BadRange("No piece stands in two places.")
    if not told.keys() <= b.pieces.keys():
        raise BadRange(f"These are no pieces of the range: {sorted(told.keys() - b.pieces.keys())}.")
    b.trophies[GUNNER] = [target for target in b.fleet_of(TARGETS) if target not in told]
    for target in b.trophies[GUNNER]:
        del b.pieces[target]
    ships = [piece for piece in b.everything if piece.id in told and piece.kind in rules.FLOATS]
    rules.settle(b, [], [_moved(ship, told[ship.id]) for ship in ships])
    return b


def practise(b: Battle, move: Shoot, luck: Luck, cannon: rules.Cannon) -> list[Event]:
    """Fire, and report what happened; then the barrel sways anew. Raises `Refused`, and nothing has happened."""
    refusal = rules.shot_refusal(b, move)
    if refusal is not None:
        raise Refused(refusal)
    if rules.fire(b, move, luck, cannon) is not None:
        b.aim_seed = luck.below(AIM_SEEDS)
    told, b.told = b.told, []
    return told


def range_view(b: Battle) -> ShipAhoyView:
    """The range, to be drawn like a table; but nobody sails home here."""
    return msgspec.structs.replace(view_of(b), ports=())


def _moved(piece: Piece, told: RangePiece) -> Piece:
    return msgspec.structs.replace(piece, x=rounded(told.x), y=rounded(told.y), yaw=turned(told.yaw))
