"""The four levels of a captain: how steady the hand is, and how far the eye sees."""

from __future__ import annotations

import math
from dataclasses import dataclass

from laguna.core.bot import Level


@dataclass(frozen=True, slots=True)
class Skill:
    """What a captain of some level can do."""

    pointing: float
    """Standard deviation of the error of the heading at half a pull, in radians."""
    pulling: float
    """Standard deviation of the error of the speed, as a part of it."""
    moments: int
    """How many moments of the swaying barrel the gunner compares before firing."""
    weighs: bool
    """Whether shots and ways are weighed; else the nearest enemy is shot at and sailed for."""
    simulated: int = 0
    """How many shots the gunner goes through in the mind."""
    shelter: float = 0.0
    """How much the helmsman thinks of the enemies' next shots."""
    caution: float = 0.0
    """How much the helmsman thinks of the enemies' next boarding."""
    courses: int = 8
    """In how many directions the helmsman looks."""
    spares_towers: bool = False
    """Whether the gunner leaves towers alone until everybody has had a turn: whoever is new here keeps theirs so long.

    No ship is near enough to board one before that."""


SKILLS: dict[Level, Skill] = {
    "beginner": Skill(math.radians(4.5), 0.13, moments=1, weighs=False, spares_towers=True),
    "easy": Skill(math.radians(2.6), 0.08, moments=2, weighs=True, spares_towers=True),
    "good": Skill(math.radians(1.3), 0.04, moments=6, weighs=True, shelter=0.5),
    "strong": Skill(
        math.radians(0.4), 0.02, moments=40, weighs=True, simulated=6, shelter=1.0, caution=0.5, courses=16
    ),
}
"""The hands are the cabin boy's, the sailor's, the captain's, and that of the best gunner in the fleet."""
