"""Who is who on the table: every piece has a number of its own, in every game the same (S1).

Ships come first, three to a port; then the towers, the pirate and the monster, the flat tokens, and what never moves.
"""

from __future__ import annotations

PORTS = 4
SHIPS_EACH = 3
COLOURS = ("red", "blue", "yellow", "green")
"""The colours of the ports, clockwise."""

SHIPS = range(PORTS * SHIPS_EACH)
TOWERS = range(12, 16)
PIRATE = 16
MONSTER = 17
WIND = 18
KRAKEN = 19
MOUNTAINS = range(20, 24)
GREAT_MOUNTAIN = 24
ISLAND = 25
PORT_TILES = range(26, 30)

NOBODY = -1
"""The side of the pirate: everybody's enemy (S28)."""


def ships_of(port: int) -> range:
    """The three ships of a port (S5)."""
    return range(port * SHIPS_EACH, (port + 1) * SHIPS_EACH)


def port_of(piece: int) -> int | None:
    """The port that a ship or tower comes from; None: it belongs to no port."""
    if piece in SHIPS:
        return piece // SHIPS_EACH
    return piece - TOWERS.start if piece in TOWERS else None


def ports(players: int) -> range:
    """S4: three ports for three players, otherwise four."""
    return range(3 if players == 3 else PORTS)


def seat_of(piece: int, players: int) -> int | None:
    """The player of a ship or tower; None: nobody's. S6: two players control opposite corners."""
    port = port_of(piece)
    return None if port is None else port % players


def side_of(piece: int, players: int, *, teams: bool) -> int:
    """The side that a ship or tower fights for: its player, or (S22) the two partners opposite each other."""
    seat = seat_of(piece, players)
    if seat is None:
        return NOBODY
    return seat % 2 if teams else seat
