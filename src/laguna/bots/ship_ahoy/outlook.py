"""What people are told of a battle: chances and points as they are likely to come, not as a captain weighs them.

A captain weighs sharply: a piece more seems to decide the game, and what a way promises is added up freely. So the
better of two moves stands out. The chance to win is flatter. It is taken as that of a race: both sides fall equally
often, and a lead counts less the longer the way that is left.
"""

from __future__ import annotations

import math

from laguna.bots.ship_ahoy.prospects import Promise, Prospects, Shares
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.fleet import SHIPS
from laguna.games.ship_ahoy.state import Battle

_SHARP, _SHARPER = 1.0, 0.35
"""How much sharper a captain weighs than a race is, and more for each piece of the smallest fleet.

Fitted to races between two in which one is ahead by one, 1 to 7 pieces being left to the other.
"""
_LEAST, _MOST = 1e-6, 4.0
"""No chance is smaller than the first, and no logarithm of odds changes by more than the second."""


class Outlook:
    """What is told of a battle, to the seat that is asked."""

    def __init__(self, b: Battle, prospects: Prospects) -> None:
        self._b = b
        self._now = prospects.now
        self._side = rules.team(b, b.active)
        self._flat = _SHARP + _SHARPER * min(strength for _, strength in prospects.ledger.fleets)
        self._trophy = [_trophy(b, prospects, seat) for seat in range(b.players)]
        self._weighed = [max(_LEAST, min(1.0 - _LEAST, value)) for value in prospects.now.values]

    def after(self, changes: Shares) -> Promise:
        """What is told of a move that changes what the captain weighs by so much. The more it gains, the better."""
        own = self._weighed[self._b.active]
        weights = [value ** (1.0 / self._flat) for value in self._weighed]
        ours = weights[self._b.active]
        theirs = sum(weights) - sum(weights[seat] for seat in self._side)
        theirs /= len(self._side)  # S22: both partners of a team have its chance
        gain = max(-_MOST, min(_MOST, changes[self._b.active] / (own * (1.0 - own))))
        won = 1.0 / (1.0 + theirs / ours * math.exp(-gain / self._flat))
        rest = [0.0 if seat in self._side else self._part(seat, changes[seat]) for seat in range(self._b.players)]
        whole = sum(rest) / len(self._side)
        values = tuple(won if seat in self._side else (1.0 - won) * part / whole for seat, part in enumerate(rest))
        return Promise(values, self._points(changes))

    def _part(self, seat: int, change: float) -> float:
        """How much of what the asked seat does not win another one has."""
        value = self._weighed[seat]
        return math.exp((math.log(value) + max(-_MOST, min(_MOST, change / value))) / self._flat)

    def _points(self, changes: Shares) -> Shares:
        """The points to expect: a change counts as many points as it is worth ships taken."""
        worths = zip(self._now.points, changes, self._trophy, strict=True)
        return tuple(
            old + (rules.SHIP_POINTS * change / trophy if trophy > _LEAST else 0.0) for old, change, trophy in worths
        )


def _trophy(b: Battle, prospects: Prospects, seat: int) -> float:
    """What a ship is worth that a seat takes from the others, as the captain weighs it; the best one."""
    ships = (ship for ship in SHIPS if ship in b.pieces and not b.friendly(seat, ship))
    return max((prospects.change(ship, seat)[seat] for ship in ships), default=0.0)
