"""Every size, mass, friction and speed of the table (S3): one frozen table with a version."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Physics:
    """The physical constants, in SI units. Also the time step is part of the rules: it shifts what topples.

    `version` rises with every change of a number here, or of how they are used; a recorded shot names it.
    """

    version: int = 1

    # The table: a square, its middle at (0, 0).
    table_half: float = 1.10
    gravity: float = 9.81

    # The ball and the cannon. The ball leaves the barrel level.
    ball_radius: float = 0.008
    ball_mass: float = 0.0018
    muzzle_height: float = 0.018
    slowest: float = 0.8
    """Speed of the weakest pull that fires."""
    fastest: float = 3.6
    """Speed of the strongest pull, before tremor."""
    speed_limit: float = 8.0
    """Faster balls are not computed: no hand shoots like that, however it trembles."""
    beside: float = 0.06
    """A muzzle at most this far from a piece's edge is beside it (S8)."""
    muzzle_room: float = 0.002
    """Space that must be left between the ball in the muzzle and everything else."""
    muzzle_rim: float = 0.02
    """How far inside the table's edge the muzzle must be."""

    # The hand that fires (S9, S34). A pull is a part of the whole way of the plunger, 0 to 1.
    pull_jams: float = 0.10
    """A weaker pull leaves the ball in the barrel."""
    sway: float = math.radians(3.0)
    """How far the barrel visibly sways to each side, at half a pull."""
    tremor: float = math.radians(0.30)
    """Standard deviation of the hidden error of the heading, at half a pull."""
    tremor_speed: float = 0.02
    """Standard deviation of the hidden error of the speed, as a part of it."""

    # A ship (and the pirate's): a card in a stand. Depth is along the card's normal, width along the card.
    stand_depth: float = 0.016
    stand_width: float = 0.030
    stand_height: float = 0.004
    stand_mass: float = 0.0010
    card_depth: float = 0.003
    hull_width: float = 0.060
    hull_height: float = 0.024
    hull_mass: float = 0.0016
    sail_width: float = 0.045
    sail_height: float = 0.042
    sail_mass: float = 0.0019

    # A tower on its stand.
    tower_stand_width: float = 0.030
    tower_stand_height: float = 0.006
    tower_stand_mass: float = 0.0020
    tower_width: float = 0.026
    tower_height: float = 0.084
    tower_mass: float = 0.0045

    # The sea monster: a card in a stand, broader and heavier than a ship.
    monster_stand_depth: float = 0.020
    monster_stand_width: float = 0.040
    monster_stand_height: float = 0.004
    monster_stand_mass: float = 0.0020
    monster_width: float = 0.060
    monster_height: float = 0.060
    monster_mass: float = 0.0040

    # What no ball moves: upright cylinders. Sloped sides would be ramps.
    mountain_radius: float = 0.08
    mountain_height: float = 0.12
    great_mountain_radius: float = 0.10
    great_mountain_height: float = 0.16
    island_radius: float = 0.09
    island_height: float = 0.04

    # What lies flat on the table, in nobody's way.
    port_radius: float = 0.10
    wind_radius: float = 0.025
    kraken_radius: float = 0.035

    # Contact.
    friction: float = 0.20
    """Of a piece on the table and on another piece."""
    ball_friction: float = 0.25
    bounce: float = 0.45
    """Restitution of the ball on everything."""
    rolling: float = 0.04
    """Rolling resistance of the ball."""
    ball_contact: float = 0.004
    """Half period of the ball's contact, in seconds."""
    piece_contact: float = 0.004
    """Time constant of the contact of pieces, in seconds."""

    # Time.
    frames: int = 60
    """Frames a second of what is played back."""
    steps: int = 16
    """Steps of the solver in a frame."""
    longest: float = 3.0
    """A shot is over after so many seconds; a ball that still rolls is taken away."""

    # Judging.
    topple_tilt: float = math.radians(30.0)
    """A piece that leans further has been knocked over."""
    shoved: float = 0.0005
    """A piece that moved less, and turned less than `turned`, has not moved."""
    turned: float = 0.01
    ball_rests: float = 0.05
    """A ball that rolls more slowly has come to rest."""
    asleep: float = 0.002
    """Pieces slower than this fall asleep: they are not computed until something touches them."""

    # The rope (S2, S15).
    knot: float = 0.10
    """From one knot to the next."""
    rope_points: int = 16
    """A way is a line of two to so many points."""
    rope_room: float = 0.012
    """How far from everything solid the middle of a moving ship must keep."""
    rope_slack: float = 0.0005
    """What a length or a starting point may be off: screens round."""
    gap: float = 0.001
    """What must be left free around a piece where it is put."""

    @property
    def step(self) -> float:
        """The solver's time step, in seconds."""
        return 1.0 / (self.frames * self.steps)

    @property
    def ship_height(self) -> float:
        """How tall a ship is. Pieces less than this apart are in melee (S17)."""
        return self.stand_height + self.hull_height + self.sail_height


PHYSICS = Physics()
"""The one table that the game is played with."""
