"""What is observed and chosen, as Gymnasium says it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from laguna.core.encoding import Encoding, Part
from laguna.core.missing import explained

try:
    from gymnasium.spaces import Box, Discrete
except ModuleNotFoundError as error:
    raise explained(error) from error


def choice_space(encoding: Encoding[Any]) -> Discrete[np.int64]:
    """The numbers of choices; which of them there are just now says the mask."""
    return Discrete(encoding.choices)


def mask_space(encoding: Encoding[Any]) -> Box[np.int8]:
    """A mask: 1 for each choice that there is."""
    return Box(0, 1, (encoding.choices,), np.int8)


def observation_space(encoding: Encoding[Any], *, expanded: bool) -> Box[Any]:
    """The numbers of an observation, expanded or as they are."""
    if expanded:
        lowest, highest = (np.array(list(_expanded_bounds(encoding, which)), np.float32) for which in range(2))
        return Box(lowest, highest, dtype=np.float32)
    sizes = [part.size for part in encoding.parts]
    low, high = (
        np.repeat(np.array(bounds, np.int8), sizes) for bounds in zip(*map(_bounds, encoding.parts), strict=True)
    )
    return Box(low, high, dtype=np.int8)


def _bounds(part: Part) -> tuple[int, int]:
    return part.low, part.high


def _expanded_bounds(encoding: Encoding[Any], which: int) -> Iterator[float]:
    """The smallest (0) or the largest (1) that each number may be once it is expanded."""
    for part in encoding.parts:
        bound = which if part.codes else _bounds(part)[which] / max(1, part.high)
        yield from [float(bound)] * part.expanded_size
