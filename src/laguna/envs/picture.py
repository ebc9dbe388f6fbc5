"""Tables as pictures, an array of pixels each: drawn from what one seat sees, with our own drawings.

It needs resvg-py and Pillow: `pip install "laguna[render]"`.
"""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laguna.core.art import PICTURES
from laguna.core.game import Game, Table
from laguna.core.words import Voice
from laguna.games import PLUGINS
from laguna.terminal.painters import picture_painter_of

PICTURE_PX = 800
"""How wide and high a picture is unless something else is asked for."""
_MOST_PX = 4_096


def svg_of(game: Game[Any, Any, Any], table: Table, seat: int | None, lang: str = "en") -> str:
    """The table as a seat sees it, as SVG; None: as a spectator does. Raises `NoSuchSeat`.

    Nothing of the table is drawn but its view, so nothing hidden from the seat is in there.
    """
    return picture_painter_of(game.key, _voice(game.key, lang)).draw(game.view(table, seat), seat)


def picture_of(
    game: Game[Any, Any, Any], table: Table, seat: int | None, size_px: int = PICTURE_PX
) -> NDArray[np.uint8]:
    """The same as pixels: rows of columns of red, green and blue, as high as it is wide.

    Raises ValueError for a size that no picture has, and `ModuleNotFoundError` where what draws it is not installed.
    """
    if not 1 <= size_px <= _MOST_PX:
        raise ValueError(f"A picture is 1 to {_MOST_PX} pixels wide, not {size_px}.")
    return pixels(svg_of(game, table, seat), size_px)


def pixels(svg: str, size_px: int) -> NDArray[np.uint8]:
    """A square SVG as pixels; see `picture_of`.

    Written in our own fonts, which come with the pages; in those of the system in a checkout that has not built them.
    """
    from PIL import Image  # noqa: PLC0415 - only who looks at pictures needs it
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - the same

    fonts = _fonts()
    drawn = svg_to_bytes(
        svg_string=svg, width=size_px, height=size_px, font_files=list(fonts), skip_system_fonts=bool(fonts)
    )
    with Image.open(io.BytesIO(bytes(drawn))) as image:
        return np.array(image.convert("RGB"))


@cache
def _voice(key: str, lang: str) -> Voice:
    return Voice(PLUGINS[key].words(lang))


@cache
def _fonts() -> tuple[str, ...]:
    return tuple(str(path) for path in sorted((PICTURES / "fonts").glob("*.ttf")))
