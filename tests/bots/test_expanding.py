"""Observations expanded: codes as a row with a single 1, counts as a part of their highest."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bots.small_policies import ENCODINGS
from laguna.bots.expanding import expand
from laguna.core.encoding import Encoding, Part

PARTS = (
    Part("asked", (), 1, "M7"),
    Part("owner", (2,), 2, "M5", codes=True),
    Part("shift", (), 1, "M6", low=-1, codes=True),
    Part("lead", (), 4, "M6", low=-4),
    Part("never", (), 0, "M6"),
    Part("beach", (), 1, "M18", codes=True),
)
ENCODING = Encoding(1, PARTS, 2, *[lambda *_: 0] * 3)


def test_codes_become_a_single_1_and_counts_a_part_of_their_highest() -> None:
    expected = [1, *(0, 0, 1), *(1, 0, 0), *(1, 0, 0), -0.5, 0, *(0, 1)]
    assert expand(ENCODING, [1, 2, 0, -1, -2, 0, 1]).tolist() == expected
    assert ENCODING.expanded_size == len(expected)


@pytest.mark.parametrize("encoding", [ENCODING, *ENCODINGS.values()])
def test_many_rows_are_expanded_as_one_by_one(encoding: Encoding[object]) -> None:
    random = Random(2)
    rows = [
        [random.randint(part.low, part.high) for part in encoding.parts for _ in range(part.size)] for _ in range(20)
    ]
    together = expand(encoding, np.array(rows, np.int8).reshape(4, 5, -1))
    assert together.shape == (4, 5, encoding.expanded_size)
    assert together.dtype == np.float32
    assert together.reshape(20, -1).tolist() == [expand(encoding, row).tolist() for row in rows]
    for row, expanded in zip(rows, together.reshape(20, -1).tolist(), strict=True):
        assert expanded == [float(number) for number in _by_hand(encoding, row)]


def _by_hand(encoding: Encoding[object], row: list[int]) -> list[np.float32]:
    told: list[np.float32] = []
    for part, start, end in encoding.placed:
        for number in row[start:end]:
            if part.codes:
                told += [np.float32(number == code) for code in range(part.low, part.high + 1)]
            else:
                told.append(np.float32(number) * np.float32(1 / max(1, part.high)))
    return told
