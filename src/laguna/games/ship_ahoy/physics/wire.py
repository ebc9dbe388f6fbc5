"""How a shot travels: 60 frames a second as small whole numbers.

Places are in tenths of a millimetre, the parts of a quaternion (w, x, y, z) in ten thousandths. What is written is,
for each of a frame's numbers, how it differs from where the last two frames pointed; before the first frame all is 0.
A thing that moves evenly is all zeros, which compress to nearly nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

UNITS = 10_000
"""To the metre, and to the whole of a quaternion."""
BALL = 3
"""Numbers in a frame of the ball: x, y, z."""
PIECE = 7
"""Numbers in a frame of a piece: x, y, z, then its quaternion."""


def encode(frames: Iterable[Sequence[int]]) -> list[int]:
    """Frames of whole numbers as one list of differences."""
    numbers: list[int] = []
    last: Sequence[int] = ()
    pace: list[int] = []
    for frame in frames:
        if not last:
            numbers.extend(frame)
            pace = [0] * len(frame)
        else:
            step = [now - before for now, before in zip(frame, last, strict=True)]
            numbers.extend(now - before for now, before in zip(step, pace, strict=True))
            pace = step
        last = frame
    return numbers


def decode(numbers: Sequence[int], width: int) -> list[tuple[int, ...]]:
    """The frames again, each of `width` numbers. Raises ValueError where they do not come out even."""
    if len(numbers) % width:
        raise ValueError(f"{len(numbers)} numbers are no whole frames of {width}.")
    frames: list[tuple[int, ...]] = []
    pace = [0] * width
    for at in range(0, len(numbers), width):
        row = numbers[at : at + width]
        if not frames:
            frames.append(tuple(row))
        else:
            pace = [a + b for a, b in zip(pace, row, strict=True)]
            frames.append(tuple(a + b for a, b in zip(frames[-1], pace, strict=True)))
    return frames
