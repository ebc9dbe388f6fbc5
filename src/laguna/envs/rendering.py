"""A table to be looked at: in text, as the terminal draws it, or as a picture; always as one seat sees it."""

from __future__ import annotations

import io
import sys
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from laguna.core.words import Voice
from laguna.envs.conventions import AnyRuledGame
from laguna.games import PLUGINS
from laguna.terminal.painters import painter_of

RenderMode = Literal["human", "ansi", "rgb_array"]
"""Printed after each step; as text; as a picture."""
RENDER_MODES: tuple[str, ...] = get_args(RenderMode)
FRAMES_PER_S = 1
"""So many steps a second can be followed."""
PICTURE_PX = 800
COLUMNS = 80


def seat_name(seat: int) -> str:
    """What a seat is called where names are wanted."""
    return f"seat_{seat}"


def rendered(
    game: AnyRuledGame,
    table: Any,  # noqa: ANN401 - the game's own
    seat: int | None,
    mode: RenderMode | None,
) -> str | NDArray[np.uint8] | None:
    """A table as a seat sees it; None: as a spectator does. What is for humans is printed. Raises ValueError."""
    if mode is None:
        raise ValueError(f"To render, make the environment with `render_mode`, one of {', '.join(RENDER_MODES)}.")
    if mode == "rgb_array":
        from laguna.envs.picture import picture_of  # noqa: PLC0415 - only who looks needs what draws

        picture: NDArray[np.uint8] = picture_of(game, table, seat, PICTURE_PX)
        return picture
    text = as_text(game, table, seat)
    if mode == "ansi":
        return text
    sys.stdout.write(text)
    return None


def as_text(game: AnyRuledGame, table: Any, seat: int | None) -> str:  # noqa: ANN401 - as above
    """A table as the terminal draws it, in the colours of a terminal."""
    voice = Voice(PLUGINS[game.key].words("en"), [seat_name(each) for each in range(table.seats)])
    drawn = io.StringIO()
    console = Console(file=drawn, width=COLUMNS, force_terminal=True, color_system="256", legacy_windows=False)
    console.print(painter_of(game.key, voice).draw(game.view(table, seat), seat))
    return drawn.getvalue()
