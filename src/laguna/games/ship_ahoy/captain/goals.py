"""What a scenario's goals promise to each seat: points that are not yet made, by how near they are."""

from __future__ import annotations

import math

from laguna.games.ship_ahoy.fleet import ISLAND, SHIPS, WIND
from laguna.games.ship_ahoy.physics.board import Piece, distance
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.scenarios import BARREL_POINTS, CHEST_POINTS, WIND_REACH
from laguna.games.ship_ahoy.state import Barrel, Battle

A_TURN = 2 * PHYSICS.knot
"""How far a ship sails in a turn, as a rule."""

CHEST_KEPT = 0.7
"""How often whoever has the chest still has it in the end."""
_CHEST_TURN = 0.75
_BARREL_TURN = 0.86
"""What is left of a promise for each turn that it is away."""
_HELD = -0.25
"""What it costs to have a ship in the Kraken's arms, in points."""
_IN_THE_WIND = 0.08
"""What it is worth to have a ship near the wind, in points."""


def hopes(b: Battle) -> list[float]:
    """For each seat, the points that it may hope for from the scenario."""
    match b.options.scenario:
        case "treasure_island":
            return _chest(b)
        case "merchant":
            return _barrels(b)
        case "kraken":
            return [_HELD * sum(b.seat(ship) == seat for ship in b.held) for seat in range(b.players)]
        case "fair_wind":
            return _wind(b)
        case _:
            return [0.0] * b.players


def _chest(b: Battle) -> list[float]:
    """The chest to its holder, less what may happen to it; on the island, to those who can be there soon."""
    found = [0.0] * b.players
    holder = None if b.chest is None else b.seat(b.chest)
    if holder is not None:
        found[holder] = CHEST_POINTS * CHEST_KEPT
        return found
    island = b.pieces[ISLAND]
    near = PHYSICS.island_radius + PHYSICS.ship_height
    soon = [0.0] * b.players
    for ship, seat in _able_ships(b):
        away = max(0.0, _apart(b.pieces[ship], island) - near) / A_TURN
        soon[seat] = max(soon[seat], _CHEST_TURN**away)
    rivals = sum(soon)
    for seat, own in enumerate(soon):
        found[seat] = CHEST_POINTS * CHEST_KEPT * own * own / rivals if rivals else 0.0
    return found


def _barrels(b: Battle) -> list[float]:
    """A barrel on its way to the ship's player; one that still lies in a port to those whose ships are near."""
    found = [0.0] * b.players
    free = [(ship, seat) for ship, seat in _able_ships(b) if not any(it.ship == ship for it in b.barrels)]
    for barrel in b.barrels:
        if barrel.ship is not None and barrel.ship in b.pieces:
            seat = b.seat(barrel.ship)
            if seat is not None:
                found[seat] += BARREL_POINTS * _BARREL_TURN ** _turns_to_deliver(b, barrel, b.pieces[barrel.ship])
        elif barrel.port is not None:
            _share_lying(b, barrel, free, found)
    return found


def _share_lying(b: Battle, barrel: Barrel, free: list[tuple[int, int]], found: list[float]) -> None:
    """Add what a barrel in a port promises. It is worth less than one aboard at the same place."""
    port = b.ports[barrel.port if barrel.port is not None else barrel.origin]
    carried = _BARREL_TURN ** (math.dist((port.x, port.y), _goal(b, barrel)) / A_TURN)
    for seat in range(b.players):
        away = [_apart(b.pieces[ship], port.tile) / A_TURN for ship, owner in free if owner == seat]
        if away:
            found[seat] += 0.5 * BARREL_POINTS * carried * _BARREL_TURN ** (1.0 + min(away))


def _turns_to_deliver(b: Battle, barrel: Barrel, ship: Piece) -> float:
    return distance(ship, b.ports[barrel.colour].tile) / A_TURN


def _goal(b: Battle, barrel: Barrel) -> tuple[float, float]:
    port = b.ports[barrel.colour]
    return port.x, port.y


def _wind(b: Battle) -> list[float]:
    """An extra knot for each ship in the wind."""
    found = [0.0] * b.players
    for ship, seat in _able_ships(b):
        if _apart(b.pieces[ship], b.pieces[WIND]) < WIND_REACH + PHYSICS.wind_radius:
            found[seat] += _IN_THE_WIND
    return found


def _able_ships(b: Battle) -> list[tuple[int, int]]:
    """The ships that stand, each with its player."""
    return [(ship, b.seat(ship) or 0) for ship in SHIPS if ship in b.pieces and not b.pieces[ship].lying]


def _apart(one: Piece, other: Piece) -> float:
    return math.dist((one.x, one.y), (other.x, other.y))
