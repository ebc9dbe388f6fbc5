"""A crew of the nodes of a Ray cluster.

Ray runs in a process of its own: it takes over signals, talks on the error output, and ends its process when the head
of the cluster is lost. Here such an end is a sentence, and what was written until then stays.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from types import TracebackType
from typing import Any, Self

from laguna.core.frames import framed
from laguna.core.missing import check_installed
from laguna.core.worker_process import WorkerDied, WorkerProcess
from laguna.crew.crew import Job, Result, WorkFailed
from laguna.crew.ray_wire import AUTO, Ended, GiveUp, Join, Joined, NotJoined, Turn, place_of
from laguna.crew.task import given_up, packed, result_of

DRIVER = (sys.executable, "-m", "laguna.crew.ray_driver")
JOIN_TIMEOUT_S = 120.0
"""Seconds until a cluster that is there but does not say so is given up; Ray itself loads for some."""


class RayCrew:
    """The cores of a Ray cluster, as many as there are from moment to moment."""

    def __init__(self, address: str, most: int | None = None) -> None:
        """Join the cluster at HOST:PORT, or `auto`; at most so many jobs at a time, if it is said.

        `auto` is the cluster that `RAY_ADDRESS` names, else the one that this machine is a node of.
        Raises `WorkFailed`, and `ModuleNotFoundError` where Ray is not installed.
        """
        check_installed("ray")
        self._address = (os.environ.get("RAY_ADDRESS") or AUTO) if address == AUTO else address
        self._most = most
        self._under_way: dict[int, tuple[int, Any]] = {}
        """The jobs that were begun, with their places, by the numbers of their tasks."""
        self._numbers = count()
        """Tasks are numbered over all that the crew ever does, so that none is taken for one of before."""
        self._driver = WorkerProcess(DRIVER)
        try:
            self._cores = self._join()
        except BaseException:
            self._driver.close()
            raise

    @property
    def size(self) -> int:
        """How many jobs it does at a time. Nodes come and go."""
        return max(1, self._cores if self._most is None else min(self._cores, self._most))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._driver.close()

    def do(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[tuple[int, Result]]:
        """See `Crew.do`. A job whose node is lost is begun again on another."""
        self._give_up()
        left = enumerate(jobs)
        while True:
            free = max(0, self.size - len(self._under_way))
            fresh = dict(zip(self._numbers, islice(left, free), strict=False))
            self._under_way.update(fresh)
            if not self._under_way:
                return
            for task, outcome in self._turn({task: packed(work, job) for task, (_, job) in fresh.items()}):
                number, job = self._under_way.pop(task)
                if outcome is None:
                    raise given_up(job)
                yield number, result_of(outcome, job)

    @property
    def _place(self) -> str:
        return place_of(self._address)

    def _join(self) -> int:
        """How many cores the cluster has. Raises `WorkFailed`."""
        try:
            joined: Joined | NotJoined = self._driver.request(framed(Join(self._address)), JOIN_TIMEOUT_S)
        except WorkerDied as death:
            raise WorkFailed(f"The Ray cluster {self._place} cannot be joined: {death}.") from death
        if isinstance(joined, NotJoined):
            raise WorkFailed(joined.sentence)
        return joined.cores

    def _give_up(self) -> None:
        """Have done with what is under way for somebody who no longer wants it. Raises `WorkFailed`."""
        if self._under_way:
            self._ask(GiveUp())
            self._under_way.clear()

    def _turn(self, tasks: dict[int, bytes]) -> Iterator[tuple[int, bytes | None]]:
        """Begin tasks, and wait a moment for any that end. Raises `WorkFailed`."""
        ended: Ended = self._ask(Turn(tasks))
        self._cores = ended.cores
        yield from ended.outcomes.items()

    def _ask(self, request: Turn | GiveUp) -> Any:  # noqa: ANN401 - the reply to it
        try:
            return self._driver.request(framed(request), timeout_s=None)
        except WorkerDied as death:
            raise WorkFailed(f"The Ray cluster {self._place} was lost: its head, or this node, ended.") from death
