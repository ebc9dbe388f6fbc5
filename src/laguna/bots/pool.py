"""Bots for whoever hosts games: worker processes that answer questions, fair between all who ask.

    async with BotPool(games=["mahe"]) as pool:
        answer = await pool.answer(BotRequest("table 7", "mahe", known, seat, "good", seed))

    with BotPool() as pool:                 # without an event loop of one's own
        answer = pool.ask(BotRequest(…))

The event loop is never blocked: it only pickles small messages. Numba and MuJoCo are loaded in the workers alone.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from laguna.bots.job import BotFailed, Job, Worker
from laguna.bots.lane import Lane
from laguna.bots.wire import BotRequest, Failed, Load
from laguna.core.bot import ADVISER, Answer, Thought
from laguna.core.frames import framed
from laguna.core.machine import cores
from laguna.core.worker_process import WorkerDied, WorkerProcess
from laguna.games import GAMES

__all__ = ["BotFailed", "BotPool", "BotRequest", "Stats"]

_LOG = logging.getLogger(__name__)
_T = TypeVar("_T")

WORKER = (sys.executable, "-m", "laguna.bots.worker")
GRACE_S = 30.0
"""Seconds beyond its budget until a worker is killed; a budget of iterations must fit into it."""
LOAD_TIMEOUT_S = 600.0
"""Seconds until the compilation of a game's kernels is given up, on a slow machine."""
ABANDONED_TIMEOUT_S = 1.0
"""Seconds until a worker is killed whose question nobody waits for any more. Starting it anew takes as long."""
MAX_TRIES = 3
"""How often a question is asked, if its worker dies each time."""
MAX_COMPILERS = 2
"""How many games may be compiled at the same time."""


class Stats(msgspec.Struct, frozen=True):
    """How a pool is doing."""

    workers: int
    busy: int
    """Workers that are answering or loading."""
    waiting: int
    """Questions that no worker has taken yet."""
    answered: int
    seconds: float
    """From question to answer, waiting included, over all answers."""
    slowest: float
    deaths: int
    """Workers that ended, or were ended because they took too long."""


