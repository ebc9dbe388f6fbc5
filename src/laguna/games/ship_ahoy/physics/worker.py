"""The cannon in a process of its own, so that an event loop never waits for it."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Timer
from typing import Any, BinaryIO

from laguna.core import frames
from laguna.core.services import ServiceFailed
from laguna.games.ship_ahoy.physics.board import Piece
from laguna.games.ship_ahoy.physics.cannon import Shot, refuse_in_event_loop
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.gunner import Order
from laguna.games.ship_ahoy.physics.shape import Point

_LOG = logging.getLogger(__name__)

GUNNER = (sys.executable, "-m", "laguna.games.ship_ahoy.physics.gunner")
STARTING_SECONDS = 60.0
"""How long a gunner may take to get ready: it loads MuJoCo."""
SHOT_SECONDS = 5.0
"""How long a shot may take, some two hundred times what it does."""
TRIES = 2
"""A shot is fired again if its gunner ends or hangs; the second time that is told."""


class NoShot(ServiceFailed):
    """A shot could not be fired, through no fault of it."""

    code = "no_shot"
    sentence = "The cannon did not fire. Try again in a moment."


class _Gone(Exception):  # noqa: N818 - a sentence: the gunner is gone
    """A gunner ended, or had to be ended, without a reply."""


class _Gunner:
    """A process that fires one shot at a time: started by the first, and anew after it had to be ended."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._dismissed = False

    def fire(self, order: Order) -> Shot | Exception:
        """What comes of an order. Raises `_Gone`; a gunner that takes too long is ended."""
        process = self._ready()
        outcome: Shot | Exception = self._asked(process, order, SHOT_SECONDS)
        return outcome

    def dismiss(self) -> None:
        """End it at once, also in the middle of a shot, and for good."""
        with self._lock:
            self._dismissed = True
            if self._process is not None:
                self._process.kill()

    def bury(self) -> None:
        """Leave nothing of the process, if there is one: the next order starts another."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                _pipe(pipe).close()

    def _ready(self) -> subprocess.Popen[bytes]:
        """The process, ready to fire."""
        if self._process is not None:
            return self._process
        with self._lock:
            if self._dismissed:
                raise _Gone("it was dismissed")
            # A session of its own: Ctrl-C in a terminal is for the host, which ends its workers itself.
            self._process = process = subprocess.Popen(  # noqa: S603 - our own program
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        self._asked(process, None, STARTING_SECONDS)
        return process

    def _asked(self, process: subprocess.Popen[bytes], order: Order | None, seconds: float) -> Any:  # noqa: ANN401
        """The reply to an order. SIGKILL ends also who was stopped, and whoever waits for the reply goes on then."""
        alarm = Timer(seconds, process.kill)
        alarm.daemon = True
        alarm.start()
        try:
            _pipe(process.stdin).write(frames.framed(order))
            _pipe(process.stdin).flush()
            return frames.read(_pipe(process.stdout))
        except (EOFError, OSError) as error:
            self.bury()
            raise _Gone("it ended, or did not answer in time") from error
        finally:
            alarm.cancel()


class Gunnery:
    """Worker processes that fire shots. Started with the first shot, replaced if one ends or hangs, ended by `close`.

    Any thread may use it.
    """

    def __init__(self, workers: int = 1, command: Sequence[str] = GUNNER) -> None:
        """`command` is what starts a worker; see `gunner`."""
        self._gunners = tuple(_Gunner(command) for _ in range(workers))
        self._free = list(self._gunners)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="gunnery")
        self._closed = False
        self.deaths = 0
        """Workers that ended, or were ended because they took too long."""

    def submit(
        self,
        pieces: Iterable[Piece],
        muzzle: Point,
        heading: float,
        speed: float,
        table: float = PHYSICS.table_half,
    ) -> Future[Shot]:
        """Fire in a worker: `await asyncio.wrap_future(gunnery.submit(…))`. It may raise `BadShot` or `NoShot`."""
        order = (tuple(pieces), muzzle, heading, speed, table)
        try:
            return self._threads.submit(self._fire, order)
        except RuntimeError as error:
            raise NoShot(_CLOSED) from error

    def shoot(
        self,
        pieces: Iterable[Piece],
        muzzle: Point,
        heading: float,
        speed: float,
        table: float = PHYSICS.table_half,
    ) -> Shot:
        """Fire in a worker and wait for the outcome; see `cannon.shoot`. For threads, never in an event loop."""
        refuse_in_event_loop()
        try:
            return self.submit(pieces, muzzle, heading, speed, table).result()
        except CancelledError as error:
            raise NoShot(_CLOSED) from error

    def close(self) -> None:
        """End the workers at once, whatever they do. Who waits for a shot is told that there is none."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for gunner in self._gunners:
            gunner.dismiss()
        self._threads.shutdown()  # whoever waited for a gunner goes on now
        for gunner in self._gunners:
            gunner.bury()

    def _fire(self, order: Order) -> Shot:
        """Have a gunner fire; there are as many as threads that ask for one."""
        gunner = self._free.pop()
        try:
            outcome = self._outcome(gunner, order)
        finally:
            self._free.append(gunner)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def _outcome(self, gunner: _Gunner, order: Order) -> Shot | Exception:
        for _ in range(TRIES):
            if self._closed:
                break
            try:
                return gunner.fire(order)
            except _Gone as gone:
                self.deaths += 1
                _LOG.warning("A gunner is replaced: %s.", gone)
        raise NoShot(_CLOSED if self._closed else f"The gunners failed {TRIES} times at this shot.")


_CLOSED = "The gunners were sent home."


def _pipe(stream: Any) -> BinaryIO:  # noqa: ANN401 - a pipe of `Popen`, or None where there is none
    assert stream is not None, "it is a pipe"  # noqa: S101
    pipe: BinaryIO = stream
    return pipe
