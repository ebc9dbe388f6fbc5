"""Worker processes that play whole games, one a core; see `laguna.arena.worker` for what they do."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from types import TracebackType
from typing import Self

from laguna.arena.match import ArenaMatch, MatchFailed, PlayedGame
from laguna.core.frames import framed
from laguna.core.worker_process import WorkerDied, WorkerProcess

WORKER = (sys.executable, "-m", "laguna.arena.worker")


class Workers:
    """So many processes that play games. A context: leaving it ends them, whatever they are doing."""

    def __init__(self, count: int) -> None:
        self._processes = [WorkerProcess(WORKER, on_idle_death=self._note_idle_death) for _ in range(count)]
        self._idle_deaths = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.close()

    def prepare(self, match: ArenaMatch) -> None:
        """Load the bots of a match in all workers; the first compiles what must be. Raises `MatchFailed`."""
        for some in (self._processes[:1], self._processes[1:]):
            for reply in [_asked(process, match, None) for process in some]:
                self._played(reply)

    def play(self, match: ArenaMatch, numbers: Iterable[int]) -> Iterator[PlayedGame]:
        """Play these games of a match, which is prepared; each as it ends, in no order. Raises `MatchFailed`.

        A number is asked for when a worker is free, so that whoever gives them may stop at any time; what was begun is
        played to the end.
        """
        left = iter(numbers)
        idle, busy = list(self._processes), dict[Future[PlayedGame | str | None], WorkerProcess]()
        while True:
            while idle and (number := next(left, None)) is not None:
                process = idle.pop()
                busy[_asked(process, match, number)] = process
            if not busy:
                return
            for reply in wait(busy, return_when=FIRST_COMPLETED).done:
                idle.append(busy.pop(reply))
                played = self._played(reply)
                assert played is not None, "a number is answered by a game"  # noqa: S101
                yield played

    def _played(self, reply: Future[PlayedGame | str | None]) -> PlayedGame | None:
        """A worker's reply, waited for. Raises `MatchFailed`, also if a worker died: what killed it may come again."""
        try:
            played = reply.result()
        except WorkerDied as death:
            raise MatchFailed("A worker process died in the middle of a game.") from death
        if self._idle_deaths:
            raise MatchFailed("A worker process died between two games.")
        if isinstance(played, str):
            raise MatchFailed(played)
        return played

    def _note_idle_death(self) -> None:
        """A worker ended between two games. Called in some other thread."""
        self._idle_deaths += 1


def _asked(process: WorkerProcess, match: ArenaMatch, number: int | None) -> Future[PlayedGame | str | None]:
    """Have a worker play a game, however long it takes; see `laguna.arena.worker.MatchRequestHandler.reply`."""
    return process.submit(framed((match, number)), timeout_s=None)
