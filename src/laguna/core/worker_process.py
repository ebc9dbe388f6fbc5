"""The host's end of a worker process; the other end is `laguna.core.worker`.

One engine for all who need workers: bots, the arena, Ship Ahoy's cannon and the check of records. Which request goes to
which worker, and when, is theirs to decide.

    process = WorkerProcess((sys.executable, "-m", "laguna.bots.worker"))
    reply = process.request(framed(message), timeout_s=5)               # a thread waits
    reply = await process.request_async(framed(message), timeout_s=5)   # an event loop does not
    process.close()
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from threading import Timer
from typing import Any, BinaryIO

from laguna.core import frames

_LOG = logging.getLogger(__name__)
_STDERR_CHUNK_BYTES = 1 << 16


class _Withdrawn(Exception):  # noqa: N818 - a sentence: the request was withdrawn
    """Nobody waits for the reply any more, and the process was not asked."""


class WorkerDied(Exception):  # noqa: N818 - a sentence: the worker died
    """A worker ended, or had to be killed, without a reply."""


@dataclass(frozen=True)
class WarmUp:
    """A request that every fresh process has to answer before any other: it loads what takes long to load."""

    frame: bytes
    timeout_s: float


@dataclass(eq=False, slots=True)
class _Request:
    """A request from its submission until its reply."""

    frame: bytes
    timeout_s: float | None
    reply: Future[Any] = field(default_factory=Future)
    timers: list[Timer] = field(default_factory=list)
    """Each kills the process when it runs out: the timeout, and what `hurry` added."""
    timed_out: bool = False


class WorkerProcess:
    """A process that answers one request at a time. The first request starts it, and the first after its death again.

    Any thread may use it. Whatever the process writes to its error output is logged. It is killed when it takes too
    long, when nobody waits for its reply any more, and by `kill` and `close`: it has nothing to lose. If the host
    itself ends, the worker does so too (see `laguna.core.worker`).
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        warm_up: WarmUp | None = None,
        on_idle_death: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_idle_death` is called, in some thread, when the process ends by itself and no request is under way."""
        self._command = command
        self._warm_up = warm_up
        self._on_idle_death = on_idle_death
        self._process: subprocess.Popen[bytes] | None = None
        self._request: _Request | None = None
        self._closed = False
        self._lock = threading.Lock()
        """Guards the fields above, for moments."""
        self._turn = threading.Lock()
        """Held throughout a request, and while what is left of a process is removed."""

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        process = self._process
        return None if process is None else process.pid

    def request(self, frame: bytes, timeout_s: float | None) -> Any:  # noqa: ANN401 - whatever it replies
        """The reply to a framed message, waited for in this thread. Raises `WorkerDied`; None: there is no timeout."""
        request = self._submitted(frame, timeout_s)
        self._serve(request)
        return request.reply.result()

    def submit(self, frame: bytes, timeout_s: float | None) -> Future[Any]:
        """The same, waited for in a thread of its own."""
        request = self._submitted(frame, timeout_s)
        threading.Thread(target=self._serve, args=(request,), name="worker request", daemon=True).start()
        return request.reply

    async def request_async(self, frame: bytes, timeout_s: float | None) -> Any:  # noqa: ANN401 - whatever it replies
        """The same, for an event loop. To cancel it costs the process: its reply would be taken for the next one."""
        reply = self.submit(frame, timeout_s)
        try:
            return await asyncio.wrap_future(reply)
        except asyncio.CancelledError:
            if not reply.cancel() and not reply.done():
                self.kill()
            raise

    def hurry(self, timeout_s: float) -> None:
        """Give the request under way, if there is one, no more than so many seconds from now."""
        with self._lock:
            request = self._request
            timer = None if request is None else self._timer(request, timeout_s)
        if timer is not None:
            timer.start()

    def kill(self) -> None:
        """End the process at once, if there is one. A request under way raises `WorkerDied`; the next starts another.

        SIGKILL also ends a process that was stopped.
        """
        with self._lock:
            if self._process is not None:
                self._process.kill()

    def close(self) -> None:
        """End the process for good, and wait until nothing is left of it. Every further request raises `WorkerDied`."""
        with self._lock:
            self._closed = True
        self.kill()
        with self._turn:
            if self._process is not None:
                self._remove(self._process)

    async def close_async(self) -> None:
        """The same, for an event loop."""
        await asyncio.to_thread(self.close)

    def _submitted(self, frame: bytes, timeout_s: float | None) -> _Request:
        request = _Request(frame, timeout_s)
        with self._lock:
            self._request = request
        return request

    def _serve(self, request: _Request) -> None:
        """Have a request answered when it is its turn, and pass on what comes of it."""
        try:
            with self._turn:
                answer = self._answer(request)
        except _Withdrawn:
            pass
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is for who waits for the reply
            request.reply.set_exception(error)
        else:
            request.reply.set_result(answer)

    def _answer(self, request: _Request) -> Any:  # noqa: ANN401 - whatever the worker replies
        """What the process replies. Whatever goes wrong, the process is not used again."""
        try:
            process, fresh = self._begin(request)
            try:
                if fresh and self._warm_up is not None:
                    self._exchange(process, request, self._warm_up.frame, self._warm_up.timeout_s)
                return self._exchange(process, request, request.frame, request.timeout_s)
            except BaseException:
                self._remove(process)
                raise
        except (EOFError, OSError) as error:
            raise WorkerDied(_reason(request, error)) from error
        finally:
            with self._lock:
                if self._request is request:
                    self._request = None
                for timer in request.timers:
                    timer.cancel()

    def _begin(self, request: _Request) -> tuple[subprocess.Popen[bytes], bool]:
        """The process, and whether it is fresh. Raises `_Withdrawn`, `WorkerDied` or OSError.

        Under the lock, so that whoever comes too late to withdraw a request finds a process to kill.
        """
        with self._lock:
            if not request.reply.set_running_or_notify_cancel():
                raise _Withdrawn
            if self._closed:
                raise WorkerDied("it was closed")
            fresh = self._process is None
            self._process = self._process or self._start()
            return self._process, fresh

    def _start(self) -> subprocess.Popen[bytes]:
        # A session of its own: Ctrl-C in a terminal is for the host, which ends its workers itself.
        # Not buffered: a buffer's lock, held by a thread that waits, would abort the host when it ends.
        process = subprocess.Popen(  # noqa: S603 - our own program
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        threading.Thread(target=self._watch, args=(process,), name="worker log", daemon=True).start()
        return process

    def _exchange(
        self, process: subprocess.Popen[bytes], request: _Request, frame: bytes, timeout_s: float | None
    ) -> Any:  # noqa: ANN401 - whatever it replies
        """Send a message and wait for the reply. Raises EOFError or OSError where the process ends, also by timeout."""
        timer = None
        if timeout_s is not None:
            with self._lock:
                timer = self._timer(request, timeout_s)
            timer.start()
        frames.write(_pipe(process.stdin), frame)
        reply = frames.read(_pipe(process.stdout))
        if timer is not None:
            timer.cancel()
        return reply

    def _timer(self, request: _Request, timeout_s: float) -> Timer:
        """A timer that kills the process unless the request is over before it runs out. To be started without lock."""
        timer = Timer(timeout_s, partial(self._time_out, request))
        timer.daemon = True
        request.timers.append(timer)
        return timer

    def _time_out(self, request: _Request) -> None:
        request.timed_out = True
        self.kill()

    def _remove(self, process: subprocess.Popen[bytes]) -> None:
        """Leave nothing of a process, not even a zombie. In one's turn only: nobody may be using its pipes."""
        with self._lock:
            self._process = None
        process.kill()
        process.wait()
        _pipe(process.stdin).close()
        _pipe(process.stdout).close()

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        """Log what a process complains about until it ends, and remove it if no request noticed that it did.

        Where `close` ended it, this may see the end before `close` does: that is no death to tell of.
        """
        with _pipe(process.stderr) as stderr:
            _log_lines(process.pid, stderr)
        code = process.wait()
        with self._turn:
            idle = self._process is process
            if idle:
                self._remove(process)
        if idle and not self._closed:
            _LOG.warning("%d: ended by itself with code %d", process.pid, code)
            self._on_idle_death()


def _log_lines(pid: int, stderr: BinaryIO) -> None:
    rest = b""
    while part := stderr.read(_STDERR_CHUNK_BYTES):
        *lines, rest = (rest + part).split(b"\n")
        for line in lines:
            _LOG.warning("%d: %s", pid, line.decode(errors="replace"))
    if rest:
        _LOG.warning("%d: %s", pid, rest.decode(errors="replace"))


def _reason(request: _Request, error: EOFError | OSError) -> str:
    """Why there is no reply, to be told after "it died:"."""
    if request.timed_out:
        return "it did not answer in time"
    return str(error) if isinstance(error, OSError) and error.strerror else "it ended"


def _pipe(stream: Any) -> BinaryIO:  # noqa: ANN401 - a pipe of `Popen`, which is None where there is none
    assert stream is not None, "it is a pipe"  # noqa: S101
    pipe: BinaryIO = stream
    return pipe
