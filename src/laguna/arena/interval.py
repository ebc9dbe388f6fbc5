"""Confidence intervals of means over rounds: Student's t, or Wilson's.

The rounds of a match are independent of each other, the games of a round are not: they share their luck. So a figure is
averaged within each round first, and the interval is that of the mean of the rounds: Student's t. With few rounds, or
where rounds hardly differ or the interval would reach beyond 0 or 1, a mean of values between 0 and 1 is no normal
thing: then it is Wilson's interval with the rounds as trials. That is the wider one: no values between 0 and 1 spread
more around their mean than yes and no do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist, fmean, stdev

import msgspec

ALLOWED_ERROR = 0.05
"""How often an interval may miss: 95 % intervals."""
MIN_ROUNDS_FOR_T = 10
"""With fewer rounds Wilson's interval is used."""
_MAX_EXACT_FREEDOM = 200
"""With more degrees of freedom the student_quantile is expanded around the normal one; the error is below 1e-6."""
_BISECTION_STEPS = 60
_DECIMALS = 6


class Estimate(msgspec.Struct, frozen=True):
    """A mean and its interval."""

    mean: float
    low: float
    high: float

    def side(self, fair: float) -> int:
        """1 if the interval lies above the fair share, -1 if below, 0 if it holds it."""
        return (self.low > fair) - (self.high < fair)


def estimate(values: Sequence[float], error: float = ALLOWED_ERROR) -> Estimate:
    """The mean of values between 0 and 1, one a round (at least one), and its interval."""
    mean = fmean(values)
    if len(values) >= MIN_ROUNDS_FOR_T and max(values) > min(values):
        reach = student_quantile(error, len(values) - 1) * stdev(values) / math.sqrt(len(values))
        if reach <= mean <= 1 - reach:
            return _rounded(mean, mean - reach, mean + reach)
    return wilson(mean, len(values), error)


def wilson(mean: float, trials: int, error: float = ALLOWED_ERROR) -> Estimate:
    """Wilson's score interval of a proportion."""
    z2 = NormalDist().inv_cdf(1 - error / 2) ** 2
    centre = (mean + z2 / (2 * trials)) / (1 + z2 / trials)
    reach = math.sqrt(z2 * (mean * (1 - mean) / trials + z2 / (4 * trials**2))) / (1 + z2 / trials)
    return _rounded(mean, max(0.0, min(mean, centre - reach)), min(1.0, max(mean, centre + reach)))


def _rounded(mean: float, low: float, high: float) -> Estimate:
    return Estimate(round(mean, _DECIMALS), round(low, _DECIMALS), round(high, _DECIMALS))


@lru_cache
def student_quantile(error: float, freedom: int) -> float:
    """The two-sided quantile of Student's t: |t| exceeds it with probability `error`."""
    if freedom > _MAX_EXACT_FREEDOM:
        z = NormalDist().inv_cdf(1 - error / 2)
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, math.pi / 2
    for _ in range(_BISECTION_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _student_cdf(middle, freedom) < 1 - error else (low, middle)
    return math.sqrt(freedom) * math.tan(low)


def _student_cdf(angle: float, freedom: int) -> float:
    """The chance that |t| is at most √freedom · tan(angle): the finite sums for odd and for even degrees of freedom."""
    odd = freedom % 2
    term, total = math.cos(angle) if odd else 1.0, 0.0
    for power in range(odd, freedom - 1, 2):
        total += term
        term *= (power + 1) / (power + 2) * math.cos(angle) ** 2
    share = math.sin(angle) * total
    return 2 / math.pi * (angle + share) if odd else share
