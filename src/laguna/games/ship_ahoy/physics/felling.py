"""How surely a ball knocks over what it meets, and how far it rolls: fitted to shots of the simulation.

Bots weigh shots by these numbers, and the browser shows with them what a pull may knock over.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Felling:
    """How a kind of piece falls, by the ball's speed at the muzzle; it is askew where its hard side is to the ball."""

    needed: float
    """The speed that fells it every other time, in metres a second: from close by and not askew,"""
    needed_far: float
    """more for each metre of its distance,"""
    needed_askew: float
    """and more where it stands askew."""
    blur: float
    """How much faster is how much surer."""
    square: float
    """A ball that meets it further out than this part of its breadth glances off,"""
    square_askew: float
    """and further out than this part where it stands askew."""


CARD = Felling(needed=1.50, needed_far=0.42, needed_askew=0.7, blur=0.33, square=0.84, square_askew=0.54)
"""A ship or the pirate: askew with its edge to the cannon."""
TOWER = Felling(needed=2.50, needed_far=0.48, needed_askew=0.5, blur=0.30, square=0.68, square_askew=0.68)
"""A tower: askew with a corner to the cannon."""
ROLLS = 0.98
"""A ball of one metre a second rolls so many metres on open water; twice as fast, four times as far."""
