"""How the table is laid out: ports, mountains, towers and ships in their fixed arrangement (S4-S6, S8, S27-S32)."""

from __future__ import annotations

import math
from functools import cache

import msgspec

from laguna.games.ship_ahoy import fleet
from laguna.games.ship_ahoy.physics.board import Kind, Piece, rounded, turned
from laguna.games.ship_ahoy.physics.constants import PHYSICS

NEAREST_PORTS = 100
FURTHEST_PORTS = 200
"""S4: between neighbouring ports, edge to edge, in centimetres."""

_FIRST_PORT = {4: 225.0, 3: 210.0}
"""Where the first port lies, in degrees as seen from the middle: at the lower left."""
_BEHIND = 0.24
"""From a port's centre to the mountain behind it."""
_ROADS = 0.07
"""From a port's centre, where the tower stands, to each of its ships."""
_SPREAD = math.radians(75.0)
"""Between neighbouring ships of a port, as seen from its tower."""
_SHORE = 0.01
"""S28: between the Great Mountain and the island beside it."""

MIDDLE = {"treasure_island": Kind.ISLAND, "sea_monster": Kind.MONSTER}
"""What a scenario puts in the place of the Great Mountain."""
_IDS = {Kind.GREAT_MOUNTAIN: fleet.GREAT_MOUNTAIN, Kind.ISLAND: fleet.ISLAND, Kind.MONSTER: fleet.MONSTER}


class Port(msgspec.Struct, frozen=True):
    """A port: a flat disc. `inward` is where the middle of the table lies, as seen from it."""

    port: int
    x: float
    y: float
    inward: float

    @property
    def tile(self) -> Piece:
        """The port as a flat piece, to measure with."""
        return Piece(fleet.PORT_TILES[self.port], Kind.PORT, self.x, self.y)


def table_half(port_distance: int) -> float:
    """Half the side of the table: it grows with the distance of the ports."""
    return rounded(PHYSICS.table_half + (port_distance - NEAREST_PORTS) / 200.0)


@cache
def ports_at(players: int, port_distance: int) -> tuple[Port, ...]:
    """S4: ports on the corners of a square or triangle, clockwise."""
    count = len(fleet.ports(players))
    side = port_distance / 100.0 + 2.0 * PHYSICS.port_radius
    from_middle = side / 2.0 / math.sin(math.pi / count)
    found = []
    for port in range(count):
        outward = math.radians(_FIRST_PORT[count] - 360.0 / count * port)
        x, y = from_middle * math.cos(outward), from_middle * math.sin(outward)
        found.append(Port(port, rounded(x), rounded(y), turned(outward + math.pi)))
    return tuple(found)


def layout(players: int, port_distance: int, scenario: str) -> list[Piece]:
    """S5, S27-S32: everything on its place, before the first turn."""
    pieces = [piece for port in ports_at(players, port_distance) for piece in _port(port)]
    middle = MIDDLE.get(scenario, Kind.GREAT_MOUNTAIN)
    pieces.append(Piece(_IDS[middle], middle, 0.0, 0.0))
    if scenario == "pirate_ship":
        beside = rounded(-(PHYSICS.great_mountain_radius + PHYSICS.island_radius + _SHORE))
        pieces.append(Piece(fleet.ISLAND, Kind.FLAT_ISLAND, 0.0, beside))
        pieces.append(Piece(fleet.PIRATE, Kind.PIRATE, 0.0, beside, turned(-math.pi / 2)))
    if scenario == "fair_wind":
        pieces.append(Piece(fleet.WIND, Kind.WIND, 0.0, 0.0))
    if scenario == "kraken":
        pieces.append(Piece(fleet.KRAKEN, Kind.KRAKEN, 0.0, 0.0))
    return pieces


def _port(port: Port) -> list[Piece]:
    """S5: the tower on its port, three ships around it towards the middle, the mountain behind."""
    ships = [
        _around(port, ship, Kind.SHIP, port.inward + (k - 1) * _SPREAD, _ROADS)
        for k, ship in enumerate(fleet.ships_of(port.port))
    ]
    tower = Piece(fleet.TOWERS[port.port], Kind.TOWER, port.x, port.y, port.inward)
    mountain = _around(port, fleet.MOUNTAINS[port.port], Kind.MOUNTAIN, port.inward + math.pi, _BEHIND)
    return [*ships, tower, mountain]


def _around(port: Port, piece: int, kind: Kind, bearing: float, far: float) -> Piece:
    x, y = port.x + far * math.cos(bearing), port.y + far * math.sin(bearing)
    return Piece(piece, kind, rounded(x), rounded(y), turned(bearing))
