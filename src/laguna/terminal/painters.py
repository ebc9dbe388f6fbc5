"""Every game's painter, by the game's key."""

from __future__ import annotations

from typing import Any

from laguna.core.words import Voice
from laguna.terminal.animals_on_board import AnimalsPainter
from laguna.terminal.duck import DuckPainter
from laguna.terminal.kuna_yala import KunaYalaPainter
from laguna.terminal.mahe import MahePainter
from laguna.terminal.painter import Painter
from laguna.terminal.ship_ahoy import ShipAhoyPainter

PAINTERS: dict[str, type[Painter[Any]]] = {
    "mahe": MahePainter,
    "duck": DuckPainter,
    "animals_on_board": AnimalsPainter,
    "kuna_yala": KunaYalaPainter,
    "ship_ahoy": ShipAhoyPainter,
}


def painter_of(key: str, voice: Voice) -> Painter[Any]:
    """The painter of a game's table."""
    return PAINTERS[key](voice)
