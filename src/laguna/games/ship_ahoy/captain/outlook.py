"""What people are told of a battle: chances and points as they are likely to come, not as a captain weighs them.

A captain weighs sharply: a piece more seems to decide the game, and what a way promises is added up freely. So the
better of two moves stands out. The chance to win is flatter. It is taken as that of a race: both sides fall equally
often, and a lead counts less the longer the way that is left. Whoever shoots next is ahead by half a shot, and whoever
has just shot is behind by as much: so a chance does not rise and fall with every turn.
"""

from __future__ import annotations

import math

from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.captain.prospects import Promise, Prospects, Shares
from laguna.games.ship_ahoy.fleet import SHIPS
from laguna.games.ship_ahoy.state import Battle, Phase

_SHARP, _SHARPER = 1.0, 0.35
"""How much sharper a captain weighs than a race is, and more for each piece of the smallest fleet.

Fitted to races between two in which one is ahead by one, 1 to 7 pieces being left to the other.
"""
_LEAST = 0.002
"""No chance is told from one that is smaller than this as a captain weighs it, nor that much nearer to 1."""


class Outlook:
    """What is told of a battle, to the seat that is asked. `shot` is what the next shot is worth to who fires it."""

    def __init__(self, b: Battle, prospects: Prospects, shot: float = 0.0) -> None:
        self._b = b
        self._now = prospects.now
        self._side = rules.team(b, b.active)
        self._flat = _SHARP + _SHARPER * min(strength for _, strength in prospects.ledger.fleets)
        self._trophy = [_trophy(b, prospects, seat) for seat in range(b.players)]
        self._half_a_shot = self._turn(shot)

    def after(self, changes: Shares) -> Promise:
        """What is told of a move that changes what the captain weighs by so much. The more it gains, the better."""
        won = min(1.0, max(0.0, self._chance(changes[self._b.active]) - self._half_a_shot))
        rest = [0.0 if seat in self._side else self._part(seat, changes[seat]) for seat in range(self._b.players)]
        whole = sum(rest) / len(self._side)  # S22: both partners of a team have its chance
        values = tuple(won if seat in self._side else (1.0 - won) * part / whole for seat, part in enumerate(rest))
        return Promise(values, self._points(changes))

    def _chance(self, change: float) -> float:
        """The asked seat's chance, if what the captain weighs changes by so much."""
        before, then = (_within(self._now.values[self._b.active] + more) for more in (0.0, change))
        others = [self._part(seat, 0.0) for seat in range(self._b.players) if seat not in self._side]
        odds = self._part(self._b.active, 0.0) / (sum(others) / len(self._side))
        return 1.0 / (1.0 + math.exp(-(_log_odds(then) - _log_odds(before)) / self._flat) / odds)

    def _part(self, seat: int, change: float) -> float:
        """How large a seat's chance is beside the others'."""
        return float(_within(self._now.values[seat] + change) ** (1.0 / self._flat))

    def _turn(self, shot: float) -> float:
        """Half of what the next shot brings to the asked seat, or what the others' shots cost it until its own."""
        now = self._chance(0.0)
        if self._b.phase == Phase.SHOOT:
            return (self._chance(shot) - now) / 2
        return (now - self._chance(-shot)) / 2

    def _points(self, changes: Shares) -> Shares:
        """The points to expect: a change counts as many points as it is worth ships taken."""
        worths = zip(self._now.points, changes, self._trophy, strict=True)
        return tuple(
            old + (rules.SHIP_POINTS * change / trophy if trophy > _LEAST else 0.0) for old, change, trophy in worths
        )


def _within(value: float) -> float:
    return max(_LEAST, min(1.0 - _LEAST, value))


def _log_odds(chance: float) -> float:
    return math.log(chance / (1.0 - chance))


def _trophy(b: Battle, prospects: Prospects, seat: int) -> float:
    """What a ship is worth that a seat takes from the others, as the captain weighs it; the best one."""
    ships = (ship for ship in SHIPS if ship in b.pieces and not b.friendly(seat, ship))
    return max((prospects.change(ship, seat)[seat] for ship in ships), default=0.0)
