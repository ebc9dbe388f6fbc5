"""Random but sensible moves: shots at what can be hit, ways towards the enemy. They bring games to an end."""

from __future__ import annotations

import math

from laguna.core.rules import Luck
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.aim import bearing, in_line, muzzle_beside
from laguna.games.ship_ahoy.fleet import ISLAND, KRAKEN, MONSTER, SHIPS, WIND
from laguna.games.ship_ahoy.moves import (
    EndSailing,
    HoldFire,
    LeaveDamaged,
    MoveWind,
    Point,
    Repair,
    Sail,
    ShipAhoyMove,
    Shoot,
)
from laguna.games.ship_ahoy.physics.board import Kind, Piece, rounded, turned
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.hand import pull_for, sway
from laguna.games.ship_ahoy.physics.rope import Sea
from laguna.games.ship_ahoy.scenarios import carried_by, scenario_of
from laguna.games.ship_ahoy.state import Battle, Phase

_NEXT_TO = 0.075
"""A ship that stops so far from an enemy, middle to middle, is in melee and touches nothing."""
_BOARDING = 0.4
"""From so far away, middle to middle, a ship may get beside a damaged piece in one turn."""
_TRIED_MOMENTS = 6
_LONGEST_AIM = 4_000
_POINTING_ERROR = math.radians(1.5)
_DETOURS = (0.0, 0.4, -0.4, 0.9, -0.9, 1.4, -1.4)
"""How far from the straight way a ship is steered when something is in it, in radians."""


def propose(b: Battle, luck: Luck) -> ShipAhoyMove:
    """A sensible answer to the open question, at random."""
    match b.phase:
        case Phase.SHOOT:
            return propose_shot(b, luck) or HoldFire()
        case Phase.SAIL | Phase.FREED:
            return propose_wind(b, luck) or propose_way(b, luck) or EndSailing()
        case Phase.FIGHT:
            found = rules.fights(b)
            return found[luck.below(len(found))]
        case _:
            return LeaveDamaged() if luck.below(8) == 0 else Repair()


# Shots


def propose_shot(b: Battle, luck: Luck) -> Shoot | None:
    """A shot at the nearest enemy that is in nobody's shadow, from one gun or another; None: there is no such shot."""
    for gun in _shuffled(rules.guns(b), luck):
        piece = b.pieces[gun]
        prey = [other for other in b.everything if _is_prey(b, gun, other)]
        for target in sorted(prey, key=lambda other: _apart(piece, other)):
            shot = _shot_at(b, piece, target, luck) if _is_worthwhile(b, target, luck) else None
            if shot is not None:
                return shot
    return None


def _is_prey(b: Battle, gun: int, piece: Piece) -> bool:
    """Whether it is worth a ball: an enemy that stands, or the monster."""
    if piece.kind not in (*rules.FIGHTERS, Kind.MONSTER) or piece.lying or piece.id == gun:
        return False
    return not b.friendly(b.active, piece.id)


def _is_worthwhile(b: Battle, target: Piece, luck: Luck) -> bool:
    """Advanced: a piece knocked over is repaired soon, unless a ship is near enough to take it (S25)."""
    if not b.options.advanced or luck.below(4) == 0:
        return True
    ships = [b.pieces[ship] for ship in SHIPS if ship in b.pieces and b.seat(ship) == b.active]
    return any(_apart(ship, target) < _BOARDING and not ship.lying for ship in ships)


def _shot_at(b: Battle, gun: Piece, target: Piece, luck: Luck) -> Shoot | None:
    muzzle = muzzle_beside(gun, b.everything, bearing((gun.x, gun.y), (target.x, target.y)), b.table)
    if muzzle is None or set(in_line(muzzle, (target.x, target.y), b.everything)) - {target.id}:
        return None
    pull = pull_for(_speed(math.dist(muzzle, (target.x, target.y)), target) * (0.95 + luck.below(200) / 1000.0))
    moments = [luck.below(_LONGEST_AIM) for _ in range(_TRIED_MOMENTS)]
    t_ms = min(moments, key=lambda moment: abs(sway(b.aim_seed, moment, pull)))
    heading = bearing(muzzle, (target.x, target.y)) + _POINTING_ERROR * (luck.below(2001) / 1000.0 - 1.0)
    return Shoot(gun.id, *muzzle, heading, pull, t_ms)


