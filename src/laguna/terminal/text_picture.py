"""A table in text as a picture, for games that bring no pictures of their own.

Every sign has a place of its own on a grid, whatever the font, and frames are drawn as lines: fonts often lack them.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from rich.cells import cell_len
from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import MONOKAI, TerminalTheme

from laguna.core.canvas import EDGE, SIDE, Canvas
from laguna.core.game import Event, View
from laguna.core.lettering import QUIET
from laguna.core.painter import Painter
from laguna.core.palette import PAPER, SKY
from laguna.core.picture import PicturePainter
from laguna.core.words import Voice

COLUMNS = 80
"""As wide as painters may draw."""
_THEME: TerminalTheme = MONOKAI
_GROUND = "#10273d"
_SIGN, _LINE = 12.0, 24.0
"""How wide and high a place is; less where there are too many lines."""
_LEFT, _RIGHT, _UP, _DOWN = 1, 2, 4, 8
_FRAMES = {
    **dict.fromkeys("─━", _LEFT | _RIGHT),
    **dict.fromkeys("│┃", _UP | _DOWN),
    **dict.fromkeys("╭┌┏", _RIGHT | _DOWN),
    **dict.fromkeys("╮┐┓", _LEFT | _DOWN),
    **dict.fromkeys("╰└┗", _RIGHT | _UP),
    **dict.fromkeys("╯┘┛", _LEFT | _UP),
    **dict.fromkeys("├┣┡", _RIGHT | _UP | _DOWN),
    **dict.fromkeys("┤┫┩", _LEFT | _UP | _DOWN),
    **dict.fromkeys("┬┳", _LEFT | _RIGHT | _DOWN),
    **dict.fromkeys("┴┻", _LEFT | _RIGHT | _UP),
    **dict.fromkeys("┼╋╇", _LEFT | _RIGHT | _UP | _DOWN),
}
"""Where the lines of a frame's sign lead, from the middle of its place."""


class TextPicture(PicturePainter[View]):
    """Draws what a painter in text draws."""

    def __init__(self, voice: Voice, painter: Painter[Any]) -> None:
        super().__init__(voice)
        self._painter = painter

    def draw(self, view: View, seat: int | None, events: Sequence[Event] = ()) -> str:
        """The lines of the table in text, as large as there is room for all of them."""
        del events
        console = Console(
            width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor", legacy_windows=False
        )
        lines = console.render_lines(self._painter.draw(view, seat), pad=False)
        canvas = Canvas(_GROUND)
        scale = min(1.0, (SIDE - 2 * EDGE) / (_LINE * max(1, len(lines))))
        canvas.add(f'<g transform="translate({EDGE:g} {EDGE:g}) scale({scale:.4f})">')
        for row, line in enumerate(lines):
            canvas.add(*_drawn(line, row))
        canvas.add("</g>")
        return canvas.svg()


def _drawn(line: list[Segment], row: int) -> Iterator[str]:
    """A line of text: its words, each letter in its place, and the lines of frames."""
    column = 0
    for segment in line:
        if segment.control:
            continue
        style = segment.style or Style.null()
        colour = _colour(style)
        places: list[str] = []
        signs: list[str] = []
        for sign in segment.text:
            if sign in _FRAMES:
                yield _stroke(_FRAMES[sign], column, row, colour)
            elif not sign.isspace():
                places.append(f"{(column + 0.5 * cell_len(sign)) * _SIGN:g}")
                signs.append(sign)
            column += cell_len(sign)
        if signs:
            yield (
                f'<text x="{" ".join(places)}" y="{(row + 0.74) * _LINE:g}" font-family="{QUIET.family}, monospace" '
                f'font-size="19" font-weight="{QUIET.weight}" text-anchor="middle" fill="{colour}">'
                f"{escape(''.join(signs))}</text>"
            )


def _stroke(ways: int, column: int, row: int, colour: str) -> str:
    x, y = (column + 0.5) * _SIGN, (row + 0.5) * _LINE
    lines = (
        (_LEFT, f"M{x:g} {y:g}h{-_SIGN / 2:g}"),
        (_RIGHT, f"M{x:g} {y:g}h{_SIGN / 2:g}"),
        (_UP, f"M{x:g} {y:g}v{-_LINE / 2:g}"),
        (_DOWN, f"M{x:g} {y:g}v{_LINE / 2:g}"),
    )
    path = "".join(line for way, line in lines if ways & way)
    return f'<path d="{path}" stroke="{colour}" stroke-width="2" stroke-linecap="square"/>'


def _colour(style: Style) -> str:
    """The colour of a style's letters; reversed ones and those of none are light."""
    colour = style.color
    if colour is None or style.reverse:
        return SKY if style.dim else PAPER
    return _hex(colour)


def _hex(colour: Color) -> str:
    return str(colour.get_truecolor(_THEME).hex)
