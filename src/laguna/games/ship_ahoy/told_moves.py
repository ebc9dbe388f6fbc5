"""Moves of Ship Ahoy as people speak of them: from where at whom, and where a ship goes; and what the hand meant."""

from __future__ import annotations

import math

from laguna.core.advice import Saying
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.captain.gunner import Gunner
from laguna.games.ship_ahoy.captain.helmsman import sailed
from laguna.games.ship_ahoy.captain.prospects import Prospects
from laguna.games.ship_ahoy.captain.skill import SKILLS
from laguna.games.ship_ahoy.game import ShipAhoyTable
from laguna.games.ship_ahoy.moves import (
    EndSailing,
    Fight,
    HoldFire,
    MoveWind,
    Repair,
    Sail,
    ShipAhoyMove,
    Shoot,
)
from laguna.games.ship_ahoy.physics.board import Piece, distance, outline
from laguna.games.ship_ahoy.physics.hand import jammed
from laguna.games.ship_ahoy.physics.rope import knots
from laguna.games.ship_ahoy.physics.shape import Point
from laguna.games.ship_ahoy.state import Battle

_CM = 100


class ShotAt(Saying, frozen=True):
    """S8: a shot from beside a piece at an enemy."""

    piece: int
    target: int


class ShotAtNobody(Saying, frozen=True):
    """S8: a shot from beside a piece that no enemy is in the line of."""

    piece: int


class FireHeld(Saying, frozen=True):
    """S8: no shot."""


class SailsBeside(Saying, frozen=True):
    """S17: a piece goes where a melee follows."""

    piece: int
    near: int


class SailsTowards(Saying, frozen=True):
    """S15: a piece goes so many knots, and what is nearest to it then."""

    piece: int
    knots: int
    near: int


class WindMoved(Saying, frozen=True):
    """S30: the wind goes elsewhere, for a ship's extra point."""

    ship: int


class SailingEnded(Saying, frozen=True):
    """S14: no further way."""


class MeleeWith(Saying, frozen=True):
    """S18: the roll for a melee."""

    piece: int
    enemy: int


class AllRepaired(Saying, frozen=True):
    """S26: all that lies stands again."""


class LeftLying(Saying, frozen=True):
    """S26: what lies stays so."""


class ShotFigures(Saying, frozen=True):
    """S8, S34: where the barrel points, clockwise from straight away, and how far it is pulled."""

    degrees: int
    percent: int


ToldMoves = (
    ShotAt
    | ShotAtNobody
    | FireHeld
    | SailsBeside
    | SailsTowards
    | WindMoved
    | SailingEnded
    | MeleeWith
    | AllRepaired
    | LeftLying
    | ShotFigures
)


def describe(table: ShipAhoyTable, seat: int, move: ShipAhoyMove) -> Saying:
    """A move with what it was about: the target of a shot, the end of a way."""
    del seat
    b = table.battle
    match move:
        case Shoot():
            target = target_of(b, move)
            return ShotAtNobody(move.piece) if target is None else ShotAt(move.piece, target)
        case HoldFire():
            return FireHeld()
        case Sail():
            return _way(b, move)
        case MoveWind():
            return WindMoved(move.ship)
        case EndSailing():
            return SailingEnded()
        case Fight():
            return MeleeWith(move.piece, move.enemy)
        case _:
            return AllRepaired() if isinstance(move, Repair) else LeftLying()


def meant(table: ShipAhoyTable, seat: int, move: ShipAhoyMove) -> ShipAhoyMove:
    """A shot as it was most likely meant: at whom the barrel points, straight, and as hard as is best from there."""
    del seat
    if not isinstance(move, Shoot) or jammed(move.pull):
        return move
    gunner = adviser_gunner(table.battle)
    aim = gunner.meant(move)
    return move if aim is None else gunner.steadied(aim)


def figures(table: ShipAhoyTable, seat: int, move: ShipAhoyMove) -> Saying | None:
    """The angle and the pull of a shot, as its dock tells them."""
    del table, seat
    if not isinstance(move, Shoot):
        return None
    return ShotFigures(round(90 - math.degrees(move.heading)) % 360, round(100 * move.pull))


def adviser_gunner(b: Battle) -> Gunner:
    """Who works shots out for people: as well as the strongest captain."""
    return Gunner(b, SKILLS["strong"], Prospects(b))


def target_of(b: Battle, move: Shoot) -> int | None:
    """The enemy that a shot points at; None: nobody."""
    aim = adviser_gunner(b).meant(move)
    return None if aim is None else aim.target


def centimetres(muzzle: Point, target: Piece) -> int:
    """How far a target is from the muzzle, to its edge: as the gunner's dock tells it."""
    return round(_CM * outline(target).to_point(*muzzle))


def _way(b: Battle, move: Sail) -> Saying:
    """Beside whom a way ends, or near what."""
    after = sailed(b, move)
    mover = after.pieces[move.piece]
    foes = rules.foes(after, mover.id)
    if foes:
        return SailsBeside(move.piece, foes[0])
    others = [piece for piece in after.everything if piece.id != mover.id]
    nearest = min(others, key=lambda piece: (distance(mover, piece), piece.id))
    return SailsTowards(move.piece, knots(move.way), nearest.id)
