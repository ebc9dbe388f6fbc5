"""How a shot travels: whole numbers there and back."""

from __future__ import annotations

import zlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from laguna.games.ship_ahoy.layout import layout
from laguna.games.ship_ahoy.physics import wire
from laguna.games.ship_ahoy.physics.cannon import plain, shoot

numbers = st.integers(-100_000, 100_000)


@given(st.integers(1, 7).flatmap(lambda width: st.lists(st.tuples(*[numbers] * width), min_size=1, max_size=30)))
def test_what_is_encoded_is_decoded_again(frames: list[tuple[int, ...]]) -> None:
    assert wire.decode(wire.encode(frames), len(frames[0])) == frames


def test_even_motion_is_all_zeros() -> None:
    assert wire.encode([(10, 5), (13, 5), (16, 5), (19, 5)]) == [10, 5, 3, 0, 0, 0, 0, 0]


def test_no_frames_are_no_numbers() -> None:
    assert wire.encode([]) == []
    assert wire.decode([], wire.BALL) == []


def test_numbers_that_are_no_whole_frames_are_refused() -> None:
    with pytest.raises(ValueError, match="no whole frames"):
        wire.decode([1, 2, 3, 4], wire.BALL)


def test_a_shot_into_a_full_port_travels_small() -> None:
    sizes = []
    for heading in (0.70, 0.75, 0.80, 0.85, 0.90):
        shot = shoot(layout(4, 100, "none"), (0.2, 0.2), heading, 3.2)
        sizes.append(len(zlib.compress(msgspec.json.encode(plain(shot)))))
    assert sorted(sizes)[2] <= 2000
