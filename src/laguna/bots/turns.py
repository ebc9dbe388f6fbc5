"""Whose turn it is to be served: tables one after another, and at each table the first that can be."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

_T = TypeVar("_T")


class Turns(Generic[_T]):
    """Things that wait at tables. However many wait at one, each other table waits for no more than one of them."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, deque[_T]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._tables.values()))

    def add(self, table: str, thing: _T) -> None:
        """Line up behind all others of the table; a table that is new, behind all others."""
        self._tables.setdefault(table, deque()).append(thing)

    def add_first(self, table: str, thing: _T) -> None:
        """Put at the very front: it had its turn, and nothing came of it."""
        self._tables.setdefault(table, deque()).appendleft(thing)
        self._tables.move_to_end(table, last=False)

    def take(self, may: Callable[[_T], bool]) -> _T | None:
        """The next one that may be served now; None: there is none. Its table's turn comes last then."""
        for table, line in self._tables.items():
            thing = next(filter(may, line), None)
            if thing is not None:
                line.remove(thing)
                self._tables.move_to_end(table)
                if not line:
                    del self._tables[table]
                return thing
        return None

    def remove(self, which: Callable[[_T], bool]) -> list[_T]:
        """Take out all of a kind, wherever they wait."""
        found = [thing for line in self._tables.values() for thing in line if which(thing)]
        left = ((table, deque(thing for thing in line if not which(thing))) for table, line in self._tables.items())
        self._tables = OrderedDict((table, line) for table, line in left if line)
        return found
