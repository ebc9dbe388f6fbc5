"""Chance laid open: a step is carried out with the draws that are known, and stops at the first one that is missing.

So plain rules become a tree in which chance has places of its own, as search and OpenSpiel want them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, NoReturn

from laguna.core.rules import Luck, Rules, State

NOTHING_MISSING = 0


class Step(NamedTuple):
    """What a seat does."""

    seat: int
    action: int


class MissingDraw(Exception):  # noqa: N818 - not an error: chance comes next
    """A draw below `n` is wanted that is not known."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class OpenLuck:
    """Some draws that are known, and then whatever `further` says. Of one outcome nothing is to be drawn."""

    def __init__(self, known: Iterable[int], further: Callable[[int], int]) -> None:
        self._known = iter(known)
        self._further = further

    def below(self, n: int) -> int:
        """The next draw."""
        if n == 1:
            return 0
        for draw in self._known:
            return draw
        return self._further(n)

    def witness(self, happening: Callable[[], Any]) -> NoReturn:
        """Raises TypeError."""
        raise TypeError(f"{happening} is no draw: only games of whole numbers have their chance laid open.")


def missing(n: int) -> NoReturn:
    """What comes after the known draws where chance has a place of its own. Raises `MissingDraw`."""
    raise MissingDraw(n)


def carry_out(rules: Rules[Any], table: State, step: Step | None, luck: Luck) -> int:
    """Carry out a step, or without one the setup, on this very table. How many outcomes the first missing draw has.

    `NOTHING_MISSING`: all is done. Else the table is left in the middle of the step, and of no use.
    """
    table.luck = luck
    try:
        if step is None:
            rules.setup(table)
        else:
            rules.apply(table, step.seat, step.action)
    except MissingDraw as draw:
        return draw.n
    return NOTHING_MISSING


def lowest(seats: int) -> int | None:
    """The first of some seats, a bit each; None: there are none."""
    return (seats & -seats).bit_length() - 1 if seats else None
