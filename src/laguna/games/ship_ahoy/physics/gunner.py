"""A gunner, `python -m laguna.games.ship_ahoy.physics.gunner`: a process that fires the shots it is ordered to."""

from __future__ import annotations

from laguna.core.worker import serve
from laguna.games.ship_ahoy.physics.board import Piece
from laguna.games.ship_ahoy.physics.cannon import Shot, shoot
from laguna.games.ship_ahoy.physics.shape import Point

Order = tuple[tuple[Piece, ...], Point, float, float, float]
"""What `shoot` is given."""


def reply(order: Order | None) -> Shot | Exception | None:
    """The outcome of a shot, or why there is none. To None, as soon as it is ready to fire."""
    if order is None:
        from laguna.games.ship_ahoy.physics import simulation  # noqa: F401, PLC0415 - so that the first shot is quick

        return None
    try:
        return shoot(*order)
    except Exception as error:  # noqa: BLE001 - whatever it is, who ordered the shot is told
        return error


if __name__ == "__main__":
    serve(reply)
