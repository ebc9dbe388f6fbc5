"""Nobody gains by a seat."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from laguna.arena.lineup import derived_seed, lineup

NAMES = ("beginner", "easy", "good", "strong", "random", "search")
some_names = st.integers(2, len(NAMES)).map(lambda count: NAMES[:count])
seats = st.integers(2, 7)
seeds = st.integers(0, 2**63 - 1)


@given(some_names, seats, seeds, st.integers(0, 1000))
def test_over_a_round_every_name_sits_once_in_every_seat(
    names: tuple[str, ...], seats: int, seed: int, number: int
) -> None:
    played = [lineup(names, seats, seed, number * len(names) + turn) for turn in range(len(names))]
    for seat in range(seats):
        assert sorted(game[seat] for game in played) == sorted(names)


@given(some_names, seats, seeds, st.integers(0, 1000))
def test_in_a_game_no_name_holds_two_seats_more_than_another(
    names: tuple[str, ...], seats: int, seed: int, number: int
) -> None:
    held = Counter(dict.fromkeys(names, 0))
    held.update(lineup(names, seats, seed, number))
    assert max(held.values()) - min(held.values()) <= 1


def test_over_many_rounds_two_names_at_four_seats_sit_in_every_order() -> None:
    assert len({lineup(NAMES[:2], 4, 1, number) for number in range(100)}) == 6


def test_over_many_rounds_everybody_meets_everybody() -> None:
    assert len({frozenset(lineup(NAMES[:4], 2, 1, number)) for number in range(100)}) == 6


def test_seeds_are_of_one_purpose_and_below_2_63() -> None:
    found = {derived_seed(seed, game, move) for seed in range(5) for game in range(20) for move in range(20)}
    assert len(found) == 5 * 20 * 20
    assert all(0 <= seed < 2**63 for seed in found)
    assert derived_seed(1, 12) != derived_seed(11, 2)