def _speed(far: float, target: Piece) -> float:
    """What usually knocks a target over at this distance; fitted by eye to measured shots."""
    if target.kind == Kind.TOWER:
        return 2.75 + 0.45 * far
    return 2.2 + 0.42 * far


# Ways


def propose_way(b: Battle, luck: Luck) -> Sail | None:
    """A piece on its way to what it wants, as far as its points reach; None: enough sailed."""
    for sailor in _shuffled(rules.sailors(b), luck):
        goal = _goal(b, sailor, luck)
        way = None if goal is None else _way_to(b, b.pieces[sailor], *goal, luck)
        if way is not None:
            return way
    return None


def _goal(b: Battle, sailor: int, luck: Luck) -> tuple[Point, float] | None:
    """Where a piece wants to go, and how near."""
    piece = b.pieces[sailor]
    carried = carried_by(b, sailor)
    if carried is not None:
        port = b.ports[carried.colour]
        return (port.x, port.y), 0.0
    if b.chest == ISLAND and luck.below(2) == 0:
        island = b.pieces[ISLAND]
        return (island.x, island.y), PHYSICS.island_radius + _NEXT_TO / 2
    wanted = [other for other in b.everything if _is_wanted(b, sailor, other)]
    if not wanted:
        return None
    target = min(wanted, key=lambda other: _apart(piece, other) - (_BOARDING if other.lying else 0.0))
    return (target.x, target.y), 0.0 if sailor == KRAKEN else _NEXT_TO


def _is_wanted(b: Battle, sailor: int, piece: Piece) -> bool:
    """Whether a piece would like to be beside this one: an enemy; for monster and Kraken, an enemy's ship."""
    if piece.id == sailor or b.friendly(b.active, piece.id):
        return False
    if sailor in (MONSTER, KRAKEN):
        return piece.id in SHIPS and piece.id not in b.held
    return piece.kind in rules.FIGHTERS


def _way_to(b: Battle, piece: Piece, goal: Point, near: float, luck: Luck) -> Sail | None:
    """A straight way towards a goal, or past what is in it; now and then anywhere."""
    points = rules.points_for(b, piece.id)
    straight = bearing((piece.x, piece.y), goal)
    if luck.below(10) == 0:
        straight += luck.below(628) / 100.0
    ahead = min(points * PHYSICS.knot, math.dist((piece.x, piece.y), goal) - near)
    if ahead < PHYSICS.knot / 10.0:
        return None
    sea = Sea(piece, b.everything, b.table)
    side = 1.0 if luck.below(2) else -1.0
    for detour in _DETOURS:
        for part in (1.0, 0.6):
            course, far = straight + side * detour, ahead * part
            end = (rounded(piece.x + far * math.cos(course)), rounded(piece.y + far * math.sin(course)))
            for yaw in (turned(course + math.pi / 2), turned(course)):
                way = ((piece.x, piece.y), end)
                if sea.check(way, yaw, points) is None:
                    return _loading(b, Sail(piece.id, way, yaw))
    return None


def _loading(b: Battle, move: Sail) -> Sail:
    """S31: take the barrel along where there is one."""
    loading = Sail(move.piece, move.way, move.yaw, load=True)
    return loading if rules.sail_refusal(b, loading) is None else move


def propose_wind(b: Battle, luck: Luck) -> MoveWind | None:
    """S30: now and then the wind a knot nearer to a ship that feels it."""
    if not scenario_of(b).wind_movable(b) or luck.below(4):
        return None
    ship, wind = b.pieces[min(b.own_points)], b.pieces[WIND]
    course = bearing((wind.x, wind.y), (ship.x, ship.y))
    move = MoveWind(ship.id, wind.x + PHYSICS.knot * math.cos(course), wind.y + PHYSICS.knot * math.sin(course))
    return None if scenario_of(b).wind_refusal(b, move) else move


def _apart(one: Piece, other: Piece) -> float:
    return math.dist((one.x, one.y), (other.x, other.y))


def _shuffled(pieces: list[int], luck: Luck) -> list[int]:
    """In any order, each equally likely."""
    left, found = list(pieces), []
    while left:
        found.append(left.pop(luck.below(len(left))))
    return found
