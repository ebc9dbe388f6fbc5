"""Lines of fire: who could knock over whom with the next shot, and what that is worth to the seat that is to sail."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from functools import cached_property

from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.captain.boarding import boarding
from laguna.games.ship_ahoy.captain.prospects import Prospects
from laguna.games.ship_ahoy.captain.sight import Panorama
from laguna.games.ship_ahoy.moves import Point
from laguna.games.ship_ahoy.physics.board import Piece
from laguna.games.ship_ahoy.scenarios import carried_by
from laguna.games.ship_ahoy.state import Battle

_DISARMED, _BECALMED = 0.15, 0.08
"""Advanced: what it counts that a piece lies until its player's turn is over, if nobody takes it, as a part.

Less, where it may still shoot (S24).
"""

_SPREAD = math.radians(1.5)
_SPEED = 3.0
"""How well everybody is thought to shoot."""
_BLIND = 0.09
"""Nearer pieces hide nothing from a gun: the muzzle is put beside them."""
_SOFT = 3.0
"""Of several dangers the largest counts most."""


def lying_counts(b: Battle) -> float:
    """Advanced: what it counts that a piece was knocked over and is repaired before anybody takes it, as a part."""
    return _BECALMED if b.options.damaged_shoot else _DISARMED


class LinesOfFire:
    """The lines of fire at a table, for the seat that is to sail. One piece may be thought elsewhere."""

    def __init__(self, b: Battle, prospects: Prospects) -> None:
        self._b = b
        self._prospects = prospects
        self._everything = b.everything
        self.ours = [piece for piece in sorted(b.pieces) if b.friendly(b.active, piece)]
        self.enemies = [piece for piece in sorted(b.pieces) if b.seat(piece) is not None and piece not in self.ours]
        self._rivals = [seat for seat in range(b.players) if b.side_of_seat(seat) != b.side_of_seat(b.active)]
        self._caught: dict[tuple[int, int], float] = {}

    @cached_property
    def enemy_guns(self) -> dict[int, Panorama]:
        """What every enemy that can fire sees."""
        return self._guns(self.enemies)

    def nearest_guns(self, place: Point) -> list[Point]:
        """Where the enemies' guns are, the nearest to a place first."""
        eyes = [view.eye for view in self.enemy_guns.values()]
        return sorted(eyes, key=lambda eye: math.dist(eye, place))

    def danger(self, mover: Piece, busy: Collection[int] = ()) -> float:
        """What the enemies' next shots may cost with a piece there; those who are busy in melee do not fire.

        Each enemy side has us and the others to choose from.
        """
        whole = 0.0
        for rival in self._rivals:
            risks = 0.0
            for gun, view in self.enemy_guns.items():
                if self._b.seat(gun) == rival and gun not in busy:
                    risks += self._risk[gun][-1] - self._risk[gun].get(mover.id, 0.0)
                    risks += self._cost(view, mover, rival) if self._b.seat(mover.id) is not None else 0.0
            whole += risks ** (1.0 / _SOFT)
        return whole / (len({self._b.side_of_seat(seat) for seat in range(self._b.players)}) - 1)

    def threat(self, mover: Piece, *, armed: bool) -> float:
        """What our next shot is worth with a piece there, which can fire itself if it is armed."""
        worths = sum(row[-1] for gun, row in self._threat.items() if gun != mover.id)
        if armed and carried_by(self._b, mover.id) is None:
            worths += self._row(self._view(mover), self.enemies, self._b.active)[-1]
        return float(worths ** (1.0 / _SOFT))

    def felling(self, target: int) -> float:
        """How likely our best gun is to knock over an enemy."""
        piece = self._b.pieces[target]
        return max((view.chance(piece, _SPREAD, _SPEED) for view in self._own_guns.values()), default=0.0)

    def in_sight(self, mover: Piece) -> dict[int, float]:
        """How likely a shot from a piece there knocks over each enemy."""
        view = self._view(mover)
        return {enemy: view.chance(self._b.pieces[enemy], _SPREAD, _SPEED) for enemy in self.enemies}

    def falling(self, mover: Piece, seat: int) -> float:
        """How likely a seat's best gun is to knock over a piece there."""
        views = [view for gun, view in self.enemy_guns.items() if self._b.seat(gun) == seat]
        return max((view.chance(mover, _SPREAD, _SPEED) for view in views), default=0.0)

    @cached_property
    def _own_guns(self) -> dict[int, Panorama]:
        return self._guns(self.ours)

    @cached_property
    def _threat(self) -> dict[int, dict[int, float]]:
        return {gun: self._row(view, self.enemies, self._b.active) for gun, view in self._own_guns.items()}

    @cached_property
    def _risk(self) -> dict[int, dict[int, float]]:
        return {gun: self._row(view, self.ours, self._b.seat(gun)) for gun, view in self.enemy_guns.items()}

    def _row(self, view: Panorama, targets: Iterable[int], shooter: int | None) -> dict[int, float]:
        """What each target is worth to be shot at from there, made hard; and the sum of all as the last, at -1."""
        row = {target: self._cost(view, self._b.pieces[target], shooter) for target in targets}
        row[-1] = sum(row.values())
        return row

    def _cost(self, view: Panorama, target: Piece, shooter: int | None) -> float:
        """How much a shot at a target matters to us, either way, made hard: so that the largest counts most."""
        chance = view.chance(target, _SPREAD, _SPEED)
        if not chance or shooter is None:
            return 0.0
        change = self._prospects.change(target.id, shooter)[self._b.active]
        ours = shooter in rules.team(self._b, self._b.active)
        return float(max(0.0, chance * self.caught(target.id, shooter) * (change if ours else -change)) ** _SOFT)

    def caught(self, piece: int, seat: int) -> float:
        """What it counts to knock a piece over: all in the plain game; advanced, as likely as it is then boarded."""
        if not self._b.options.advanced:
            return 1.0
        if (piece, seat) not in self._caught:
            lies = lying_counts(self._b)
            self._caught[piece, seat] = lies + (1.0 - lies) * boarding(self._b, self._b.pieces[piece], seat)
        return self._caught[piece, seat]

    def _guns(self, pieces: Iterable[int]) -> dict[int, Panorama]:
        """What those of the pieces see that can fire."""
        b = self._b
        able = (piece for piece in pieces if not rules.disarmed(b, piece) and carried_by(b, piece) is None)
        return {piece: self._view(b.pieces[piece]) for piece in able if not rules.locked(b, piece)}

    def _view(self, gun: Piece) -> Panorama:
        return Panorama((gun.x, gun.y), (piece for piece in self._everything if piece.id != gun.id), _BLIND)
