"""Where a piece could go with its points: places worth a look, each with the shortest way."""

from __future__ import annotations

import math
from collections.abc import Iterator

from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.fleet import ISLAND
from laguna.games.ship_ahoy.moves import Point
from laguna.games.ship_ahoy.physics.board import Kind, Piece, rounded
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.rope import Sea
from laguna.games.ship_ahoy.state import Battle

Way = tuple[Point, ...]

_BESIDE = (0.055, 0.085)
"""From the middle of a piece to the middle of one that stops beside it: close, and just near enough for a melee."""
_SIDES = 8
_ASHORE = 0.04
"""How far from the island's shore a ship stops to take the chest."""
_IN_PORT = 0.09
_ALL_BUT = 0.998
"""A way of whole knots is drawn a little shorter: places are rounded."""


def places(b: Battle, mover: Piece, courses: int) -> Iterator[Point]:
    """Places that a piece may want to go to, near or far: on the spot, around it, beside others, at the goals."""
    points = rules.points_for(b, mover.id)
    yield mover.x, mover.y
    for knots in range(1, points + 1):
        yield from _ring((mover.x, mover.y), knots * PHYSICS.knot * _ALL_BUT, courses)
    for piece in b.everything:
        if _worth_a_visit(b, mover, piece, points):
            if mover.kind.flat:
                yield piece.x, piece.y
            else:
                for far in _BESIDE:
                    yield from _ring((piece.x, piece.y), far, _SIDES)
    if b.options.scenario == "treasure_island" and b.chest == ISLAND:
        island = b.pieces[ISLAND]
        yield from _ring((island.x, island.y), PHYSICS.island_radius + _ASHORE, 2 * _SIDES)
    if b.options.scenario == "merchant":
        for port in b.ports:
            yield from _ring((port.x, port.y), _IN_PORT, _SIDES)


def ways(b: Battle, mover: Piece, courses: int) -> list[Way]:
    """The shortest ways to the places that are in reach. Whether there is room, depends on how the piece turns."""
    rope = rules.points_for(b, mover.id) * PHYSICS.knot
    reach = Sea(mover, b.everything, b.table).reach(rules.points_for(b, mover.id))
    found: dict[Point, Way] = {}
    for x, y in places(b, mover, courses):
        end = (rounded(x), rounded(y))
        if end in found or math.dist(end, (mover.x, mover.y)) > rope:
            continue
        way = reach.way_to(*end)
        if way is not None:
            found[end] = tuple(way)
    return list(found.values())


def _worth_a_visit(b: Battle, mover: Piece, piece: Piece, points: int) -> bool:
    """Whether a piece is an enemy that the mover may get beside."""
    if piece.id == mover.id or piece.kind not in (Kind.SHIP, Kind.TOWER, Kind.PIRATE):
        return False
    near = math.dist((piece.x, piece.y), (mover.x, mover.y)) <= points * PHYSICS.knot + _BESIDE[-1]
    return near and not b.friendly(b.active, piece.id)


def _ring(middle: Point, radius: float, count: int) -> Iterator[Point]:
    for i in range(count):
        angle = math.tau * i / count
        yield middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)
