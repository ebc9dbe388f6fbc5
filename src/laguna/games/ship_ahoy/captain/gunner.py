"""The gunner: which shot, from where, at whom, how hard; and what it would knock down.

Aims are worked out by angles: what is seen of each piece from each free place for the muzzle, how far the hand may be
off, and how likely a ball of some speed is to knock a piece over. A few of the best may be gone through with the real
physics.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from statistics import NormalDist
from typing import NamedTuple

from laguna.core.bot import Budget
from laguna.core.rules import Luck
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.aim import muzzle_beside
from laguna.games.ship_ahoy.captain.boarding import boarding, fallen
from laguna.games.ship_ahoy.captain.lines import lying_counts
from laguna.games.ship_ahoy.captain.prospects import Prospects, Shares
from laguna.games.ship_ahoy.captain.sight import Panorama, Seen, felled, hit, seen
from laguna.games.ship_ahoy.captain.skill import Skill
from laguna.games.ship_ahoy.moves import Shoot
from laguna.games.ship_ahoy.physics import cannon
from laguna.games.ship_ahoy.physics.board import Kind, Piece
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.hand import pull_for, speed_of, sway, tremor, wild
from laguna.games.ship_ahoy.physics.shape import Point
from laguna.games.ship_ahoy.state import Battle

SPEEDS = (1.9, 2.2, 2.5, 2.8, 3.1, 3.4, 3.6)
_HARD = 3.4
"""Who does not weigh a shot pulls hard: that is wild, but a piece that is hit falls."""
_AT_A_GLANCE, _GENTLY = 3.0, 2.4
"""The speed that is thought of first. Advanced: a piece that is knocked far away is hard to board."""
_MUZZLES = 12
"""How many places around a gun are looked at."""
_REFINED, _MUZZLES_TRIED = 12, 2
"""How many aims are worked out with care, and how many of them from one gun at one target."""
_EARLIEST, _LATEST = 600, 4_000
"""When the gunner may fire, in milliseconds after aiming began; later the arm grows tired."""
_POINTS_AT = math.radians(12)
"""A barrel points at a piece if the edge of what is seen of it is no further beside."""
_ACCIDENT = 0.01
"""What falls no likelier than this is not in danger."""
_STEP = 20
"""How closely a steady moment is looked for, in milliseconds."""
_STEADIEST = 1e-4
"""The least deviation of a heading: nobody's hand is steadier."""
_MONSTER_HIT = 0.1
_OFF = 0.8
"""A simulated shot is off by so many deviations, first to one side, then to the other."""
_TRUST = 1.0
"""What was worked out counts as much as so many simulated shots."""
_A_SHOT = 0.02
"""How long a simulated shot takes, in seconds."""


class Aim(NamedTuple):
    """A shot that the gunner has in mind, before the hand shakes."""

    gun: int
    target: int
    muzzle: Point
    heading: float
    speed: float
    odds: dict[int, float]
    """For each piece that may be knocked over, how likely that is."""
    gain: float
    """What the shot is worth to the gunner's seat, as a change of its chance to win."""
    simulated: int = 0


