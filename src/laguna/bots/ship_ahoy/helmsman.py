"""The helmsman: ways for a ship by value.

A way is worth what its end promises: melees with good or bad odds, the scenario's goals, own shots to come, shelter
from the enemies' lines of fire, and safety from being boarded.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from laguna.bots.ship_ahoy.boarding import boarding, in_reach
from laguna.bots.ship_ahoy.prospects import Prospects, expected
from laguna.bots.ship_ahoy.sight import Panorama
from laguna.bots.ship_ahoy.skill import Skill
from laguna.bots.ship_ahoy.waters import Way, ways
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.fleet import KRAKEN, MONSTER, PIRATE, SHIPS, TOWERS
from laguna.games.ship_ahoy.moves import Point, Sail
from laguna.games.ship_ahoy.physics.board import Piece, beside, turned
from laguna.games.ship_ahoy.physics.rope import Sea, knots
from laguna.games.ship_ahoy.scenarios import carried_by, scenario_of
from laguna.games.ship_ahoy.state import Battle

_FLAG = sum(rules.MELEE_DIE) / len(rules.MELEE_DIE)
_SPREAD = math.radians(1.5)
_SPEED = 3.0
"""How well everybody is thought to shoot."""
_BLIND = 0.09
"""Nearer pieces hide nothing from a gun: the muzzle is put beside them."""
_NEXT_SHOT = 0.6
"""What one's next shot counts: until then the enemies move."""
_NEXT_BOARDING = 0.3
_BOARDED = (0.62, 0.31)
"""How often whoever boards a piece takes it, and loses the ship."""
_DISARMED = 0.15
_SOFT = 3.0
"""Of several dangers the largest counts most."""
_KNOT = 0.0005
"""What a knot is worth if there is nothing better to do with it."""
_APPROACH = 0.01
"""What it is worth to be a metre nearer to the enemies, as a chance."""
_EAGER = 0.05
"""The same to who thinks of nothing else."""


class Course(NamedTuple):
    """A way that a piece might sail, and what it is worth, as a change of the seat's chance to win."""

    move: Sail
    gain: float


