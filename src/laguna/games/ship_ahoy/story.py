"""What is worth telling of a battle of Ship Ahoy: the best shot, who hits and who misses, and friendly fire."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from laguna.core.game import Seat, Standing
from laguna.core.record import Step
from laguna.core.story import Candidate, Highlight, StoryFacts, StoryTeller, Tale, most
from laguna.games.ship_ahoy.events import Captured, Fought, ShotFired, TrophyTaken
from laguna.games.ship_ahoy.fleet import PIRATE, SHIPS, TOWERS
from laguna.games.ship_ahoy.state import Battle

CM = 100.0
"""Centimetres in a metre."""
LONG_SHOT_CM = 60
SURE_HITS = 3
SURE_SHARE = 0.6
MANY_MISSES = 4
MANY_FIGHTS = 2

How = Literal["domino", "ricochet", "straight"]
"""How pieces fell: one by another, after the ball touched something else first, or straight by the ball."""


class SeveralAtOnce(Highlight, frozen=True):
    """S10: one shot knocked over so many enemies."""

    seat: int
    pieces: int


class Ricochet(Highlight, frozen=True):
    """S10: the ball touched something else, and knocked an enemy over all the same."""

    seat: int
    piece: int


class LongShot(Highlight, frozen=True):
    """S10: an enemy fell so far from the muzzle."""

    seat: int
    piece: int
    cm: int


class SharpShooter(Highlight, frozen=True):
    """S10, S13: so many of one player's shots knocked an enemy over."""

    seat: int
    hits: int
    shots: int


class FishFrightener(Highlight, frozen=True):
    """S13: so many of one player's shots knocked over nobody."""

    seat: int
    misses: int


class FriendlyFire(Highlight, frozen=True):
    """S12: somebody knocked over so many pieces of their own side."""

    seat: int
    pieces: int


class WonFights(Highlight, frozen=True):
    """S18, S25: somebody won so many melees."""

    seat: int
    fights: int


class BestShot(msgspec.Struct, frozen=True):
    """S10: the shot that knocked over the most enemies; of equals, the most towers, then the farthest.

    `step` is its number in the replay, `fell` the enemy pieces in the order of their numbers.
    """

    step: int
    seat: Seat
    fell: tuple[int, ...]
    how: How
    cm: int
    """From the muzzle to the farthest of them."""


class Crew(msgspec.Struct, frozen=True):
    """How a seat fought: shots fired, those that knocked over an enemy, own pieces knocked over, melees won."""

    shots: int
    hits: int
    own_felled: int
    fights_won: int


class ShipAhoyStory(StoryFacts, frozen=True):
    """How everybody fought, seat by seat, and the best shot, if any hit."""

    crews: tuple[Crew, ...]
    best_shot: BestShot | None


class _Counting:
    """What is counted while a battle is played again."""

    def __init__(self, seats: int) -> None:
        self.shots, self.hits, self.own_felled, self.fights_won = ([0] * seats for _ in range(4))
        self.best: BestShot | None = None

    def fired(self, number: int, fired: ShotFired, before: Battle) -> None:
        """A shot at a battle as it was before it."""
        felled = [piece for piece in fired.shot.toppled if piece in SHIPS or piece in TOWERS or piece == PIRATE]
        fell = tuple(piece for piece in felled if not before.friendly(fired.seat, piece))
        self.shots[fired.seat] += 1
        self.hits[fired.seat] += bool(fell)
        self.own_felled[fired.seat] += len(felled) - len(fell)
        if fell:
            cm = max(_distance_cm(fired, before, piece) for piece in fell)
            shot = BestShot(number, fired.seat, fell, _how(fired, fell), cm)
            self.best = shot if self.best is None else max(self.best, shot, key=_worth)

    def facts(self) -> ShipAhoyStory:
        counts = zip(self.shots, self.hits, self.own_felled, self.fights_won, strict=True)
        return ShipAhoyStory(tuple(Crew(*each) for each in counts), self.best)


def _distance_cm(fired: ShotFired, before: Battle, piece: int) -> int:
    stood = before.pieces[piece]
    return round(CM * math.hypot(stood.x - fired.x, stood.y - fired.y))


def _how(fired: ShotFired, fell: Sequence[int]) -> How:
    if set(fell) - set(fired.shot.hit):
        return "domino"
    return "straight" if fired.shot.hit[0] in fell else "ricochet"


def _worth(shot: BestShot) -> tuple[int, int, int]:
    return len(shot.fell), sum(piece in TOWERS for piece in shot.fell), shot.cm


def tell(steps: Iterable[Step], standings: Sequence[Standing]) -> Tale:
    """See `StoryTeller.tell`."""
    counting = _Counting(len(standings))
    before: Battle | None = None
    for number, step in enumerate(steps):
        fighting = any(isinstance(event, Fought | Captured) for event in step.events)
        for event in step.events:
            match event:
                case ShotFired() if before is not None:
                    counting.fired(number, event, before)
                case TrophyTaken() if fighting:
                    counting.fights_won[event.seat] += 1
        before = step.table.battle  # a move makes another battle: this one stays as it is
    facts = counting.facts()
    return Tale(tuple(_candidates(facts)), facts)


def _candidates(facts: ShipAhoyStory) -> list[Candidate]:
    found = _of_best_shot(facts.best_shot)
    if (seat := most([crew.own_felled for crew in facts.crews], 1)) is not None:
        found.append(Candidate(65, FriendlyFire(seat, facts.crews[seat].own_felled)))
    seat = most([crew.hits for crew in facts.crews], SURE_HITS)
    if seat is not None and (crew := facts.crews[seat]).hits >= SURE_SHARE * crew.shots:
        found.append(Candidate(min(75, 30 + 6 * crew.hits), SharpShooter(seat, crew.hits, crew.shots)))
    misses = [crew.shots - crew.hits for crew in facts.crews]
    if (seat := most(misses, MANY_MISSES)) is not None:
        found.append(Candidate(min(60, 20 + 3 * misses[seat]), FishFrightener(seat, misses[seat])))
    if (seat := most([crew.fights_won for crew in facts.crews], MANY_FIGHTS)) is not None:
        fights = facts.crews[seat].fights_won
        found.append(Candidate(min(70, 30 + 10 * fights), WonFights(seat, fights)))
    return found


def _of_best_shot(shot: BestShot | None) -> list[Candidate]:
    if shot is None:
        return []
    if len(shot.fell) > 1:
        return [Candidate(min(100, 75 + 5 * len(shot.fell)), SeveralAtOnce(shot.seat, len(shot.fell)))]
    if shot.how == "ricochet":
        return [Candidate(80, Ricochet(shot.seat, shot.fell[0]))]
    if shot.cm >= LONG_SHOT_CM:
        return [Candidate(min(78, 50 + shot.cm // 10), LongShot(shot.seat, shot.fell[0], shot.cm))]
    return []


Highlights = SeveralAtOnce | Ricochet | LongShot | SharpShooter | FishFrightener | FriendlyFire | WonFights
STORY = StoryTeller(tell, Highlights, ShipAhoyStory)
