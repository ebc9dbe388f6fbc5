"""The cannon of environments: computed here and now, in a notebook as well."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from laguna.games.ship_ahoy.physics import cannon
from laguna.games.ship_ahoy.physics.board import Piece
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.shape import Point


def shoot(
    pieces: Iterable[Piece], muzzle: Point, heading: float, speed: float, table: float = PHYSICS.table_half
) -> cannon.Shot:
    """`cannon.shoot`, which refuses to keep an event loop waiting. In a notebook one runs, and whoever steps waits."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return cannon.shoot(pieces, muzzle, heading, speed, table)
    return _aside().submit(cannon.shoot, tuple(pieces), muzzle, heading, speed, table).result()


@cache
def _aside() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="cannon")