class Helmsman:
    """A helmsman at a table, whose seat is about to sail."""

    def __init__(self, b: Battle, skill: Skill, prospects: Prospects) -> None:
        self._b = b
        self._skill = skill
        self._prospects = prospects
        self._seat = b.active
        self._ours = [piece for piece in sorted(b.pieces) if b.friendly(b.active, piece)]
        self._enemies = [piece for piece in sorted(b.pieces) if b.seat(piece) is not None and piece not in self._ours]
        self._rivals = [seat for seat in range(b.players) if b.side_of_seat(seat) != b.side_of_seat(b.active)]
        self._point = prospects.point(b.active)
        self._expected = expected(b)
        self._views = {piece: self._view(b.pieces[piece]) for piece in (*self._enemies, *self._ours)}
        self._locked = {piece for piece in (*self._enemies, *self._ours) if rules.locked(b, piece)}
        self._fire = {(gun, target): self._hit(gun, b.pieces[target]) for gun, target in self._lines()}

    def courses(self) -> list[Course]:
        """The ways worth a thought, the best first; to stay is worth 0."""
        found = []
        for sailor in rules.sailors(self._b):
            found += self._courses_of(self._b.pieces[sailor])
        return sorted(found, key=lambda course: -course.gain)

    # Ways

    def _courses_of(self, mover: Piece) -> list[Course]:
        """What one piece could do, at each place in the facing that suits it."""
        sea = Sea(mover, self._b.everything, self._b.table)
        stays = self._worth(self._b, mover)
        found = []
        for way in ways(self._b, mover, self._skill.courses):
            move = self._turned(mover, sea, way)
            if move is not None:
                after = self._after(move)
                gain = self._worth(after, after.pieces[mover.id]) - stays - _KNOT * knots(way)
                found.append(Course(move, gain + self._goals(after)))
        return found

    def _turned(self, mover: Piece, sea: Sea, way: Way) -> Sail | None:
        """The way with a facing that has room at its end; the one that is safest from shots, if that is thought of."""
        x, y = way[-1]
        free = [yaw for yaw in self._facings(mover, (x, y)) if sea.fits(x, y, yaw)]
        if not free or (len(way) == 2 and way[0] == way[1] and free[0] == mover.yaw and not self._skill.shelter):
            return None
        if self._skill.shelter and len(free) > 1 and mover.id in SHIPS:
            free.sort(key=lambda yaw: self._danger(_at(mover, (x, y), yaw)))
        move = Sail(mover.id, way, free[0])
        if self._b.barrels:
            loading = msgspec.structs.replace(move, load=True)
            if scenario_of(self._b).way_refusal(self._b, loading, way) is None:
                return loading
        return move

    def _facings(self, mover: Piece, place: Point) -> list[float]:
        """Facings worth a thought: as it is, and end-on to the guns that see the place."""
        found = [mover.yaw]
        if self._skill.shelter and mover.id in SHIPS:
            guns = sorted(self._guns(self._enemies), key=lambda gun: math.dist(place, self._views[gun].eye))
            for gun in guns[:4]:
                eye = self._views[gun].eye
                found.append(turned(math.atan2(place[1] - eye[1], place[0] - eye[0]) + math.pi / 2))
        else:
            found += [turned(mover.yaw + turn) for turn in (math.pi / 2, math.pi / 4)]
        return found

    def _after(self, move: Sail) -> Battle:
        """The table after a move, with what it takes along."""
        after = self._b.copy()
        after.put(_at(after.pieces[move.piece], move.way[-1], move.yaw))
        scenario_of(after).sailed(after, move, move.way)
        return after

    # Worth

    def _worth(self, after: Battle, mover: Piece) -> float:
        """What the table is worth with the mover there, but for the scenario's goals."""
        if mover.id == MONSTER:
            return self._rolls(after, mover, [ship for ship in SHIPS if ship in after.pieces])
        if mover.id == PIRATE:
            return self._rolls(after, mover, [*self._ours, *self._enemies]) + self._pirate_taken(after)
        if mover.id == KRAKEN:
            return 0.0
        near = self._nearest_enemy(after, mover)
        if not self._skill.weighs:
            return -_EAGER * near
        foes = rules.foes(after, mover.id)
        worth = self._melee(after, mover.id, foes) - _APPROACH * near
        worth += self._next_shot(mover, foes)
        if self._skill.shelter:
            worth -= self._skill.shelter * self._danger(mover, foes)
        if self._skill.caution:
            worth -= self._skill.caution * self._boarded(mover, foes)
            worth += 0.0 if foes else self._next_boarding(mover)
        return worth

    def _goals(self, after: Battle) -> float:
        """What the scenario's goals are worth more than now."""
        if self._b.options.scenario in ("none", "pirate_ship", "sea_monster"):
            return 0.0
        more = [new - old for new, old in zip(expected(after), self._expected, strict=True)]
        team = rules.team(self._b, self._seat)
        others = [more[seat] for seat in range(self._b.players) if seat not in team]
        return self._point * (sum(more[seat] for seat in team) - 0.5 * max(others))

    def _melee(self, after: Battle, ship: int, foes: list[int]) -> float:
        """What the rolls of this turn and the next two promise: first ours, then theirs, then ours, then theirs."""
        rolls = scenario_of(after).attacks(after, ship)
        afloat, worth = 1.0, 0.0
        left = dict.fromkeys(foes, 1.0)
        for _ in range(2):
            for foe in foes:
                flag = (1.0 if after.damaged(foe) else _FLAG) if rolls else 0.0
                worth += afloat * left[foe] * flag * self._change(foe, self._seat)
                left[foe] *= 1.0 - afloat * flag
            for foe in foes:
                if after.damaged(foe) or (foe in SHIPS and not scenario_of(after).attacks(after, foe)):
                    continue
                beaten = afloat * left[foe] * _FLAG
                worth += beaten * self._change(ship, after.seat(foe))
                afloat -= beaten
        return worth

    def _rolls(self, after: Battle, mover: Piece, pieces: Iterable[int]) -> float:
        """What the rolls of a monster or a pirate that was moved there promise: nobody's trophies."""
        near = [piece for piece in pieces if beside(mover, after.pieces[piece])]
        return sum((1.0 if after.damaged(piece) else _FLAG) * self._change(piece, None) for piece in near)

    def _pirate_taken(self, after: Battle) -> float:
        """What it costs if an enemy beside the pirate takes it in turn."""
        near = [self._b.seat(foe) for foe in rules.foes(after, PIRATE) if foe in self._enemies]
        return sum((1.0 - _FLAG) * _FLAG * self._change(PIRATE, seat) for seat in near)

    def _next_shot(self, mover: Piece, foes: list[int]) -> float:
        """What our next shot is worth: with the mover's gun there, if it can fire."""
        worths = [
            chance * self._change(target, self._seat)
            for (gun, target), chance in self._fire.items()
            if target in self._enemies and gun != mover.id
        ]
        if not foes and carried_by(self._b, mover.id) is None:
            view = self._view(mover)
            worths += [self._seen_from(view, target) * self._change(target, self._seat) for target in self._enemies]
        return _NEXT_SHOT * _soft_max(worths)

    def _seen_from(self, view: Panorama, target: int) -> float:
        chance = view.chance(self._b.pieces[target], _SPREAD, _SPEED)
        return chance * self._caught(target, self._seat) if chance else 0.0

    def _danger(self, mover: Piece, foes: Iterable[int] = ()) -> float:
        """What the enemies' next shots may cost, with the mover there; who is in melee with it does not fire."""
        busy = set(foes)
        whole = 0.0
        for rival in self._rivals:
            guns = [gun for gun in self._guns(self._enemies) if self._b.seat(gun) == rival and gun not in busy]
            losses = [
                -self._fire[gun, piece] * self._change(piece, rival)
                for gun in guns
                for piece in self._ours
                if piece != mover.id
            ]
            if self._b.seat(mover.id) is not None:
                losses += [-self._hit(gun, mover) * self._change(mover.id, rival) for gun in guns]
            whole += _soft_max(losses)
        return whole / math.sqrt(len(self._rivals))

    def _boarded(self, mover: Piece, foes: list[int]) -> float:
        """What the enemies' next boarding may cost: the ships that can get beside the mover."""
        takes, loses = _BOARDED
        losses = []
        for ship in self._enemies:
            if ship in TOWERS or ship in self._locked or ship in foes or self._b.damaged(ship):
                continue
            near = in_reach(self._b.pieces[ship], mover)
            if near:
                cost = -takes * self._change(mover.id, self._b.seat(ship)) - loses * self._change(ship, self._seat)
                losses.append(near * cost)
        return _soft_max(losses)

    def _next_boarding(self, mover: Piece) -> float:
        """What it promises to be in reach of enemies for the next turn."""
        takes, loses = _BOARDED
        worths = []
        for target in self._enemies:
            near = in_reach(mover, self._b.pieces[target])
            if near:
                owner = self._b.seat(target)
                worths.append(near * (takes * self._change(target, self._seat) + loses * self._change(mover.id, owner)))
        return _NEXT_BOARDING * _soft_max(worths)

    def _nearest_enemy(self, after: Battle, mover: Piece) -> float:
        return min(
            (math.dist((mover.x, mover.y), (after.pieces[piece].x, after.pieces[piece].y)) for piece in self._enemies),
            default=0.0,
        )

    # Lines of fire

    def _lines(self) -> list[tuple[int, int]]:
        """Who may fire at whom, as the table is."""
        ours, theirs = self._guns(self._ours), self._guns(self._enemies)
        return [(gun, target) for gun in ours for target in self._enemies] + [
            (gun, target) for gun in theirs for target in self._ours
        ]

    def _guns(self, pieces: Iterable[int]) -> list[int]:
        """Those of the pieces that can fire."""
        b = self._b
        return [
            piece
            for piece in pieces
            if piece not in self._locked and not b.damaged(piece) and carried_by(b, piece) is None
        ]

    def _view(self, gun: Piece) -> Panorama:
        others = (piece for piece in self._b.everything if piece.id != gun.id)
        return Panorama((gun.x, gun.y), others, _BLIND)

    def _hit(self, gun: int, target: Piece) -> float:
        """The chance that a gun knocks over a piece, and (advanced) that its player then takes it."""
        chance = self._views[gun].chance(target, _SPREAD, _SPEED)
        owner = self._b.seat(gun)
        return chance * self._caught(target.id, owner) if chance and owner is not None else chance

    def _caught(self, piece: int, seat: int) -> float:
        """What it counts to knock a piece over: all in the plain game; advanced, as likely as it is then boarded."""
        if not self._b.options.advanced:
            return 1.0
        return _DISARMED + (1.0 - _DISARMED) * boarding(self._b, piece, seat)

    def _change(self, piece: int, taker: int | None) -> float:
        return self._prospects.change(piece, taker)[self._seat]


def _at(piece: Piece, place: Point, yaw: float) -> Piece:
    return msgspec.structs.replace(piece, x=place[0], y=place[1], yaw=yaw)


def _soft_max(worths: Iterable[float]) -> float:
    """A little more than the largest of them; 0 if none is positive."""
    return float(sum(max(0.0, worth) ** _SOFT for worth in worths) ** (1.0 / _SOFT))
