"""The hand that fires: what the player asked for, the barrel's visible sway, and a hidden tremor (S9, S34).

The sway is public: whoever knows the aim's seed sees the same barrel, so that releasing at the right moment is a
skill. The tremor is drawn by the table when the shot is fired. Both grow with the pull: harder is wilder.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import msgspec

from laguna.core.rules import Luck
from laguna.games.ship_ahoy.physics.constants import PHYSICS

AIM_SEEDS = 1 << 30
"""An aim's seed is a whole number below this."""
LATEST = 60_000
"""Nobody aims longer than this, in milliseconds."""

SWAYS = ((0.55, 0.37), (0.35, 0.83), (0.20, 1.90))
"""The three waves of the sway: their part of it, and how many times a second they come."""
TIRED = (4.0, 0.3, 2.5)
"""After so many seconds the arm grows tired: it sways by so much more each second, up to so many times as far."""
_TEN_BITS = 1 << 10
_UNIFORMS = 12
_A_DRAW = 3  # uniform numbers of ten bits


class Aim(msgspec.Struct, frozen=True):
    """What the player asked for."""

    heading: float
    pull: float
    """How far the plunger is drawn: 0 to 1."""
    seed: int
    """Public, from the table: how the barrel sways."""
    t_ms: int
    """The moment of release, in milliseconds after aiming began."""


class Tremor(NamedTuple):
    """The hand's error, as two draws from the normal distribution: mean 0, deviation 1."""

    heading: float
    speed: float


def aim_refusal(aim: Aim) -> str | None:
    """Why nobody can aim like that; None: it is an aim.

    `not_a_number`, `heading_out_of_range`, `pull_out_of_range` or `moment_out_of_range`.
    """
    if not (math.isfinite(aim.heading) and math.isfinite(aim.pull)):
        return "not_a_number"
    if abs(aim.heading) > math.tau:
        return "heading_out_of_range"
    if not 0.0 <= aim.pull <= 1.0:
        return "pull_out_of_range"
    if not 0 <= aim.t_ms <= LATEST:
        return "moment_out_of_range"
    return None


def jammed(pull: float) -> bool:
    """Whether the pull is too weak to push the ball out of the barrel (S9). Judged before any tremor."""
    return pull < PHYSICS.pull_jams


def speed_of(pull: float) -> float:
    """How fast a pull that fires sends the ball, before tremor."""
    part = (pull - PHYSICS.pull_jams) / (1.0 - PHYSICS.pull_jams)
    return PHYSICS.slowest + (PHYSICS.fastest - PHYSICS.slowest) * part


def pull_for(speed: float) -> float:
    """The pull that sends the ball at this speed, or the nearest one that fires."""
    part = (speed - PHYSICS.slowest) / (PHYSICS.fastest - PHYSICS.slowest)
    return PHYSICS.pull_jams + (1.0 - PHYSICS.pull_jams) * min(1.0, max(0.0, part))


def sway(aim_seed: int, t_ms: int, pull: float) -> float:
    """How far the barrel points beside the heading at a moment: the same formula as on the screen.

    Three waves whose phases are the seed's three times ten bits; after a while the arm grows tired.
    """
    t = t_ms / 1000.0
    fresh, pace, most = TIRED
    tired = min(most, 1.0 + pace * max(0.0, t - fresh))
    swing = 0.0
    for i, (part, often) in enumerate(SWAYS):
        phase = (aim_seed >> 10 * i) % _TEN_BITS / _TEN_BITS
        swing += part * math.sin(math.tau * (often * t + phase))
    return PHYSICS.sway * wild(pull) * tired * swing


def tremor(luck: Luck) -> Tremor:
    """Draw the hidden error of one shot: eight draws."""
    return Tremor(_normal(luck), _normal(luck))


def aimed(aim: Aim, error: Tremor, steady_hand: float = 1.0) -> tuple[float, float]:
    """Heading and speed that the ball really gets: for every aim that is not refused, a shot that can be fired.

    `steady_hand` scales sway and tremor: 1 is everybody's hand, 0.5 shakes half as much, 0 not at all (S34).
    """
    shake = steady_hand * wild(aim.pull)
    heading = aim.heading + steady_hand * sway(aim.seed, aim.t_ms, aim.pull) + shake * PHYSICS.tremor * error.heading
    speed = speed_of(aim.pull) * (1.0 + steady_hand * PHYSICS.tremor_speed * error.speed)
    speed = min(PHYSICS.speed_limit, max(PHYSICS.slowest / 2, speed))
    return round(math.remainder(heading, math.tau) * 1e5) / 1e5, round(speed * 1e4) / 1e4


def wild(pull: float) -> float:
    """A harder pull shakes more: 1 at half a pull."""
    return 0.6 + 0.8 * pull


def _normal(luck: Luck) -> float:
    """The sum of twelve uniform numbers less its mean: normal enough, and the same on every machine."""
    total = 0
    for _ in range(_UNIFORMS // _A_DRAW):
        draw = luck.below(_TEN_BITS**_A_DRAW)
        for _ in range(_A_DRAW):
            total += draw % _TEN_BITS
            draw //= _TEN_BITS
    return (total + _UNIFORMS / 2) / _TEN_BITS - _UNIFORMS / 2
