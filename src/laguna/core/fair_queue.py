"""A fair queue: groups are served one after another, in each group its parts, and there the first that can be."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

_T = TypeVar("_T")


class FairQueue(Generic[_T]):
    """Things that wait in lines within lines, such as of an address, there of a person, there at a table.

    However many wait in one line, each line beside it waits for no more than one of them.
    """

    def __init__(self) -> None:
        self._here: deque[_T] = deque()
        self._lines: OrderedDict[str, FairQueue[_T]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._here) + sum(map(len, self._lines.values()))

    def add(self, whose: Sequence[str], item: _T) -> None:
        """Line up, behind all others of the same line; a line that is new, behind all lines beside it.

        `whose` names the lines from the widest to the narrowest.
        """
        if whose:
            self._lines.setdefault(whose[0], FairQueue()).add(whose[1:], item)
        else:
            self._here.append(item)

    def add_first(self, whose: Sequence[str], item: _T) -> None:
        """Put at the very front: it had its turn, and noitem came of it."""
        if whose:
            self._lines.setdefault(whose[0], FairQueue()).add_first(whose[1:], item)
            self._lines.move_to_end(whose[0], last=False)
        else:
            self._here.appendleft(item)

    def take(self, may: Callable[[_T], bool] = lambda _: True) -> _T | None:
        """The next one that may be served now; None: there is none. The turn of its lines comes last then."""
        item = next(filter(may, self._here), None)
        if item is not None:
            self._here.remove(item)
            return item
        for name, line in self._lines.items():
            item = line.take(may)
            if item is not None:
                self._lines.move_to_end(name)
                self._tidy(name)
                return item
        return None

    def remove(self, which: Callable[[_T], bool]) -> list[_T]:
        """Take out all of a kind, wherever they wait."""
        found = [item for item in self._here if which(item)]
        self._here = deque(item for item in self._here if not which(item))
        for name, line in list(self._lines.items()):
            found += line.remove(which)
            self._tidy(name)
        return found

    def _tidy(self, name: str) -> None:
        if not self._lines[name]:
            del self._lines[name]
