"""What stands and lies on the table, what room it takes, and how far apart two pieces are."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable, Iterator

import msgspec

from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.shape import Outline, Shape


class Kind(enum.StrEnum):
    """What a piece is."""

    SHIP = "ship"
    PIRATE = "pirate"
    MONSTER = "monster"
    TOWER = "tower"
    MOUNTAIN = "mountain"
    GREAT_MOUNTAIN = "great_mountain"
    ISLAND = "island"
    FLAT_ISLAND = "flat_island"
    """The island of the pirate's scenario: sailed over, shot over (S28)."""
    PORT = "port"
    WIND = "wind"
    KRAKEN = "kraken"

    @property
    def flat(self) -> bool:
        """Whether it is in nobody's way: ships sail over it, balls roll over it."""
        return self in FLAT

    @property
    def solid(self) -> bool:
        """Whether balls and ships stop at it."""
        return self not in FLAT

    @property
    def movable(self) -> bool:
        """Whether a ball may shove it or knock it over."""
        return self in MOVABLE


FLAT = frozenset({Kind.FLAT_ISLAND, Kind.PORT, Kind.WIND, Kind.KRAKEN})
MOVABLE = frozenset({Kind.SHIP, Kind.PIRATE, Kind.MONSTER, Kind.TOWER})

_P = PHYSICS
_SHIP = Shape(_P.stand_depth / 2, _P.hull_width / 2)
STANDING: dict[Kind, Shape] = {
    Kind.SHIP: _SHIP,
    Kind.PIRATE: _SHIP,
    Kind.MONSTER: Shape(_P.monster_stand_depth / 2, _P.monster_width / 2),
    Kind.TOWER: Shape(_P.tower_stand_width / 2, _P.tower_stand_width / 2),
    Kind.MOUNTAIN: Shape(0.0, 0.0, _P.mountain_radius),
    Kind.GREAT_MOUNTAIN: Shape(0.0, 0.0, _P.great_mountain_radius),
    Kind.ISLAND: Shape(0.0, 0.0, _P.island_radius),
    Kind.FLAT_ISLAND: Shape(0.0, 0.0, _P.island_radius),
    Kind.PORT: Shape(0.0, 0.0, _P.port_radius),
    Kind.WIND: Shape(0.0, 0.0, _P.wind_radius),
    Kind.KRAKEN: Shape(0.0, 0.0, _P.kraken_radius),
}
"""The room that each kind takes on the table. A ship's x is the normal of its card, its y runs along the card."""

HEIGHT: dict[Kind, float] = {
    Kind.SHIP: _P.ship_height,
    Kind.PIRATE: _P.ship_height,
    Kind.MONSTER: _P.monster_stand_height + _P.monster_height,
    Kind.TOWER: _P.tower_stand_height + _P.tower_height,
    Kind.MOUNTAIN: _P.mountain_height,
    Kind.GREAT_MOUNTAIN: _P.great_mountain_height,
    Kind.ISLAND: _P.island_height,
}

_MELEE = round(_P.ship_height, 6)
_STRAIGHT_BACK = round(math.pi, 4)
_RING = 0.002
"""From ring to ring when a free place is looked for: half of it would take four times as long for half a millimetre."""

LYING: dict[Kind, Shape] = {kind: Shape(HEIGHT[kind] / 2, STANDING[kind].half_y) for kind in MOVABLE}
"""The room that a piece knocked over takes: as long as it is tall, along its yaw."""


class Piece(msgspec.Struct, frozen=True):
    """A piece at its place.

    (x, y) is the middle of the room it takes. `yaw` is where it faces: a ship's broadside (the normal of its card)
    while it stands, its top while it lies. So a piece that is stood up where it lies keeps all three.
    """

    id: int
    kind: Kind
    x: float
    y: float
    yaw: float = 0.0
    lying: bool = False


def footprint(piece: Piece) -> Shape:
    """The room a piece takes, in its own frame: standing or lying."""
    return LYING[piece.kind] if piece.lying else STANDING[piece.kind]


def outline(piece: Piece) -> Outline:
    """The room a piece takes, at its place."""
    return Outline(footprint(piece), piece.x, piece.y, piece.yaw)


def distance(one: Piece, other: Piece) -> float:
    """How far apart two pieces are, edge to edge; 0 where one touches or covers the other."""
    return outline(one).to_outline(outline(other))


def measured(one: Piece, other: Piece) -> float:
    """How far apart two pieces are, to the micrometre: what is laid out the same is the same anywhere on the table."""
    return round(distance(one, other), 6)


