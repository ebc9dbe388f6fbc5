"""Who draws a game's table, in text or as a picture: the game's own painter, or the generic one."""

from __future__ import annotations

from typing import Any

from laguna.core.painter import Painter
from laguna.core.picture import PicturePainter
from laguna.core.words import Voice
from laguna.games import PLUGINS
from laguna.terminal.generic_painter import GenericPainter
from laguna.terminal.text_picture import TextPicture


def painter_of(key: str, voice: Voice) -> Painter[Any]:
    """The painter of a game's table in text."""
    return (PLUGINS[key].load_painter() or GenericPainter)(voice)


def picture_painter_of(key: str, voice: Voice) -> PicturePainter[Any]:
    """The painter of a game's table as a picture; of a game that brings none, the table in text is drawn."""
    own = PLUGINS[key].load_picture()
    return TextPicture(voice, painter_of(key, voice)) if own is None else own(voice)
