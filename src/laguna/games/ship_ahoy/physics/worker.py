"""The cannon in a process of its own, so that an event loop never waits for it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor

from laguna.core.frames import framed
from laguna.core.services import ServiceFailed
from laguna.core.worker_process import WarmUp, WorkerDied, WorkerProcess
from laguna.games.ship_ahoy.physics.board import Piece
from laguna.games.ship_ahoy.physics.cannon import Shot, refuse_in_event_loop
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.gunner import Order
from laguna.games.ship_ahoy.physics.shape import Point

_LOG = logging.getLogger(__name__)

GUNNER = (sys.executable, "-m", "laguna.games.ship_ahoy.physics.gunner")
START_TIMEOUT_S = 60.0
"""Seconds until a gunner that is not ready is replaced: it loads MuJoCo."""
SHOT_TIMEOUT_S = 5.0
"""Seconds until a gunner that has not fired is replaced: some two hundred times what a shot takes."""
MAX_TRIES = 2
"""A shot is fired again if its gunner ends or hangs; the second time that is told."""


class NoShot(ServiceFailed):
    """A shot could not be fired, through no fault of it."""

    code = "no_shot"
    sentence = "The cannon did not fire. Try again in a moment."


class Gunnery:
    """Worker processes that fire shots. Started with the first shot, replaced if one ends or hangs, ended by `close`.

    Any thread may use it.
    """

    def __init__(self, workers: int = 1, command: Sequence[str] = GUNNER) -> None:
        """`command` is what starts a worker; see `gunner`."""
        ready = WarmUp(framed(None), START_TIMEOUT_S)
        self._gunners = tuple(WorkerProcess(command, warm_up=ready) for _ in range(workers))
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
            gunner.close()
        self._threads.shutdown()

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

    def _outcome(self, gunner: WorkerProcess, order: Order) -> Shot | Exception:
        for _ in range(MAX_TRIES):
            if self._closed:
                break
            try:
                outcome: Shot | Exception = gunner.request(framed(order), SHOT_TIMEOUT_S)
            except WorkerDied as death:
                self.deaths += 1
                _LOG.warning("A gunner is replaced: %s.", death)
            else:
                return outcome
        raise NoShot(_CLOSED if self._closed else f"The gunners failed {MAX_TRIES} times at this shot.")


_CLOSED = "The gunners were sent home."
