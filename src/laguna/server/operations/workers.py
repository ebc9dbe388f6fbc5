"""The parent of several server processes on one machine: it starts them, replaces those that die, and ends them.

Every worker has a listener of its own on the common port, between which the system shares out connections, and one on a
port that it alone has. The parent holds these sockets too. So a worker that is replaced hands them to its successor
with whoever waits in their queues; those of a worker that died are closed, and the others get its people at once.

SIGTERM and SIGINT end all workers in good order; SIGHUP replaces them one after another, the new one first.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, closing, suppress

import msgspec
from msgspec.structs import replace

from laguna.core.machine import cores
from laguna.server.bus.broker import Broker
from laguna.server.operations import assignment
from laguna.server.operations.assignment import Assignment, Report
from laguna.server.operations.drain import DRAIN_TIMEOUT_S, EXIT_TIMEOUT_S
from laguna.server.operations.listening import bind, claimed, listen, loop_factory
from laguna.server.settings import fresh_name

_LOG = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "laguna.server.operations.worker")
START_TIMEOUT_S = 300.0
"""Seconds until a worker that is not ready is given up. It may have to bring a large database up to date."""
END_TIMEOUT_S = DRAIN_TIMEOUT_S + EXIT_TIMEOUT_S + 5.0
"""Seconds from the signal until a worker that does not end is killed; it should have left by itself before."""
MAX_TRIES = 3
"""How often a worker may die before it is ready, until the start of all is given up."""
PAUSES_S = (0.0, 0.5, 1.0, 2.0, 5.0)
"""Seconds before a dead worker is replaced, by how many died there in a row; later ones wait as long as the last."""
STEADY_S = 60.0
"""Seconds of work after which a worker's death is the first in a row again."""


class WorkersFailed(Exception):  # noqa: N818 - it is told, in a sentence
    """Why there are no workers."""


class Place:
    """Where one worker after another serves: two ports, and whoever is there now."""

    def __init__(self, number: int, host: str, ports: Sequence[int]) -> None:
        """A worker here listens on these ports: one that all places have, and one of its own. Raises `CannotListen`."""
        self.number = number
        self._host = host
        self._ports = ports
        self.listeners = self._bound()
        self.worker: Worker | None = None
        self.taken = asyncio.Event()
        """Set when a worker has just got the place."""
        self.deaths = 0
        """How many workers died here in a row."""
        self.changing = asyncio.Lock()
        """Held while one worker takes the place of another."""

    def take(self, worker: Worker) -> None:
        """The place is this worker's from now on."""
        self.worker = worker
        self.taken.set()

    def renew(self) -> None:
        """Have fresh listeners: whoever waits in the queues of the old ones is sent away, and comes again elsewhere."""
        fresh = self._bound()  # before the others are closed: nobody else gets the ports
        self.close()
        self.listeners = fresh

    def close(self) -> None:
        """Have no listeners any more; a worker's own are its own."""
        for listener in self.listeners:
            listener.close()
        self.listeners = []

    def _bound(self) -> list[socket.socket]:
        return [bind(self._host, port, shared=True) for port in self._ports]

    @property
    def pause_s(self) -> float:
        """How long to wait before the next worker is started here."""
        return PAUSES_S[min(self.deaths, len(PAUSES_S)) - 1] if self.deaths else 0.0