class BotPool:
    """Answers questions in worker processes: at most so many at a time, in turn (see `BotRequest.share`).

    Bots that play at a glance have a worker of their own, so that they never wait for those who think. The kernels of a
    game are compiled before its first question to a bot that thinks is taken, in a process of their own: meanwhile the
    workers serve the other games. A worker that dies or takes too long is replaced and its question asked again. Use it
    as a context manager, in an event loop (`async with`) or without one (`with`); several questions at a time are fine.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        games: Iterable[str] = (),
        grace: float = GRACE_S,
        worker: Sequence[str] = WORKER,
    ) -> None:
        """With so many workers that think (None: one core is left for others), and the kernels of `games` loaded.

        `worker` is the command to start one.
        """
        self._command = worker
        self._games = tuple(games)
        for game in self._games:
            _check(game)
        self._grace = grace
        count = max(1, cores() - 1) if workers is None else workers
        self._thinking = Lane([Worker(self._process()) for _ in range(count)])
        self._glancing = Lane([Worker(self._process(), glances=True)])
        self._ready: list[str] = []
        self._preparing: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._answered = self._deaths = 0
        self._seconds = self._slowest = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._compilers = asyncio.Semaphore(MAX_COMPILERS)
        self._progress = asyncio.Event()
        """Set for a moment whenever a worker may have loaded something."""
        self._closed = asyncio.Event()

    async def answer(self, question: BotRequest) -> Answer:
        """A bot's answer. Raises `BotFailed`. Who no longer wants it cancels: the worker is free again soon."""
        return await self._answer(question)

    async def think(self, question: BotRequest) -> Thought:
        """What an adviser thinks of a question, whatever its level: for hints. Raises `BotFailed`."""
        answer = await self._answer(msgspec.structs.replace(question, level=ADVISER))
        if answer.thought is None:
            raise BotFailed(f"The adviser of {question.game} does not think in numbers.")
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
            waiting=len(self._thinking) + len(self._glancing),
            answered=self._answered,
            seconds=self._seconds,
            slowest=self._slowest,
            deaths=self._deaths,
        )

    def ask(self, question: BotRequest) -> Answer:
        """As `answer`, for a program or thread without an event loop: it waits."""
        return self.wait(self.answer(question))

    def wait(self, asked: Coroutine[Any, Any, _T]) -> _T:
        """Wait in another thread for one of the above: `pool.wait(pool.prepare("mahe"))`."""
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
        if self._loop is not None:
            self.wait(self.close())
        if self._thread is not None:
            self._thread.join()

    async def close(self) -> None:
        """End all workers at once. Whoever still waits for an answer gets `BotFailed`."""
        self._loop = None
        for lane in self._lanes:
            for job in lane.remove(lambda _: True):
                job.fail(_closed())
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.process.close_async() for worker in self._workers))
        self._closed.set()

    async def _live(self, opened: Future[None]) -> None:
        """The life of a pool in a thread of its own."""
        await self.__aenter__()
        opened.set_result(None)
        await self._closed.wait()

    async def _answer(self, question: BotRequest) -> Answer:
        loop = asyncio.get_running_loop()
        began = loop.time()
        self._check_open(question.game)
        job = Job(question, framed(question), loop.create_future())
        if job.needs_kernels:
            self._prepared(question.game)
        self._lane(job).add(job)
        self._dispatch()
        try:
            answer = await job.answer
        except asyncio.CancelledError:
            self._withdraw(job)
            raise
        seconds = loop.time() - began
        self._answered += 1
        self._seconds += seconds
        self._slowest = max(self._slowest, seconds)
        return answer

    def _withdraw(self, job: Job) -> None:
        """Nobody waits for an answer any more: do not ask, or drop the answer if it comes soon, or end the worker."""
        if job.worker is None:
            self._lane(job).remove(lambda waiting: waiting is job)
        else:
            job.worker.process.hurry(ABANDONED_TIMEOUT_S)

    def _dispatch(self) -> None:
        """Give idle workers something to do: questions first, then games to load. Called after every change."""
        self._progress.set()
        self._progress.clear()
        for lane in self._lanes:
            while lane.idle and (job := lane.take(self._may_be_asked)):
                self._assign(lane, job)
        for worker in self._thinking.idle:
            self._load(worker)

    def _may_be_asked(self, job: Job) -> bool:
        return job.question.game in self._ready or not job.needs_kernels

    def _assign(self, lane: Lane, job: Job) -> None:
        """Have the idle worker that answers a question best begin with it."""
        worker = min(lane.idle, key=job.preference)
        for other in lane.workers:
            other.forget(job.question.table)
        worker.tables.append(job.question.table)
        worker.busy = True
        job.worker = worker
        self._start(self._serve(worker, job))

    async def _serve(self, worker: Worker, job: Job) -> None:
        """Have a worker answer a question, and then load what it lacks."""
        try:
            job.settle(await self._asked(worker, job))
        except WorkerDied as death:
            self._reset(worker)
            job.tries += 1
            if job.tries == MAX_TRIES:
                job.fail(BotFailed(_ended(f"The worker of {job.bot} died {MAX_TRIES} times. The last time {death}")))
            elif not job.answer.done():
                self._lane(job).add_first(job)
        except asyncio.CancelledError:
            job.fail(_closed())
            raise
        finally:
            job.worker = None
            worker.busy = False
        if worker.process.pid is not None:
            self._load(worker)
        self._dispatch()

    async def _asked(self, worker: Worker, job: Job) -> Answer | Failed | None:
        """A worker's reply to a question. None: it was not asked, since nobody waits any more."""
        game = job.question.game
        if job.needs_kernels and game not in worker.loaded and not job.answer.done():
            failed: Failed | None = await worker.process.request_async(framed(Load(game)), LOAD_TIMEOUT_S)
            if failed is not None:
                return failed
            worker.loaded.add(game)
        if job.answer.done():
            return None
        reply: Answer | Failed = await worker.process.request_async(job.frame, job.seconds + self._grace)
        return reply

    def _load(self, worker: Worker) -> None:
        """Have an idle worker load one game that it lacks, if any."""
        game = next((game for game in self._ready if not worker.has_tried(game)), None)
        if game is not None and not worker.busy and not worker.glances:
            worker.busy = True
            self._start(self._loaded(worker, game))

    async def _loaded(self, worker: Worker, game: str) -> None:
        try:
            failed: Failed | None = await worker.process.request_async(framed(Load(game)), LOAD_TIMEOUT_S)
        except WorkerDied as death:
            self._reset(worker)
            failed = Failed(str(death), "")
        finally:
            worker.busy = False
        if failed is None:
            worker.loaded.add(game)
        else:
            worker.given_up.add(game)
            _LOG.warning("A worker could not load %s: %s", game, failed.reason)
        self._dispatch()

    def _prepared(self, game: str) -> asyncio.Task[None]:
        """The preparation of a game, begun if it is not yet."""
        self._check_open(game)
        if game not in self._preparing:
            self._preparing[game] = self._start(self._prepare(game))
        return self._preparing[game]

    def _check_open(self, game: str) -> None:
        if self._loop is None or _running_loop() is not self._loop:
            raise BotFailed("The pool of bots is not open in this event loop.")
        _check(game)

    async def _prepare(self, game: str) -> None:
        """Compile a game, let its questions through, and wait until all workers have loaded it."""
        process = self._process()
        try:
            async with self._compilers:
                await self._compile(game, process)
        except BotFailed as failure:
            del self._preparing[game]  # so that it can be tried again
            for job in self._thinking.remove(lambda job: job.question.game == game and job.needs_kernels):
                job.fail(failure)
            raise
        else:
            process = self._adopted(process, game)
            self._ready.append(game)
        finally:
            await process.close_async()
        self._dispatch()
        while not all(worker.has_tried(game) for worker in self._thinking.workers):
            await self._progress.wait()

    async def _compile(self, game: str, process: WorkerProcess) -> None:
        """Fill the cache on disk, in a process that has nothing else to do. Raises `BotFailed`."""
        for _ in range(MAX_TRIES):
            try:
                failed: Failed | None = await process.request_async(framed(Load(game)), LOAD_TIMEOUT_S)
            except WorkerDied as death:
                self._deaths += 1
                failed = Failed(str(death), "")
            else:
                break
        if failed is not None:
            _LOG.error("The bots of %s cannot be prepared.\n%s", game, failed.traceback)
            raise BotFailed(_ended(f"The bots of {game} cannot be prepared: {failed.reason}"))

    def _adopted(self, process: WorkerProcess, game: str) -> WorkerProcess:
        """Let a process that has loaded a game be that of a worker which has none yet. Returns what is left over."""
        for worker in self._thinking.workers:
            if process.pid is not None and worker.process.pid is None and not worker.busy:
                worker.loaded.add(game)
                worker.process, process = process, worker.process
        return process

    @property
    def _lanes(self) -> tuple[Lane, Lane]:
        return self._glancing, self._thinking

    def _lane(self, job: Job) -> Lane:
        return self._glancing if job.at_a_glance else self._thinking

    @property
    def _workers(self) -> list[Worker]:
        return [worker for lane in self._lanes for worker in lane.workers]

    def _process(self) -> WorkerProcess:
        return WorkerProcess(self._command, on_idle_death=self._note_idle_death)

    def _note_idle_death(self) -> None:
        """A worker ended that was not asked anything. Called in some thread."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop was closed meanwhile, and the pool with it
                loop.call_soon_threadsafe(self._replace_dead_workers)

    def _replace_dead_workers(self) -> None:
        """Have idle workers that ended load again what they had loaded."""
        for worker in self._workers:
            if not worker.busy and worker.process.pid is None and worker.loaded:
                self._reset(worker)
        self._dispatch()

    def _reset(self, worker: Worker) -> None:
        """A worker died: the process that takes its place has loaded nothing and knows no table."""
        self._deaths += 1
        worker.loaded.clear()
        worker.tables.clear()

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, BotFailed):
            _LOG.error("Unhandled error in a task of the bot pool", exc_info=error)


def _check(game: str) -> None:
    if game not in GAMES:
        raise BotFailed(f"There is no game “{game}”.")


def _closed() -> BotFailed:
    return BotFailed("The pool of bots was closed.")


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _ended(sentence: str) -> str:
    """A sentence with its full stop: whatever gave the reason that it ends with may have put one already."""
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
