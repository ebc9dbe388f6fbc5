"""Six numbers from -1 to 1 as a move: what somebody at the terminal types in degrees and knots, made to fit the rules.

Which numbers mean what depends on the question; those that it does not need are not looked at:

    number        shoot (S8)           sail (S14)                    fight (S18)   repair (S26)
    0 which       a gun, or no shot    a piece, the wind, or no more  which roll    repair, or not
    1, 2 where    the heading          the course
    3 how far     the pull             part of the knots there are
    4 and then    the moment           the facing
    5                                  above 0: load a barrel (S31)

Number 0 divides -1 to 1 evenly among what there is, pieces in the order of the observation's rows. Directions are
cosine and sine as the seat sees them, of any length. Whatever a wish comes to is legal: a ball never jams, a way that
is barred leads around what is in it, one that leads nowhere is shorter, and where nothing is left, the turn goes on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from laguna.envs.ship_ahoy.eyes import AIM_MS
from laguna.envs.ship_ahoy.frame import Frame
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.aim import muzzle_beside
from laguna.games.ship_ahoy.fleet import WIND
from laguna.games.ship_ahoy.moves import (
    EndSailing,
    HoldFire,
    LeaveDamaged,
    MoveWind,
    Repair,
    Sail,
    ShipAhoyMove,
    Shoot,
)
from laguna.games.ship_ahoy.physics.board import Piece, rounded, turned
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.rope import Sea, Way
from laguna.games.ship_ahoy.physics.shape import Point
from laguna.games.ship_ahoy.scenarios import scenario_of
from laguna.games.ship_ahoy.state import Battle, Phase

WISH = 6
"""How many numbers."""
Wish = Sequence[float]
_PARTS = (1.0, 0.8, 0.6, 0.4, 0.2)
"""How much of a way that cannot be gone is tried."""
_TURNS = (0.0, math.pi / 2)
"""How a ship turns that has no room as it was to face."""
_ALL_BUT = 0.998
"""A way of whole knots is drawn a little shorter: places are rounded."""


def wished(b: Battle, wish: Wish) -> ShipAhoyMove:
    """The legal move of the active seat that comes nearest to a wish."""
    frame = Frame.of(b, b.active)
    match b.phase:
        case Phase.SHOOT:
            return _shot(b, frame, wish)
        case Phase.SAIL | Phase.FREED:
            return _way(b, frame, wish)
        case Phase.FIGHT:
            fights = rules.fights(b)
            return fights[_which(wish[0], len(fights))]
        case _:
            return (Repair(), LeaveDamaged())[_which(wish[0], 2)]


def shot(b: Battle, gun: int, heading: float, pull: float, moment: float) -> Shoot | None:
    """A shot from a gun; `pull` and `moment` from -1 to 1. None: nowhere beside it is room for the cannon (S8)."""
    muzzle = muzzle_beside(b.pieces[gun], b.everything, heading, b.table)
    if muzzle is None:
        return None
    drawn = PHYSICS.pull_jams + (1.0 - PHYSICS.pull_jams) * part(pull)
    move = Shoot(gun, *muzzle, turned(heading), min(1.0, drawn), round(AIM_MS * part(moment)))
    return move if rules.shot_refusal(b, move) is None else None


def part(number: float) -> float:
    """A number from -1 to 1 as one from 0 to 1."""
    return (number + 1.0) / 2.0


def _which(number: float, count: int) -> int:
    return min(count - 1, int(part(number) * count))


def _shot(b: Battle, frame: Frame, wish: Wish) -> ShipAhoyMove:
    guns = frame.in_order(rules.guns(b))
    at = _which(wish[0], len(guns) + 1)
    if at == len(guns):
        return HoldFire()
    return shot(b, guns[at], frame.angle(wish[1], wish[2]), wish[3], wish[4]) or HoldFire()


def _way(b: Battle, frame: Frame, wish: Wish) -> ShipAhoyMove:
    sailors = frame.in_order(rules.sailors(b))
    wind = b.phase == Phase.SAIL and scenario_of(b).wind_movable(b)
    at = _which(wish[0], len(sailors) + wind + 1)
    course = frame.angle(wish[1], wish[2])
    if at < len(sailors):
        return _sail(b, b.pieces[sailors[at]], course, wish, turned(math.pi * wish[4] - frame.turn)) or EndSailing()
    if wind and at == len(sailors):
        return _moved_wind(b, course, part(wish[3])) or EndSailing()
    return EndSailing()


def _sail(b: Battle, piece: Piece, course: float, wish: Wish, yaw: float) -> Sail | None:
    """As far on a course as may be, with a barrel if it is wished and there is one; None: the piece cannot stir."""
    points = rules.points_for(b, piece.id)
    sea = Sea(piece, b.everything, b.table)
    for way in _ways(sea, course, part(wish[3]) * points * PHYSICS.knot * _ALL_BUT, points):
        for turn in _TURNS:
            move = Sail(piece.id, tuple(way), turned(yaw + turn))
            if rules.sail_refusal(b, move) is None:
                loading = Sail(move.piece, move.way, move.yaw, load=True)
                return loading if wish[5] > 0.0 and rules.sail_refusal(b, loading) is None else move
    return None


def _ways(sea: Sea, course: float, far: float, points: int) -> Iterator[Way]:
    """The straight way, the shortest one to its end, and the same for less and less of it."""
    reach = sea.reach(points)
    for some in _PARTS:
        end = _ahead(sea.start, course, far * some)
        yield sea.start, end
        around = reach.way_to(*end)
        if around is not None and len(around) > 2:
            yield around


def _moved_wind(b: Battle, course: float, far: float) -> MoveWind | None:
    """S30: the wind up to a knot that way, for the extra point of the ship that has one."""
    wind = b.pieces[WIND]
    for some in _PARTS:
        move = MoveWind(min(b.own_points), *_ahead((wind.x, wind.y), course, far * some * PHYSICS.knot))
        if scenario_of(b).wind_refusal(b, move) is None:
            return move
    return None


def _ahead(start: Point, course: float, far: float) -> Point:
    return rounded(start[0] + far * math.cos(course)), rounded(start[1] + far * math.sin(course))
