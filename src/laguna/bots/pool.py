"""Bots for whoever hosts games: worker processes that answer questions, fair between tables.

    async with BotPool(games=["mahe"]) as pool:
        answer = await pool.answer(Question("table 7", "mahe", known, seat, "good", seed))

    with BotPool() as pool:                 # without an event loop of one's own
        answer = pool.ask(Question(…))

The event loop is never blocked: it only pickles small messages. Numba and MuJoCo are loaded in the workers alone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections import deque
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from laguna.bots.bot import Answer, Thought
from laguna.bots.process import WorkerProcess
from laguna.bots.turns import Turns
from laguna.bots.wire import Question

__all__ = ["BotFailed", "BotPool", "Question", "Stats"]

_LOG = logging.getLogger(__name__)
_T = TypeVar("_T")

WORKER = (sys.executable, "-m", "laguna.bots.worker")
GRACE = 30.0
"""How many seconds a worker may take beyond its budget before it is ended; a budget of iterations must fit into it."""
OWN_BUDGET = 2.0
"""What the budget of a level is at most, in seconds."""
LOADING = 600.0
"""How many seconds the kernels of a game may take to compile, on a slow machine."""
LATE = 1.0
"""How many seconds a worker may still think about a question that nobody waits for. Starting it anew takes as long."""
TRIES = 3
"""How often a question is asked, if its worker dies each time."""
COMPILERS = 2
"""How many games may be compiled at the same time."""
REMEMBERED = 16
"""How many tables a worker is preferred for."""


class BotFailed(Exception):  # noqa: N818 - a sentence: the bot failed
    """There is no answer, and why."""


class Stats(msgspec.Struct, frozen=True):
    """How a pool is doing."""

    workers: int
    busy: int
    """Workers that are thinking or loading."""
    waiting: int
    """Questions that no worker has taken yet."""
    answered: int
    seconds: float
    """From question to answer, waiting included and pauses not, over all answers."""
    slowest: float
    deaths: int
    """Workers that ended, or were ended because they took too long."""


@dataclass(eq=False, slots=True)
class _Job:
    """A question on its way."""

    question: Question
    frame: bytes
    answer: asyncio.Future[Answer]
    worker: _Worker | None = None
    tries: int = 0

    def fail(self, failure: BotFailed) -> None:
        if not self.answer.done():
            self.answer.set_exception(failure)

    @property
    def seconds(self) -> float:
        """What it may take."""
        budget = self.question.budget
        return OWN_BUDGET if budget is None or budget.seconds is None else budget.seconds


@dataclass(eq=False, slots=True)
class _Worker:
    """A worker's place in the pool. If its process dies, another takes the place."""

    process: WorkerProcess
    busy: bool = False
    loaded: set[str] = field(default_factory=set)
    given_up: set[str] = field(default_factory=set)
    """Games whose loading failed: only a question tries again."""
    tables: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """The tables it last answered."""


class BotPool:
    """Answers questions in worker processes: at most so many at a time, tables in turn.

    The kernels of a game are compiled before its first question is taken, in a process of their own: meanwhile the
    workers serve the other games. A worker that dies or takes too long is replaced and its question asked again. Use it
    as a context manager, in an event loop (`async with`) or without one (`with`); several questions at a time are fine.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        games: Iterable[str] = (),
        pause: float = 0.0,
        grace: float = GRACE,
        worker: Sequence[str] = WORKER,
    ) -> None:
        """With so many workers (None: one core is left for others), and the kernels of `games` loaded from the start.

        No answer comes sooner than `pause` seconds, so that people can follow. `worker` is the command to start one.
        """
        self._command = worker
        self._games = tuple(games)
        self._pause = pause
        self._grace = grace
        count = max(1, (os.cpu_count() or 1) - 1) if workers is None else workers
        self._workers = [_Worker(self._process()) for _ in range(count)]
        self._turns: Turns[_Job] = Turns()
        self._ready: list[str] = []
        self._preparing: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._answered = self._deaths = 0
        self._seconds = self._slowest = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    async def answer(self, question: Question) -> Answer:
        """A bot's answer. Raises `BotFailed`. Who no longer wants it cancels: the worker is free again soon."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        answer = await self._answer(question)
        await asyncio.sleep(max(0.0, began + self._pause - loop.time()))
        return answer

    async def think(self, question: Question) -> Thought:
        """What the strongest bot thinks of a question, without a pause: for hints. Raises `BotFailed`."""
        answer = await self._answer(msgspec.structs.replace(question, level="strong"))
        if answer.thought is None:
            raise BotFailed(f"The strongest bot of {question.game} does not think in numbers.")
        return answer.thought

    async def prepare(self, game: str) -> None:
        """Compile what the bots of a game need, and load it in all workers. Raises `BotFailed`."""
        preparing = self._prepared(game)
        try:
            await asyncio.shield(preparing)
        except asyncio.CancelledError:
            if preparing.cancelled():
                raise _closed() from None
            raise

    def ready(self, game: str) -> bool:
        """Whether questions of a game are taken at once."""
        return game in self._ready

    def stats(self) -> Stats:
        """How it is doing."""
        return Stats(
            workers=len(self._workers),
            busy=sum(worker.busy for worker in self._workers),
            waiting=len(self._turns),
            answered=self._answered,
            seconds=self._seconds,
            slowest=self._slowest,
            deaths=self._deaths,
        )

    def ask(self, question: Question) -> Answer:
        """As `answer`, for a program or thread without an event loop: it waits."""
        return self.wait(self.answer(question))

    def wait(self, asked: Coroutine[Any, Any, _T]) -> _T:
        """Wait in a thread for one of the above: `pool.wait(pool.prepare("mahe"))`. Not for the pool's own event loop."""
        if self._loop is None or _running_loop() is self._loop:
            asked.close()
            raise RuntimeError("Only another thread can wait for an open pool; in its event loop, use await.")
        done: Future[_T] = asyncio.run_coroutine_threadsafe(asked, self._loop)
        try:
            return done.result()
        except BaseException:  # such as Ctrl-C
            done.cancel()
            raise

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        for game in self._games:
            self._prepared(game)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    def __enter__(self) -> Self:
        opened: Future[None] = Future()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live(opened)), name="bots", daemon=True)
        self._thread.start()
        opened.result()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.wait(self.close())
        if self._thread is not None:
            self._thread.join()

    async def close(self) -> None:
        """End all workers at once. Whoever still waits for an answer gets `BotFailed`."""
        self._loop = None
        for job in self._turns.remove(lambda _: True):
            job.fail(_closed())
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.process.end() for worker in self._workers))
        self._closed.set()

    async def _live(self, opened: Future[None]) -> None:
        """The life of a pool in a thread of its own."""
        try:
            await self.__aenter__()
        except BaseException as error:
            opened.set_exception(error)
            raise
        opened.set_result(None)
        await self._closed.wait()

