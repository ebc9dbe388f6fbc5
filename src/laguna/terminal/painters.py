"""Every game's painter, by the game's key."""

from __future__ import annotations

from typing import Any

from laguna.core.words import Voice
from laguna.terminal.mahe import MahePainter
from laguna.terminal.painter import Painter

PAINTERS: dict[str, type[Painter[Any]]] = {
    "mahe": MahePainter,
}


def painter_of(key: str, voice: Voice) -> Painter[Any]:
    """The painter of a game's table."""
    return PAINTERS[key](voice)
