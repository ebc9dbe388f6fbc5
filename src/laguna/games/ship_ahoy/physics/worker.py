"""The cannon in a process of its own, so that an event loop never waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, Future
from typing import TYPE_CHECKING

from laguna.games.ship_ahoy.physics.board import Piece
from laguna.games.ship_ahoy.physics.cannon import Shot, refuse_in_event_loop, shoot
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.shape import Point

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_Order = tuple[tuple[Piece, ...], Point, float, float, float]
"""What `shoot` is given."""

_TRIES = 2
"""A shot is fired again if its worker dies; a second death is told."""


class Gunnery:
    """Worker processes that fire shots. Started with the first shot, started anew if one dies, ended with the program.

    Any thread may use it.
    """

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()

    def submit(
        self,
        pieces: Iterable[Piece],
        muzzle: Point,
        heading: float,
        speed: float,
        table: float = PHYSICS.table_half,
    ) -> Future[Shot]:
        """Fire in a worker: `await asyncio.wrap_future(gunnery.submit(…))`. The future may raise `BadShot`."""
        outcome: Future[Shot] = Future()
        outcome.set_running_or_notify_cancel()
        self._order((tuple(pieces), muzzle, heading, speed, table), outcome, _TRIES)
        return outcome

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
        return self.submit(pieces, muzzle, heading, speed, table).result()

    def close(self) -> None:
        """Let the workers finish and end them. Another shot would start new ones."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown()

    def _order(self, order: _Order, outcome: Future[Shot], tries: int) -> None:
        """Give an order to a worker. However it ends, the outcome is set, once."""
        pool = self._running()
        try:
            done = pool.submit(shoot, *order)
        except RuntimeError as error:  # broken, or closed by another thread just now
            self._mourn(pool, order, outcome, tries, error)
            return
        done.add_done_callback(lambda done: self._report(pool, done, order, outcome, tries))

    def _report(
        self, pool: ProcessPoolExecutor, done: Future[Shot], order: _Order, outcome: Future[Shot], tries: int
    ) -> None:
        error = done.exception()
        if isinstance(error, BrokenExecutor):
            self._mourn(pool, order, outcome, tries, error)
        elif error is not None:
            outcome.set_exception(error)
        else:
            outcome.set_result(done.result())

    def _mourn(
        self,
        pool: ProcessPoolExecutor,
        order: _Order,
        outcome: Future[Shot],
        tries: int,
        error: BaseException,
    ) -> None:
        """A worker died or was sent home: never use its pool again, and give the order to a new one."""
        with self._lock:
            if self._pool is pool:
                self._pool = None
        if tries > 1:
            self._order(order, outcome, tries - 1)
        else:
            outcome.set_exception(error)

    def _running(self) -> ProcessPoolExecutor:
        """The workers, started if need be."""
        # Neither is needed to look at a table, only to shoot at a live one.
        import multiprocessing  # noqa: PLC0415
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

        with self._lock:
            if self._pool is None:
                # Spawned, not forked: a fork would copy the server's threads' locks and open connections.
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_stand_by)
            return self._pool


def _stand_by() -> None:
    """In a new worker: leave Ctrl-C to the main program, and end when that ends, however it does."""
    import multiprocessing  # noqa: PLC0415
    import os  # noqa: PLC0415
    import signal  # noqa: PLC0415

    def follow() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(0)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=follow, daemon=True).start()


GUNNERY = Gunnery()
"""The workers that all tables of a program share."""
