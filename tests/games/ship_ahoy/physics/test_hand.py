"""The hand that fires: pulls that jam, the sway that everybody sees, the tremor that nobody does."""

from __future__ import annotations

import math
import statistics

import pytest

from laguna.core.luck import ScriptedLuck, SecretLuck, SeededLuck
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.hand import (
    AIM_SEEDS,
    LATEST,
    Aim,
    Tremor,
    aim_refusal,
    aimed,
    jammed,
    pull_for,
    speed_of,
    sway,
    tremor,
)

NOTHING, FAR = float("nan"), float("inf")
STILL = Tremor(0.0, 0.0)


def test_S9_a_pull_too_weak_leaves_the_ball_in_the_barrel() -> None:
    assert jammed(0.0)
    assert jammed(0.0999)
    assert not jammed(0.10)
    assert not jammed(1.0)


def test_S9_the_weakest_pull_that_fires_is_the_slowest_shot() -> None:
    assert speed_of(0.10) == PHYSICS.slowest == 0.8
    assert speed_of(1.0) == pytest.approx(PHYSICS.fastest)
    assert [pull_for(speed) for speed in (0.0, 0.8, 3.6, 9.0)] == [0.1, 0.1, 1.0, 1.0]
    assert speed_of(pull_for(2.2)) == pytest.approx(2.2)


@pytest.mark.parametrize(
    ("aim", "reason"),
    [
        (Aim(NOTHING, 0.5, 1, 0), "not_a_number"),
        (Aim(FAR, 0.5, 1, 0), "not_a_number"),
        (Aim(0.0, NOTHING, 1, 0), "not_a_number"),
        (Aim(0.0, -FAR, 1, 0), "not_a_number"),
        (Aim(1e300, 0.5, 1, 0), "heading_out_of_range"),
        (Aim(-6.3, 0.5, 1, 0), "heading_out_of_range"),
        (Aim(0.0, -0.01, 1, 0), "pull_out_of_range"),
        (Aim(0.0, 1.01, 1, 0), "pull_out_of_range"),
        (Aim(0.0, 1e300, 1, 0), "pull_out_of_range"),
        (Aim(0.0, 0.5, 1, -1), "moment_out_of_range"),
        (Aim(0.0, 0.5, 1, 10**30), "moment_out_of_range"),
        (Aim(-6.2, 0.0, 1, 0), None),
        (Aim(6.2, 1.0, 1, LATEST), None),
    ],
)
def test_S34_what_is_no_aim_is_refused_with_a_reason(aim: Aim, reason: str | None) -> None:
    assert aim_refusal(aim) == reason


def test_S34_the_sway_is_the_same_for_everybody_and_different_for_every_seed() -> None:
    assert sway(12345, 700, 0.5) == sway(12345, 700, 0.5)
    assert len({sway(seed, 700, 0.5) for seed in range(0, AIM_SEEDS, AIM_SEEDS // 97)}) > 90


def test_S34_the_sway_stays_within_its_bounds_and_grows_with_pull_and_tiredness() -> None:
    def widest(pull: float, start: int) -> float:
        return max(abs(sway(seed * 7919, t, pull)) for seed in range(20) for t in range(start, start + 4000, 50))

    assert widest(0.5, 0) <= PHYSICS.sway * 1.1 + 1e-12
    assert widest(0.5, 0) > PHYSICS.sway * 0.8
    assert widest(1.0, 0) > widest(0.2, 0)
    assert widest(0.5, 12_000) > 2 * widest(0.5, 0)
    assert widest(0.5, 40_000) <= PHYSICS.sway * 1.1 * 2.5 + 1e-12


def test_S34_a_moment_of_the_sway_reckoned_by_hand() -> None:
    """Phases 1/4, 0 and 1/2 at the first moment: only the first wave is away from the middle."""
    seed = 256 | 0 << 10 | 512 << 20
    assert sway(seed, 0, 0.5) == pytest.approx(math.radians(3.0) * 0.55)


def test_S34_the_tremor_takes_eight_draws_and_the_middle_ones_are_still() -> None:
    luck = ScriptedLuck([0] * 4 + [AIM_SEEDS - 1] * 4)
    assert tremor(luck) == pytest.approx((-6.0, 6.0), abs=0.01)
    assert luck.left == 0
    halves = 511 | 512 << 10 | 511 << 20
    assert tremor(ScriptedLuck([halves, AIM_SEEDS - 1 - halves] * 4)) == (0.0, 0.0)


@pytest.mark.parametrize("luck", [SeededLuck(34), SecretLuck(bytes(32))])
def test_S34_the_tremor_is_normal(luck: SeededLuck | SecretLuck) -> None:
    errors = [tremor(luck) for _ in range(3000)]
    for numbers in zip(*errors, strict=True):
        assert abs(statistics.fmean(numbers)) < 0.06
        assert 0.95 < statistics.stdev(numbers) < 1.05
        assert 0.64 < sum(abs(number) < 1 for number in numbers) / 3000 < 0.72


def test_S34_a_shot_is_the_aim_plus_sway_plus_tremor() -> None:
    aim = Aim(1.0, 0.5, 777, 1500)
    heading, speed = aimed(aim, STILL)
    assert heading == pytest.approx(1.0 + sway(777, 1500, 0.5), abs=1e-5)
    assert speed == pytest.approx(speed_of(0.5), abs=1e-4)
    shaken, faster = aimed(aim, Tremor(1.0, 1.0))
    assert shaken - heading == pytest.approx(math.radians(0.3), abs=2e-5)
    assert faster == pytest.approx(speed * 1.02, abs=2e-4)


def test_S34_a_steady_hand_scales_sway_and_tremor() -> None:
    aim, error = Aim(1.0, 0.9, 777, 1500), Tremor(2.0, -2.0)
    usual, half = aimed(aim, error), aimed(aim, error, steady_hand=0.5)
    assert aimed(aim, error, steady_hand=0.0) == (1.0, pytest.approx(speed_of(0.9), abs=1e-4))
    assert half[0] - 1.0 == pytest.approx((usual[0] - 1.0) / 2, abs=2e-5)
    assert half[1] - speed_of(0.9) == pytest.approx((usual[1] - speed_of(0.9)) / 2, abs=2e-4)


def test_S34_the_wildest_hand_still_fires_a_shot() -> None:
    for error in (Tremor(6.0, 6.0), Tremor(-6.0, -6.0)):
        heading, speed = aimed(Aim(6.28, 1.0, 256, LATEST), error, steady_hand=1000.0)
        assert -3.1416 <= heading <= 3.1416
        assert 0.0 < speed <= PHYSICS.speed_limit


def test_S34_what_is_fired_is_rounded() -> None:
    heading, speed = aimed(Aim(1.23456789, 0.777, 5, 50), Tremor(0.3, 0.4))
    assert (heading, speed) == (round(heading, 5), round(speed, 4))
