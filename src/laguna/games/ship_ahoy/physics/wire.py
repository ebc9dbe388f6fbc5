"""How a shot travels: 60 frames a second as small whole numbers.

Places are in tenths of a millimetre, the parts of a quaternion (w, x, y, z) in ten thousandths. What is written is,
for each of a frame's numbers, how it differs from where the last two frames pointed; before the first frame all is 0.
A thing that moves evenly is all zeros, which compress to nearly nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

BALL = 3
"""Numbers in a frame of the ball: x, y, z."""
PIECE = 7
"""Numbers in a frame of a piece: x, y, z, then its quaternion."""


def encode(frames: Iterable[Sequence[int]]) -> list[int]:
    """Frames of whole numbers as one list of differences."""
    raise NotImplementedError


def decode(numbers: Sequence[int], width: int) -> list[tuple[int, ...]]:
    """The frames again, each of `width` numbers."""
    raise NotImplementedError