class Worker:
    """A worker process, as its parent sees it."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._began = asyncio.get_running_loop().time()
        self.ended = asyncio.create_task(process.wait())
        """Its exit code, once it has one."""

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def steady(self) -> bool:
        """Whether it has worked for long enough, so that its death has nothing to do with its start."""
        return asyncio.get_running_loop().time() - self._began >= STEADY_S

    async def ready(self, told: bytes) -> Report:
        """Tell it what to do, and wait for its report. A worker that dies without one has nothing to say."""
        assert self._process.stdin is not None  # noqa: S101 - both are pipes
        assert self._process.stdout is not None  # noqa: S101
        with suppress(OSError):  # it has died already: its report will not come
            self._process.stdin.write(told)  # and stays open: when it ends, the worker knows that its parent is gone
            await self._process.stdin.drain()
        try:
            async with asyncio.timeout(START_TIMEOUT_S):
                written = await self._process.stdout.readline()
        except TimeoutError:
            written = b""
        with suppress(msgspec.DecodeError):
            return assignment.report(written)
        self.signal(signal.SIGKILL)
        return Report(ready=False)

    def signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        with suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def end(self, number: int) -> None:
        """Have it end by a signal, and wait until it has; one that hangs is killed."""
        self.signal(number)
        await asyncio.wait([self.ended], timeout=END_TIMEOUT_S)
        if not self.ended.done():
            _LOG.error("A worker did not end, and is killed", extra={"pid": self.pid})
            self.signal(signal.SIGKILL)
            await self.ended


class Workers:
    """Keeps a worker in every place, until a signal ends them all."""

    def __init__(
        self, command: Sequence[str], places: Sequence[Place], assigned: Callable[[Place], Assignment]
    ) -> None:
        """`command` starts a worker; `assigned` says what one in this place is to do."""
        self._command = command
        self._places = places
        self._assigned = assigned
        self._alive: set[Worker] = set()
        self._ending = asyncio.Event()
        self._end_signal: int = signal.SIGTERM
        self._replacing = asyncio.Event()

    async def run(self, ready: Callable[[], None]) -> None:
        """Until a signal ends all; `ready` is called when every place has a worker. Raises `WorkersFailed`."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._end, number)
        loop.add_signal_handler(signal.SIGHUP, self._replacing.set)
        working = asyncio.create_task(self._work(ready))
        ending = asyncio.create_task(self._ending.wait())
        try:
            await asyncio.wait([working, ending], return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                working.result()
        finally:
            for task in (working, ending):
                task.cancel()
            await asyncio.gather(working, ending, return_exceptions=True)
            for place in self._places:
                place.close()
            await asyncio.gather(*(worker.end(self._end_signal) for worker in self._alive))

    def _end(self, number: int) -> None:
        """End all; the next Ctrl-C ends the parent as it would end any, and its workers follow it."""
        self._end_signal = number
        self._ending.set()
        asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    async def _work(self, ready: Callable[[], None]) -> None:
        try:
            async with asyncio.TaskGroup() as starting:
                for place in self._places:
                    starting.create_task(self._fill(place))
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from failed
        ready()
        async with asyncio.TaskGroup() as working:
            working.create_task(self._replace_when_told())
            for place in self._places:
                working.create_task(self._keep(place))

    async def _fill(self, place: Place) -> None:
        """The first worker of a place. Raises `WorkersFailed` with what it says, or if it dies again and again."""
        for _ in range(MAX_TRIES):
            report = await self._start(place)
            if report.ready:
                return
            if report.sentence:
                raise WorkersFailed(report.sentence)
            place.deaths += 1
            place.renew()
            await asyncio.sleep(place.pause_s)
        raise WorkersFailed("A worker ended at its start, three times in a row; the log says more.")

    async def _start(self, place: Place) -> Report:
        """Start a worker. If it gets ready, the place is its own."""
        descriptors = tuple(listener.fileno() for listener in place.listeners)
        told = assignment.line(replace(self._assigned(place), listeners=descriptors))
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=PIPE,
                stdout=PIPE,
                pass_fds=descriptors,
                start_new_session=True,  # Ctrl-C is for the parent, which ends its workers itself
            )
        except OSError as error:  # while another version is installed, its Python may not be there
            return Report(ready=False, sentence=f"{self._command[0]} cannot be started: {error.strerror or error}.")
        worker = Worker(process)
        self._alive.add(worker)
        worker.ended.add_done_callback(lambda _: self._alive.discard(worker))
        report = await worker.ready(told)
        if report.ready:
            place.take(worker)
            _LOG.info("Worker ready", extra={"place": place.number, "pid": worker.pid})
        else:
            await worker.end(signal.SIGTERM)
        return report

    async def _keep(self, place: Place) -> None:
        """Have a worker in a place for ever. One whose place another one has taken may end as it likes."""
        while (worker := place.worker) is not None:
            place.taken.clear()
            taken = asyncio.create_task(place.taken.wait())
            await asyncio.wait([worker.ended, taken], return_when=asyncio.FIRST_COMPLETED)
            taken.cancel()
            async with place.changing:
                if place.worker is worker and worker.ended.done():
                    sentence, code = "A worker ended, and is replaced", worker.ended.result()
                    _LOG.error(sentence, extra={"place": place.number, "pid": worker.pid, "code": code})
                    await self._refill(place, worker)

    async def _refill(self, place: Place, dead: Worker) -> None:
        """Replace a worker that died. The others go on meanwhile, so it is tried for ever."""
        place.deaths = 1 if dead.steady else place.deaths + 1
        place.renew()
        await asyncio.sleep(place.pause_s)
        while not (report := await self._start(place)).ready:
            _LOG.error(
                "A worker cannot be replaced yet: %s", report.sentence or "it died", extra={"place": place.number}
            )
            place.deaths += 1
            place.renew()
            await asyncio.sleep(place.pause_s)

    async def _replace_when_told(self) -> None:
        while True:
            await self._replacing.wait()
            self._replacing.clear()
            await self._replace_all()

    async def _replace_all(self) -> None:
        """A new worker in every place, one after another, each before the old one ends."""
        _LOG.info("The workers are replaced")
        for place in self._places:
            async with place.changing:
                old = place.worker
                report = await self._start(place)
            if not report.ready:
                sentence = "The new worker does not start, so the old ones go on: %s"
                _LOG.error(sentence, report.sentence or "it died", extra={"place": place.number})
                return
            if old is not None:
                await old.end(signal.SIGTERM)
        _LOG.info("All workers are replaced")


