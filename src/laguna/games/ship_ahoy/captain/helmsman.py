"""The helmsman: ways for a ship by value.

A way is worth what its end promises: melees with good or bad odds, the scenario's goals, own shots to come, shelter
from the enemies' lines of fire, and safety from being boarded.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.captain.boarding import in_reach
from laguna.games.ship_ahoy.captain.lines import LinesOfFire
from laguna.games.ship_ahoy.captain.prospects import Prospects, expected
from laguna.games.ship_ahoy.captain.skill import Skill
from laguna.games.ship_ahoy.captain.waters import Way, ways
from laguna.games.ship_ahoy.fleet import KRAKEN, MONSTER, PIRATE, SHIPS
from laguna.games.ship_ahoy.moves import Point, Sail
from laguna.games.ship_ahoy.physics.board import Piece, beside, turned
from laguna.games.ship_ahoy.physics.rope import Sea, knots
from laguna.games.ship_ahoy.scenarios import scenario_of
from laguna.games.ship_ahoy.state import Battle

FLAG = sum(rules.MELEE_DIE) / len(rules.MELEE_DIE)
"""The chance of a flag."""

_ROUNDS = 2
"""So many rolls of each side are thought ahead in a melee."""
_TURNED = 8
"""At so many of the best places other facings are tried."""
_NEXT_SHOT = 0.6
_NEXT_BOARDING = 0.5
"""What one's next turn counts: until then the enemies move."""
_TAKES, _LOSES = 0.62, 0.31
"""How often whoever boards a piece takes it, and loses the ship."""
_KNOT = 0.005
"""What a knot is worth if there is nothing better to do with it, in points."""
_APPROACH, _APPROACH_TO_BOARD, _EAGER = 0.3, 1.2, 2.0
"""What it is worth to be near the enemies, in points; where only boarding makes trophies; to who does not weigh."""
_NEAR = 0.35
"""How far off that is a third of it."""


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
        self._lines = LinesOfFire(b, prospects)
        self._point = prospects.point(b.active)
        self._expected = expected(b)
        self._felling: dict[int, float] = {}

    def courses(self) -> list[Course]:
        """The ways worth a thought, the best first; to stay is worth 0."""
        found = []
        for sailor in rules.sailors(self._b):
            found += self._courses_of(self._b.pieces[sailor])
        return sorted(found, key=lambda course: -course.gain)

    def judged(self, move: Sail) -> Course:
        """What one way is worth, as it was drawn."""
        return self._course(move, self._worth(self._b, self._b.pieces[move.piece]))

    def _courses_of(self, mover: Piece) -> list[Course]:
        """What one piece could do: at every place in some facing, at the best places in other facings too."""
        sea = Sea(mover, self._b.everything, self._b.table)
        stays = self._worth(self._b, mover)
        found, places = [], []
        for way in ways(self._b, mover, self._skill.courses):
            moves = self._moves(mover, sea, way)
            if moves:
                found.append(self._course(moves[0], stays))
                places.append((found[-1].gain, moves[1:]))
        places.sort(key=lambda place: -place[0])
        for _, moves in places[:_TURNED] if self._skill.shelter else ():
            found += [self._course(move, stays) for move in moves]
        return found

    def _course(self, move: Sail, stays: float) -> Course:
        after = sailed(self._b, move)
        mover = after.pieces[move.piece]
        gain = self._worth(after, mover) - stays + self._goals(after) - self._point * _KNOT * knots(move.way)
        return Course(move, gain)

    def _moves(self, mover: Piece, sea: Sea, way: Way) -> list[Sail]:
        """The way in each facing that has room at its end, with what can be loaded; none that changes nothing."""
        x, y = way[-1]
        free = [yaw for yaw in self._facings(mover, (x, y)) if sea.fits(x, y, yaw)]
        if (x, y) == (mover.x, mover.y) and mover.yaw in free:
            free.remove(mover.yaw)
        return [self._loading(Sail(mover.id, way, yaw)) for yaw in free]

    def _loading(self, move: Sail) -> Sail:
        """S31: the same move, with the barrel that it may take along."""
        loading = msgspec.structs.replace(move, load=True)
        if not self._b.barrels or scenario_of(self._b).way_refusal(self._b, loading, rules.passage(self._b, move)):
            return move
        return loading

    def _facings(self, mover: Piece, place: Point) -> list[float]:
        """Facings worth a thought: as it is, and end-on to the nearest guns; else a few turns."""
        guns = self._lines.nearest_guns(place)[:4] if self._skill.shelter and mover.id in SHIPS else ()
        end_on = [math.atan2(place[1] - eye[1], place[0] - eye[0]) + math.pi / 2 for eye in guns]
        turns = [mover.yaw + math.pi / 2, mover.yaw + math.pi / 4]
        return list(dict.fromkeys([mover.yaw, *map(turned, end_on or turns)]))

    def _worth(self, after: Battle, mover: Piece) -> float:
        """What the table is worth with the mover there, but for the scenario's goals."""
        lines, skill = self._lines, self._skill
        if mover.id == MONSTER:
            return self._rolls(after, mover, [ship for ship in SHIPS if ship in after.pieces])
        if mover.id == PIRATE:
            return self._rolls(after, mover, [*lines.ours, *lines.enemies]) + self._pirate_taken(after)
        if mover.id == KRAKEN:
            return 0.0
        near = min((_apart(mover, after.pieces[enemy]) for enemy in lines.enemies), default=0.0)
        closeness = self._point * math.exp(-near / _NEAR)
        if not skill.weighs:
            return _EAGER * closeness
        foes = rules.foes(after, mover.id)
        worth = self._melee(after, mover.id, foes)
        worth += closeness * (_APPROACH_TO_BOARD if after.options.advanced else _APPROACH)
        worth += _NEXT_SHOT * lines.threat(mover, armed=not foes)
        if skill.shelter:
            worth -= skill.shelter * lines.danger(mover, foes)
        if skill.caution:
            worth -= skill.caution * self._boarded(mover, foes)
            worth += 0.0 if foes else _NEXT_BOARDING * self._next_boarding(mover)
        return worth

    def _goals(self, after: Battle) -> float:
        """What the scenario's goals are worth more than now."""
        if self._b.options.scenario in ("none", "pirate_ship", "sea_monster"):
            return 0.0
        more = [new - old for new, old in zip(expected(after), self._expected, strict=True)]
        team = rules.team(self._b, self._b.active)
        others = [more[seat] for seat in range(self._b.players) if seat not in team]
        return self._point * (sum(more[seat] for seat in team) - sum(others) / len(others))

    def _melee(self, after: Battle, ship: int, foes: list[int]) -> float:
        """What the rolls of this turn and the next promise: first ours, then theirs."""
        rolls = scenario_of(after).attacks(after, ship)
        afloat, worth = 1.0, 0.0
        left = dict.fromkeys(foes, 1.0)
        for _ in range(_ROUNDS):
            for foe in foes:
                flag = (1.0 if after.damaged(foe) else FLAG) if rolls else 0.0
                worth += afloat * left[foe] * flag * self._change(foe, after.active)
                left[foe] *= 1.0 - afloat * flag
            for foe in foes:
                if not after.damaged(foe) and scenario_of(after).attacks(after, foe):
                    beaten = afloat * left[foe] * FLAG
                    worth += beaten * self._change(ship, after.seat(foe))
                    afloat -= beaten
        return worth

    def _rolls(self, after: Battle, mover: Piece, pieces: Iterable[int]) -> float:
        """What the rolls of a monster or a pirate that was moved there promise: nobody's trophies."""
        near = [piece for piece in pieces if beside(mover, after.pieces[piece])]
        return sum((1.0 if after.damaged(piece) else FLAG) * self._change(piece, None) for piece in near)

    def _pirate_taken(self, after: Battle) -> float:
        """What it costs if an enemy beside the pirate takes it in turn."""
        near = [after.seat(foe) for foe in rules.foes(after, PIRATE) if foe in self._lines.enemies]
        return sum((1.0 - FLAG) * FLAG * self._change(PIRATE, seat) for seat in near)

    def _boarded(self, mover: Piece, foes: list[int]) -> float:
        """What the enemies' next boarding may cost at most, by ships that can get beside the mover."""
        b, worst = self._b, 0.0
        for ship in self._lines.enemies:
            if ship not in SHIPS or ship in foes or b.damaged(ship):
                continue
            near, seat = in_reach(b.pieces[ship], mover), b.seat(ship)
            if near and seat is not None and not rules.locked(b, ship):
                felled = self._lines.falling(mover, seat) if b.options.advanced else 0.0
                cost = -self._boarding(mover.id, seat, ship, b.active, felled)
                worst = max(worst, near * cost)
        return worst

    def _next_boarding(self, mover: Piece) -> float:
        """What it promises at most to be in reach of an enemy for the next turn."""
        b, best = self._b, 0.0
        for target in self._lines.enemies:
            near, seat = in_reach(mover, b.pieces[target]), b.seat(target)
            if near and seat is not None:
                if b.options.advanced and target not in self._felling:
                    self._felling[target] = self._lines.felling(target)
                worth = self._boarding(target, b.active, mover.id, seat, self._felling.get(target, 0.0))
                best = max(best, near * worth)
        return best

    def _boarding(self, prey: int, taker: int, boarder: int, other: int, felled: float) -> float:
        """What it is worth to us that a ship boards a piece, which a shot has felled before so likely (S25)."""
        takes = felled + (1.0 - felled) * _TAKES
        return takes * self._change(prey, taker) + (1.0 - felled) * _LOSES * self._change(boarder, other)

    def _change(self, piece: int, taker: int | None) -> float:
        return self._prospects.change(piece, taker)[self._b.active]


def sailed(b: Battle, move: Sail) -> Battle:
    """The table once a way is sailed, the points not yet counted."""
    after, passage = b.copy(), rules.passage(b, move)
    after.put(passage.end)
    scenario_of(after).sailed(after, move, passage)
    return after


def _apart(one: Piece, other: Piece) -> float:
    return math.dist((one.x, one.y), (other.x, other.y))
