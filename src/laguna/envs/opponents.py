"""Who plays the seats that are not the learner's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, get_args

from laguna.core.bot import Level

PLAYERS = ("random", *get_args(Level))
"""Who may be an opponent."""
EVERY_SEAT, DRAWN_SEAT = -1, -2
"""In the place of a learner's seat: all seats are its own; another one in each game, as it is drawn."""


class Opponents(NamedTuple):
    """The learner's seat, and who plays the others."""

    learner: int
    """A seat, `EVERY_SEAT` or `DRAWN_SEAT`."""
    names: tuple[str, ...]
    """By how many seats further they sit than the learner, who is the first: its own name is empty."""

    @classmethod
    def read(cls, wanted: str | Sequence[str | None] | None, seat: int | str, seats: int) -> Opponents:
        """As it was asked for. Raises ValueError.

        `wanted` is one name for all; or one for each seat, with None for the learner's; or None: there are none.
        """
        if wanted is None:
            return cls(EVERY_SEAT, ("",) * seats)
        if not isinstance(wanted, str):
            return cls._by_seat(list(wanted), seats)
        _check_name(wanted)
        if seat == "random":
            learner = DRAWN_SEAT
        elif type(seat) is int and 0 <= seat < seats:
            learner = seat
        else:
            raise ValueError(f"The learner's seat is from 0 to {seats - 1}, or “random”, not {seat!r}.")
        return cls(learner, ("", *(wanted,) * (seats - 1)))

    @classmethod
    def _by_seat(cls, wanted: list[str | None], seats: int) -> Opponents:
        if len(wanted) != seats or wanted.count(None) != 1:
            raise ValueError(f"Opponents are one name, or {seats} of which one is None: the learner's seat.")
        learner = wanted.index(None)
        names = [name or "" for name in wanted[learner:] + wanted[:learner]]
        for name in names[1:]:
            _check_name(name)
        return cls(learner, tuple(names))


def _check_name(name: str) -> None:
    if name not in PLAYERS:
        raise ValueError(f"An opponent is one of {', '.join(PLAYERS)}, not {name!r}.")
