"""The cannon in a process of its own, so that an event loop never waits for it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

from laguna.games.ship_ahoy.physics.board import Piece
from laguna.games.ship_ahoy.physics.cannon import Shot
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.shape import Point


class Gunnery:
    """Worker processes that fire shots. Started with the first shot, started again if one dies, closed at exit."""

    def submit(
        self,
        pieces: Sequence[Piece],
        muzzle: Point,
        heading: float,
        speed: float,
        table: float = PHYSICS.table_half,
    ) -> Future[Shot]:
        """Fire in a worker: `await asyncio.wrap_future(gunnery.submit(…))`. The future may raise `BadShot`."""
        raise NotImplementedError

    def shoot(
        self,
        pieces: Sequence[Piece],
        muzzle: Point,
        heading: float,
        speed: float,
        table: float = PHYSICS.table_half,
    ) -> Shot:
        """Fire in a worker and wait for the outcome: for threads, never in an event loop."""
        raise NotImplementedError

    def close(self) -> None:
        """End the workers. The next shot would start new ones."""
        raise NotImplementedError
