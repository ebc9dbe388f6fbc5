"""Whose turn it is to be served: groups one after another, in each group its parts, there the first that can be."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

_T = TypeVar("_T")


class Turns(Generic[_T]):
    """Things that wait in lines within lines, such as of an address, there of a person, there at a table.

    However many wait in one line, each line beside it waits for no more than one of them.
    """

    def __init__(self) -> None:
        self._here: deque[_T] = deque()
        self._lines: OrderedDict[str, Turns[_T]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._here) + sum(map(len, self._lines.values()))

    def add(self, whose: Sequence[str], thing: _T) -> None:
        """Line up, behind all others of the same line; a line that is new, behind all lines beside it.

        `whose` names the lines from the widest to the narrowest.
        """
        if whose:
            self._lines.setdefault(whose[0], Turns()).add(whose[1:], thing)
        else:
            self._here.append(thing)

    def add_first(self, whose: Sequence[str], thing: _T) -> None:
        """Put at the very front: it had its turn, and nothing came of it."""
        if whose:
            self._lines.setdefault(whose[0], Turns()).add_first(whose[1:], thing)
            self._lines.move_to_end(whose[0], last=False)
        else:
            self._here.appendleft(thing)

    def take(self, may: Callable[[_T], bool] = lambda _: True) -> _T | None:
        """The next one that may be served now; None: there is none. The turn of its lines comes last then."""
        thing = next(filter(may, self._here), None)
        if thing is not None:
            self._here.remove(thing)
            return thing
        for name, line in self._lines.items():
            thing = line.take(may)
            if thing is not None:
                self._lines.move_to_end(name)
                self._tidy(name)
                return thing
        return None

    def remove(self, which: Callable[[_T], bool]) -> list[_T]:
        """Take out all of a kind, wherever they wait."""
        found = [thing for thing in self._here if which(thing)]
        self._here = deque(thing for thing in self._here if not which(thing))
        for name, line in list(self._lines.items()):
            found += line.remove(which)
            self._tidy(name)
        return found

    def _tidy(self, name: str) -> None:
        if not self._lines[name]:
            del self._lines[name]
