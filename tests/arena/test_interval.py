"""Intervals against tables and worked examples of textbooks."""

from __future__ import annotations

from math import comb

import pytest

from laguna.arena.interval import MIN_ROUNDS_FOR_T, Estimate, estimate, student_quantile, wilson
from laguna.arena.ladder import MAX_LOOKS, error_spent_at

T_TABLE = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 9: 2.2622, 10: 2.2281, 30: 2.0423, 100: 1.9840}


@pytest.mark.parametrize(("freedom", "expected"), T_TABLE.items())
def test_students_t_as_in_the_tables(freedom: int, expected: float) -> None:
    assert student_quantile(0.05, freedom) == pytest.approx(expected, abs=5e-5)


def test_students_t_at_other_levels() -> None:
    assert student_quantile(0.01, 9) == pytest.approx(3.2498, abs=5e-5)
    assert student_quantile(0.001, 20) == pytest.approx(3.8495, abs=5e-5)


@pytest.mark.parametrize("error", [0.05, 0.004, 0.0003])
def test_the_expansion_for_many_rounds_meets_the_exact_sums(error: float) -> None:
    assert student_quantile(error, 201) == pytest.approx(student_quantile(error, 200), rel=2e-4)
    assert student_quantile(error, 201) < student_quantile(error, 200)


def test_wilson_as_in_the_textbook() -> None:
    found = wilson(0.9, 10)
    assert (found.low, found.high) == (pytest.approx(0.5958, abs=1e-4), pytest.approx(0.9821, abs=1e-4))


def test_wilson_stays_within_0_and_1_and_holds_its_mean() -> None:
    assert wilson(1.0, 10) == Estimate(1.0, 0.722467, 1.0)
    assert wilson(0.0, 10) == Estimate(0.0, 0.0, 0.277533)


def test_many_rounds_are_judged_by_students_t() -> None:
    values = [0.4, 0.5, 0.6, 0.7, 0.8] * 2
    found = estimate(values)
    spread = (sum((value - 0.6) ** 2 for value in values) / 9) ** 0.5
    assert found.mean == pytest.approx(0.6)
    assert found.high - 0.6 == pytest.approx(2.2622 * spread / 10**0.5, abs=1e-5)
    assert found.low == pytest.approx(1.2 - found.high)


@pytest.mark.parametrize("values", [[1.0], [0.5, 1.0], [0.75] * (MIN_ROUNDS_FOR_T - 1), [1.0] * 50, [1.0] * 49 + [0.5]])
def test_few_or_equal_or_extreme_rounds_are_judged_by_wilson(values: list[float]) -> None:
    assert estimate(values) == wilson(sum(values) / len(values), len(values))


def test_pairs_that_share_their_luck_are_surer_than_games_on_their_own() -> None:
    rounds = [0.5, 0.5, 0.5, 1.0] * 10
    games = [1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0] * 10
    assert estimate(rounds).mean == estimate(games).mean
    assert estimate(rounds).low > estimate(games).low


def test_an_interval_lies_above_below_or_around_the_fair_share() -> None:
    assert Estimate(0.6, 0.55, 0.65).side(0.5) == 1
    assert Estimate(0.4, 0.35, 0.45).side(0.5) == -1
    assert Estimate(0.5, 0.5, 0.6).side(0.5) == 0


@pytest.mark.parametrize("rate", [0.5, 0.3, 0.1])
def test_intervals_of_yes_and_no_miss_no_oftener_than_they_say(rate: float) -> None:
    """All outcomes of forty rounds, weighted: the chance to miss stays near 5 %."""
    rounds, missed = 40, 0.0
    for wins in range(rounds + 1):
        found = estimate([1.0] * wins + [0.0] * (rounds - wins))
        if not found.low <= rate <= found.high:
            missed += comb(rounds, wins) * rate**wins * (1 - rate) ** (rounds - wins)
    assert missed < 0.075


def test_all_looks_together_spend_no_more_than_the_allowed_error() -> None:
    assert sum(error_spent_at(look) for look in range(1, MAX_LOOKS + 1)) < 0.05
    assert error_spent_at(1) == 0.025
