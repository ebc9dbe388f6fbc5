"""What a row of floats is made of, part by part: `Encoding.parts` for a game that is not made of whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Feature:
    """Some numbers of an observation that belong together, each from -1 to 1."""

    name: str
    shape: tuple[int, ...]
    rule: str
    """The rule by which a seat may know this."""
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers."""
        return prod(self.shape)


def size_of(features: Sequence[Feature]) -> int:
    """How many numbers all of them have."""
    return sum(feature.size for feature in features)


def row_of(numbers: Sequence[float], features: Sequence[Feature]) -> Floats:
    """The row of all numbers, none beyond its bounds. There are as many as the features say."""
    row = np.clip(np.array(numbers, np.float32), -1.0, 1.0)
    assert row.shape == (size_of(features),)  # noqa: S101 - what is declared is what is written
    return row


def named(row: Floats, features: Sequence[Feature]) -> dict[str, Any]:
    """The numbers of a row by the names of its parts, in arrays of their shapes."""
    found, start = {}, 0
    for feature in features:
        found[feature.name] = row[start : start + feature.size].reshape(feature.shape)
        start += feature.size
    return found
