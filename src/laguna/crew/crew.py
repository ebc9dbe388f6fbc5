"""What a crew is, whoever its workers are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Protocol, Self, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

MAX_TRIES = 3
"""How often a job is begun, if its worker dies each time. What killed one may come again."""


class WorkFailed(Exception):  # noqa: N818 - a sentence: the work failed
    """Why work cannot go on, in one sentence.

    Work raises it to be told word by word; of whatever else it raises is told what it is and where it happened.
    """


class Crew(Protocol):
    """Workers that do jobs. A context: leaving it ends them, whatever they are doing."""

    @property
    def size(self) -> int:
        """How many jobs it does at a time, as far as is known now."""
        ...

    def do(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[tuple[int, Result]]:
        """Do these jobs; each result once, with its job's place among them, as it ends, in no order.

        `work` is a function of a module, and a job something that can be pickled; `str(job)` names it in a sentence.
        A job is asked for when a worker is free, so that whoever gives them may stop at any time; what was begun is
        done to the end. If the iterator is closed before, what is under way is given up. One `do` at a time.

        A worker that dies is replaced and its job begun again, `MAX_TRIES` times at most. Raises `WorkFailed` for a job
        that ended all of them, and for one that raised something itself, which is not tried again.
        """
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def in_order(results: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """The results of `Crew.do` in the order of their jobs, each as soon as those before it are there.

    >>> list(in_order([(1, "b"), (0, "a"), (2, "c")]))
    ['a', 'b', 'c']
    """
    early: dict[int, Result] = {}
    following = 0
    for number, result in results:
        early[number] = result
        while following in early:
            yield early.pop(following)
            following += 1
