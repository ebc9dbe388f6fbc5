"""Observations as networks take them: each code becomes a row with a single 1, each count a part of its highest.

There is one such function, for environments and for whoever plays by what was learned in them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laguna.core.encoding import Encoding

Floats = NDArray[np.float32]

MAX_KEPT = 64
"""For how many encodings it is kept where their numbers go."""


class _Counts(NamedTuple):
    """Counts that lie side by side before and after."""

    before: slice
    after: slice
    parts_of_highest: Floats


class Expansion:
    """Where each number of an observation goes, found once for an encoding. Parts keep their order."""

    def __init__(self, encoding: Encoding[Any]) -> None:
        self.size = encoding.expanded_size
        self._counts: list[_Counts] = []
        counted: list[int] = []
        codes: list[int] = []
        firsts: list[int] = []
        after = 0
        for are_codes, group in groupby(encoding.placed, lambda placed: placed.part.codes):
            placed = list(group)
            if not are_codes:
                size = placed[-1].end - placed[0].start
                parts = [1 / max(1, part.high) for part, start, end in placed for _ in range(start, end)]
                before = slice(placed[0].start, placed[-1].end)
                self._counts.append(_Counts(before, slice(after, after + size), np.array(parts, np.float32)))
                counted += range(after, after + size)
                after += size
                continue
            for part, start, end in placed:
                width = part.high - part.low + 1
                codes += range(start, end)
                firsts += range(after - part.low, after - part.low + part.size * width, width)
                after += part.expanded_size
        self._codes = np.array(codes, np.intp)
        self._firsts = np.array(firsts, np.intp)
        self._counted_before = np.delete(np.arange(encoding.size), self._codes)
        self._counted_after = np.array(counted, np.intp)
        self._parts_of_highest = np.concatenate([np.zeros(0, np.float32), *(each[-1] for each in self._counts)])

    def of(self, observations: ArrayLike) -> Floats:
        """One observation expanded, or each of many rows."""
        compact = np.asarray(observations, np.int8)
        if compact.ndim == 1:
            return self._of_one(compact)
        rows = compact.reshape(-1, compact.shape[-1])
        expanded = np.zeros((len(rows), self.size), np.float32)
        for before, after, parts_of_highest in self._counts:
            np.multiply(rows[:, before], parts_of_highest, out=expanded[:, after])
        ones = rows.take(self._codes, axis=1) + self._firsts
        ones += (np.arange(len(rows)) * self.size)[:, None]
        expanded.reshape(-1)[ones] = 1
        return expanded.reshape(*compact.shape[:-1], self.size)

    def _of_one(self, compact: NDArray[np.int8]) -> Floats:
        """The same for a single row, in half the time."""
        expanded = np.zeros(self.size, np.float32)
        expanded[self._counted_after] = compact[self._counted_before] * self._parts_of_highest
        expanded[compact[self._codes] + self._firsts] = 1
        return expanded


@lru_cache(maxsize=MAX_KEPT)
def expansion_of(encoding: Encoding[Any]) -> Expansion:
    """The expansion of an encoding."""
    return Expansion(encoding)


def expand(encoding: Encoding[Any], observations: ArrayLike) -> Floats:
    """One observation, or each of many rows, as `Encoding.expanded_size` numbers.

    >>> from laguna.core.encoding import Part
    >>> parts = (Part("colour", (), 3, "M5", codes=True), Part("dice", (2,), 4, "M6"))
    >>> expand(Encoding(1, parts, 2, *[lambda *_: 0] * 3), [2, 1, 4]).tolist()
    [0.0, 0.0, 1.0, 0.0, 0.25, 1.0]
    """
    return expansion_of(encoding).of(observations)