def overlaps(one: Piece, other: Piece) -> bool:
    """Whether two pieces take the same room: the room alone, also of flat ones."""
    return distance(one, other) == 0.0


def beside(one: Piece, other: Piece) -> bool:
    """Whether two pieces are near enough for a melee: less than a ship's height apart (S17)."""
    return measured(one, other) < _MELEE


def on_table(piece: Piece, table: float = PHYSICS.table_half) -> bool:
    """Whether all of a piece is on the table, whose half side is `table`."""
    return outline(piece).within(table)


def rounded(value: float) -> float:
    """A place or an angle as it is kept: in tenths of a millimetre, in ten thousandths of a radian."""
    return round(value * 1e4) / 1e4


def turned(angle: float) -> float:
    """The same angle between -π and π, as it is kept; straight back is always π, never -π."""
    kept = rounded(math.remainder(angle, math.tau))
    return kept if kept > -_STRAIGHT_BACK else _STRAIGHT_BACK


def obstacles(mover: Piece, pieces: Iterable[Piece]) -> list[Piece]:
    """What is in a piece's way: everything solid but itself; nothing at all for a flat one."""
    if mover.kind.flat:
        return []
    return [piece for piece in pieces if piece.kind.solid and piece.id != mover.id]


def crowds(one: Piece, other: Piece) -> bool:
    """Whether two pieces take the same room by more than rounding: those that just touch, as after a shove, do not.

    Either has room where the other stands, or neither: their order does not matter.
    """
    return _core(one).to_outline(_core(other)) == 0.0


def has_room(piece: Piece, others: Iterable[Piece], table: float = PHYSICS.table_half) -> bool:
    """Whether a piece can be where it is: all of it on the table, and in nothing solid (S35)."""
    return on_table(piece, table) and not any(crowds(piece, other) for other in obstacles(piece, others))


def nearest_free_place(piece: Piece, others: Iterable[Piece], table: float = PHYSICS.table_half) -> Piece:
    """The piece where it is if it has room, else at the nearest place where it has (S35).

    It keeps its yaw, and keeps lying or standing. Flat pieces and the piece itself are in nobody's way. Raises
    ValueError where the table is full.
    """
    others = list(others)
    if has_room(piece, others, table):
        return piece
    edges = [outline(other) for other in obstacles(piece, others)]
    x, y = _onto_table(piece, table)
    shape = footprint(piece)
    for dx, dy in _spiral(2 * math.sqrt(2) * table):
        place = Outline(shape, rounded(x + dx), rounded(y + dy), piece.yaw)
        if not place.within(table):
            continue
        blocker = next((edge for edge in edges if not _has_gap(place, edge)), None)
        if blocker is None:
            return msgspec.structs.replace(piece, x=place.x, y=place.y)
        edges.remove(blocker)
        edges.insert(0, blocker)  # it is likely to be in the way of the next place too
    raise ValueError(f"There is no free place on the table for {piece}.")


def _core(piece: Piece) -> Outline:
    """The room that a piece surely takes: half of what rounding may be off is left out all around."""
    shape, slack = footprint(piece), PHYSICS.rope_slack / 2
    core = Shape(max(0.0, shape.half_x - slack), max(0.0, shape.half_y - slack), max(0.0, shape.radius - slack))
    return Outline(core, piece.x, piece.y, piece.yaw)


def _has_gap(place: Outline, edge: Outline) -> bool:
    apart = math.hypot(place.x - edge.x, place.y - edge.y)
    return apart > place.bound + edge.bound + PHYSICS.gap or place.to_outline(edge) >= PHYSICS.gap


def _onto_table(piece: Piece, table: float) -> tuple[float, float]:
    """The nearest place where all of a piece is on the table; rounded towards its middle."""
    reach_x, reach_y = outline(piece).extent
    room_x, room_y = (math.floor((table - reach) * 1e4) / 1e4 for reach in (reach_x, reach_y))
    return min(room_x, max(-room_x, piece.x)), min(room_y, max(-room_y, piece.y))


def _spiral(far: float) -> Iterator[tuple[float, float]]:
    """Steps away from a place, the nearest first: rings of points, all about equally dense."""
    yield 0.0, 0.0
    for ring in range(1, math.ceil(far / _RING)):
        radius = ring * _RING
        count = 6 * ring
        for i in range(count):
            angle = math.tau * i / count
            yield radius * math.cos(angle), radius * math.sin(angle)
