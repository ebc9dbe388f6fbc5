"""Some workers of a pool, and the questions that wait for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from laguna.bots.job import Job, Worker
from laguna.core.fair_queue import FairQueue


class Lane:
    """Questions that wait for one of these workers: in turn, and those that nobody waits for after all others."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.workers = tuple(workers)
        self._awaited: FairQueue[Job] = FairQueue()
        self._patient: FairQueue[Job] = FairQueue()

    def __len__(self) -> int:
        return len(self._awaited) + len(self._patient)

    @property
    def idle(self) -> list[Worker]:
        """The workers that have nothing to do."""
        return [worker for worker in self.workers if not worker.busy]

    def add(self, job: Job) -> None:
        """Line a question up."""
        self._queue(job).add(job.whose, job)

    def add_first(self, job: Job) -> None:
        """Put a question at the front: its worker died."""
        self._queue(job).add_first(job.whose, job)

    def take(self, may: Callable[[Job], bool]) -> Job | None:
        """The next question that may be asked now; None: there is none."""
        return self._awaited.take(may) or self._patient.take(may)

    def remove(self, which: Callable[[Job], bool]) -> list[Job]:
        """Take out all questions of a kind."""
        return self._awaited.remove(which) + self._patient.remove(which)

    def _queue(self, job: Job) -> FairQueue[Job]:
        return self._patient if job.question.patient else self._awaited