def serve(
    shared: Assignment, own_ports: Sequence[int], ready: Callable[[], None], command: Sequence[str] = COMMAND
) -> None:
    """Serve by as many workers as the settings say on a common port, each also on one of its own, until a signal.

    Each is told what is `shared` by all, but for its name and its share of the bots' processes. The ports must be free;
    see `reserved`. Raises `WorkersFailed`, `BrokerFailed` or `CannotListen`.
    """
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_serve(shared, own_ports, ready, command))


async def _serve(
    shared: Assignment, own_ports: Sequence[int], ready: Callable[[], None], command: Sequence[str]
) -> None:
    settings = shared.settings
    async with AsyncExitStack() as stack:
        for port in (settings.port, *own_ports):
            stack.enter_context(claimed(settings.host, port))
        places = [Place(number, settings.host, (settings.port, port)) for number, port in enumerate(own_ports)]
        for place in places:  # at once: later somebody else may have got a port that was free
            stack.callback(place.close)
        if not settings.nats:
            broker = await stack.enter_async_context(Broker.running())
            settings = replace(settings, nats=broker.url)

        def assigned(place: Place) -> Assignment:
            bots = _share(settings.bot_workers or max(1, cores() - 1), settings.workers, place.number)
            return replace(shared, settings=replace(settings, name=fresh_name(), bot_workers=bots))

        await Workers(command, places, assigned).run(ready)


def reserved(host: str, port: int) -> int:
    """A port that nobody has: this one, or any if it is 0. Raises `CannotListen`; sockets that share one would not."""
    with closing(listen(host, port)) as probe:
        return int(probe.getsockname()[1])


def _share(total: int, workers: int, number: int) -> int:
    """How many of so many processes a worker has, counted from 0: about as many as the others, and at least one."""
    return max(1, total // workers + (number < total % workers))
