"""Who draws a game's table in text: the game's own painter, or the generic one."""

from __future__ import annotations

from typing import Any

from laguna.core.painter import Painter
from laguna.core.words import Voice
from laguna.games import PLUGINS
from laguna.terminal.generic_painter import GenericPainter


def painter_of(key: str, voice: Voice) -> Painter[Any]:
    """The painter of a game's table."""
    return (PLUGINS[key].load_painter() or GenericPainter)(voice)
