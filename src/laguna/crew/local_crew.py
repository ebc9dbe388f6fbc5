"""A crew of processes on this machine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, Self

from laguna.core.frames import framed
from laguna.core.worker_process import WorkerDied, WorkerProcess
from laguna.crew.crew import MAX_TRIES, Job, Result
from laguna.crew.task import given_up, packed, result_of

WORKER = (sys.executable, "-m", "laguna.crew.local_worker")


@dataclass(frozen=True)
class _Attempt(Generic[Job]):
    """A job under way: its place, itself, who does it, and the how many-th time."""

    number: int
    job: Job
    process: WorkerProcess
    tries: int


class LocalCrew:
    """So many processes, each started by its first job."""

    def __init__(self, size: int) -> None:
        self._processes = [WorkerProcess(WORKER) for _ in range(size)]

    @property
    def size(self) -> int:
        """How many jobs it does at a time."""
        return len(self._processes)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes:
            process.close()

    def do(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[tuple[int, Result]]:
        """See `Crew.do`."""
        left = enumerate(jobs)
        idle = list(self._processes)
        busy: dict[Future[Any], _Attempt[Job]] = {}
        try:
            while True:
                while idle and (following := next(left, None)) is not None:
                    attempt = _Attempt(*following, idle.pop(), 1)
                    busy[_begun(work, attempt)] = attempt
                if not busy:
                    return
                for reply in wait(busy, return_when=FIRST_COMPLETED).done:
                    attempt = busy.pop(reply)
                    outcome = _outcome(reply)
                    if outcome is None:
                        attempt = _again(attempt)
                        busy[_begun(work, attempt)] = attempt
                    else:
                        idle.append(attempt.process)
                        yield attempt.number, result_of(outcome, attempt.job)
        finally:
            for attempt in busy.values():
                attempt.process.kill()


def _begun(work: Callable[[Job], object], attempt: _Attempt[Job]) -> Future[Any]:
    """Have a job done, however long it takes. A process that died is started anew."""
    return attempt.process.submit(framed(packed(work, attempt.job)), timeout_s=None)


def _outcome(reply: Future[Any]) -> bytes | None:
    """The outcome of a job that is over; None: its worker died."""
    try:
        outcome: bytes = reply.result()
    except WorkerDied:
        return None
    return outcome


def _again(attempt: _Attempt[Job]) -> _Attempt[Job]:
    """The next attempt at the same job. Raises `WorkFailed` after the last."""
    if attempt.tries == MAX_TRIES:
        raise given_up(attempt.job)
    return _Attempt(attempt.number, attempt.job, attempt.process, attempt.tries + 1)