class Gunner:
    """A gunner at a table, who is about to shoot."""

    def __init__(self, b: Battle, skill: Skill, prospects: Prospects) -> None:
        self._b = b
        self._skill = skill
        self._prospects = prospects
        self._seat = b.active
        self._everything = b.everything
        self._steady = rules.steadiness(b, b.active)
        self._effects: dict[tuple[int, int, float], Shares] = {}

    def aims(self, budget: Budget) -> list[Aim]:
        """The shots worth a thought, the best first; at most so many are simulated as the budget has iterations."""
        return self._gone_through(self._weighed, budget) if self._skill.weighs else self._weighed

    @property
    def promise(self) -> float:
        """What the best shot is worth to the gunner's seat, as it is worked out; nothing, if there is none."""
        return max(0.0, self._weighed[0].gain) if self._weighed else 0.0

    @cached_property
    def _weighed(self) -> list[Aim]:
        """The shots worth a thought, the best first, before any is simulated."""
        if not self._skill.weighs:
            nearest = self._nearest()
            return [] if nearest is None else [nearest]
        rough: list[Aim] = []
        for aim in sorted(self._glances(), key=lambda aim: -aim.gain):
            if sum((aim.gun, aim.target) == (other.gun, other.target) for other in rough) < _MUZZLES_TRIED:
                rough.append(aim)
            if len(rough) == _REFINED:
                break
        refined = [aim for aim in map(self._refined, rough) if not self._endangers_spared(aim)]
        return sorted(refined, key=lambda aim: -aim.gain)

    def effect(self, gun: int, piece: int, speed: float) -> Shares:
        """By how much each seat's chance changes when a shot from this gun knocks a piece over."""
        if (gun, piece, speed) not in self._effects:
            self._effects[gun, piece, speed] = self._effect(gun, piece, speed)
        return self._effects[gun, piece, speed]

    def judged(self, move: Shoot, budget: Budget) -> Aim:
        """A shot as it was asked for: by the barrel's visible sway at that moment, over the tremor that is left.

        Its target is the enemy that most likely falls; if none may, the gun itself.
        """
        shaken = self._steady * wild(move.pull)
        heading = move.heading + self._steady * sway(self._b.aim_seed, move.t_ms, move.pull)
        spread = max(_STEADIEST, shaken * PHYSICS.tremor)
        panorama = Panorama((move.x, move.y), self._everything)
        aim = self._aim(move.piece, move.piece, panorama, heading, speed_of(move.pull), spread)
        shots = self._shots(budget)
        if budget.seconds is not None:
            shots = min(shots, int(budget.seconds / _A_SHOT))
        off = [spread * NormalDist().inv_cdf((i + 0.5) / shots) for i in range(shots)]
        aim = self._simulated(aim, off)
        prey = [piece for piece in aim.odds if self._is_prey(move.piece, self._b.pieces[piece])]
        return aim._replace(target=max(prey, key=aim.odds.__getitem__, default=move.piece))

    def meant(self, move: Shoot) -> Aim | None:
        """The aim that a shot was most likely to be: at the enemy in sight that its barrel points nearest to.

        From the same place, at the middle of what is seen of it, as hard as is best. None: it points at nobody.
        """
        panorama = Panorama((move.x, move.y), self._everything)
        found = []
        for look in panorama.around:
            gaps = panorama.gaps(look) if look.piece.kind.movable and self._is_prey(move.piece, look.piece) else []
            off = math.remainder(move.heading - look.bearing, math.tau)
            for low, high in gaps:
                beside = max(0.0, low - off, off - high)
                if beside <= _POINTS_AT:
                    found.append((beside, abs(off - (low + high) / 2), look.piece.id, look.bearing + (low + high) / 2))
        if not found:
            return None
        _, _, target, heading = min(found)
        return self._refined(Aim(move.piece, target, panorama.eye, heading, _AT_A_GLANCE, {}, 0.0))

    def steadied(self, aim: Aim) -> Shoot:
        """An aim as a hand fires it that is not off, when the barrel sways least."""
        pull = pull_for(aim.speed)
        moments = range(_EARLIEST, _LATEST, _STEP)
        steadiest = min(moments, key=lambda moment: abs(sway(self._b.aim_seed, moment, pull)))
        return Shoot(aim.gun, *aim.muzzle, math.remainder(aim.heading, math.tau), pull, steadiest)

    def _worth(self, gun: int, piece: int, speed: float) -> float:
        """The effect on the gunner's own seat."""
        return self.effect(gun, piece, speed)[self._seat]

    def _effect(self, gun: int, piece: int, speed: float) -> Shares:
        b, nothing = self._b, (0.0,) * self._b.players
        if b.pieces[piece].kind == Kind.MONSTER:
            point = _MONSTER_HIT * self._prospects.point(self._seat)
            return tuple(point * (seat == self._seat) for seat in range(b.players))
        taker = self._seat if b.seat(gun) == self._seat or b.options.advanced else None
        if piece == gun or b.damaged(piece):
            return nothing
        if not b.options.advanced:
            return nothing if b.friendly(self._seat, piece) else self._prospects.change(piece, taker)
        if b.friendly(self._seat, piece):
            return tuple(-lying_counts(b) * abs(part) for part in self._prospects.change(piece, None))
        fired_from, target = b.pieces[gun], b.pieces[piece]
        bearing = math.atan2(target.y - fired_from.y, target.x - fired_from.x)
        lies = fallen(target, bearing, _apart(fired_from, target), speed)
        taken = lying_counts(b) + (1.0 - lying_counts(b)) * boarding(b, lies, self._seat)
        return tuple(taken * part for part in self._prospects.change(piece, taker))

    def fire(self, aim: Aim, luck: Luck) -> Shoot:
        """The shot as this hand fires it: off by its error, at the moment that looked best of those it saw."""
        skill, error = self._skill, tremor(luck)
        pull = pull_for(aim.speed * (1.0 + skill.pulling * error.speed))
        heading = aim.heading + skill.pointing * wild(pull) * error.heading
        moments = [_EARLIEST + luck.below(_LATEST - _EARLIEST) for _ in range(skill.moments)]
        t_ms = min(moments, key=lambda moment: abs(sway(self._b.aim_seed, moment, pull)))
        return Shoot(aim.gun, *aim.muzzle, math.remainder(heading, math.tau), pull, t_ms)

    def spread(self, speed: float) -> float:
        """The standard deviation of the heading of a shot, by the hand's error and the table's tremor."""
        steadiest = math.hypot(self._skill.pointing, self._steady * PHYSICS.tremor)
        return max(_STEADIEST, steadiest * wild(pull_for(speed)))

    def _prey(self, gun: int) -> list[Piece]:
        """What is worth a ball from this gun."""
        return [piece for piece in self._everything if piece.kind.movable and self._is_prey(gun, piece)]

    def _is_prey(self, gun: int, piece: Piece) -> bool:
        if piece.lying or piece.id == gun or self._spared(piece):
            return False
        return not self._b.friendly(self._seat, piece.id)

    def _spared(self, piece: Piece) -> bool:
        """Whether a piece is still left alone: a tower of somebody else, before everybody has had a turn (S7)."""
        if not self._skill.spares_towers or self._b.turn > self._b.players:
            return False
        return piece.kind == Kind.TOWER and not self._b.friendly(self._seat, piece.id)

    def _endangers_spared(self, aim: Aim) -> bool:
        """Whether a shot may well knock over what is left alone, by accident. A gentle one fells ships, not towers."""
        return any(chance > _ACCIDENT and self._spared(self._b.pieces[piece]) for piece, chance in aim.odds.items())

    def _nearest(self) -> Aim | None:
        """The shot of who does not weigh: at the nearest enemy in sight, hard."""
        b = self._b
        pairs = [(b.pieces[gun], target) for gun in rules.guns(b) for target in self._prey(gun)]
        for gun, target in sorted(pairs, key=lambda pair: (_apart(*pair), pair[0].id, pair[1].id)):
            heading = math.atan2(target.y - gun.y, target.x - gun.x)
            muzzle = muzzle_beside(gun, self._everything, heading, b.table)
            if muzzle is None:
                continue
            panorama, look = Panorama(muzzle, self._everything), seen(muzzle, target)
            if any(low < 0.0 < high for low, high in panorama.gaps(look)):
                for speed in (_HARD, *reversed(SPEEDS)):
                    aim = self._aim(gun.id, target.id, panorama, look.bearing, speed, self.spread(speed))
                    if not self._endangers_spared(aim):
                        return aim
        return None

    def _glances(self) -> Iterator[Aim]:
        """Every gun, place of the muzzle and enemy in sight of it, roughly judged by the target alone."""
        b = self._b
        speed = _GENTLY if b.options.advanced else _AT_A_GLANCE
        spread = self.spread(speed)
        for gun in rules.guns(b):
            prey = self._prey(gun)
            for panorama in self._panoramas(b.pieces[gun]):
                for target in prey:
                    look = seen(panorama.eye, target)
                    gaps = panorama.gaps(look)
                    if not gaps:
                        continue
                    low, high = max(gaps, key=lambda gap: gap[1] - gap[0])
                    beside = (low + high) / 2
                    chance = hit(look, gaps, beside, spread) * felled(look, speed)
                    heading = look.bearing + beside
                    gain = chance * self._worth(gun, target.id, speed)
                    yield Aim(gun, target.id, panorama.eye, heading, speed, {target.id: chance}, gain)

    def _panoramas(self, gun: Piece) -> Iterator[Panorama]:
        """The views from the free places for the muzzle around a gun."""
        places = set()
        for i in range(_MUZZLES):
            place = muzzle_beside(gun, self._everything, math.tau * i / _MUZZLES, self._b.table)
            if place is not None and place not in places:
                places.add(place)
                yield Panorama(place, self._everything)

    def _refined(self, aim: Aim) -> Aim:
        """The best speed for an aim, with everything in mind that the ball may meet."""
        panorama = Panorama(aim.muzzle, self._everything)
        tried = [self._aim(aim.gun, aim.target, panorama, aim.heading, speed, self.spread(speed)) for speed in SPEEDS]
        return max(tried, key=lambda it: (not self._endangers_spared(it), it.gain))

    def _aim(self, gun: int, target: int, panorama: Panorama, heading: float, speed: float, spread: float) -> Aim:
        """An aim with its odds: the target, and whatever else the ball meets if the hand is off."""
        odds = {}
        for look in panorama.around:
            chance = self._knocked_over(panorama, look, heading, speed, spread)
            if chance > 0.002:
                odds[look.piece.id] = chance
        gain = sum(chance * self._worth(gun, piece, speed) for piece, chance in odds.items())
        return Aim(gun, target, panorama.eye, heading, speed, odds, gain)

    def _knocked_over(self, panorama: Panorama, look: Seen, heading: float, speed: float, spread: float) -> float:
        """The chance that a shot knocks this piece over."""
        if not look.piece.kind.movable:
            return 0.0
        aim = math.remainder(heading - look.bearing, math.tau)
        if abs(aim) - look.half > 3.0 * spread:
            return 0.0
        return hit(look, panorama.gaps(look), aim, spread) * felled(look, speed)

    def _gone_through(self, aims: list[Aim], budget: Budget) -> list[Aim]:
        """The aims again, the best of them judged by simulated shots too, until one is better than what may follow."""
        shots = self._shots(budget)
        until = math.inf if budget.seconds is None else time.monotonic() + budget.seconds
        judged: list[Aim] = []
        for aim in aims[: shots // 2]:
            if time.monotonic() >= until or (judged and judged[-1].gain >= aim.gain):
                break
            off = _OFF * self.spread(aim.speed)
            judged.append(self._simulated(aim, (-off, off)))
        return sorted([*judged, *aims[len(judged) :]], key=lambda aim: -aim.gain)

    def _shots(self, budget: Budget) -> int:
        """How many shots may be simulated."""
        return self._skill.simulated if budget.iterations is None else budget.iterations

    def _simulated(self, aim: Aim, off: Sequence[float]) -> Aim:
        """An aim after simulated shots, each with its heading so far off."""
        gained = _TRUST * aim.gain
        felled: dict[int, float] = {piece: _TRUST * chance for piece, chance in aim.odds.items()}
        for beside in off:
            shot = cannon.shoot(self._everything, aim.muzzle, aim.heading + beside, aim.speed, self._b.table)
            touched = {*shot.toppled, *(piece for piece in shot.hit if self._b.pieces[piece].kind == Kind.MONSTER)}
            for piece in sorted(touched):
                gained += self._worth(aim.gun, piece, aim.speed)
                felled[piece] = felled.get(piece, 0.0) + 1.0
        whole = _TRUST + len(off)
        odds = {piece: chance / whole for piece, chance in felled.items()}
        return aim._replace(gain=gained / whole, odds=odds, simulated=len(off))


def _apart(one: Piece, other: Piece) -> float:
    return math.dist((one.x, one.y), (other.x, other.y))
