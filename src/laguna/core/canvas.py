"""A picture in the making: our drawings, plates and words on a ground, written as one SVG that any program can draw.

Every drawing is in the SVG once for each set of colours it has, however often it is shown, under names of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from laguna.core.art import drawing
from laguna.core.lettering import NAME, Anchor, Lettering, fitting, written
from laguna.core.palette import DEEP, INK, LAGOON, LAGOON_LIGHT, PAPER, SAND, SEATS, SUN

SIDE = 1000.0
"""Pictures of tables are squares of so many units: every moment of a game has the same size."""
EDGE = 20.0
"""What is left free at the rim."""


class Canvas:
    """What is drawn later lies on top. Places are middles unless something else is said, y grows downwards."""

    def __init__(self, ground: str = LAGOON) -> None:
        self._symbols: dict[tuple[str, ...], str] = {}
        self._definitions: list[str] = []
        self._shown = [f'<rect width="{SIDE:g}" height="{SIDE:g}" fill="{ground}"/>']

    def add(self, *elements: str) -> None:
        """Show these."""
        self._shown += elements

    def define(self, *elements: str) -> None:
        """What elements refer to by name: a pattern, a gradient."""
        self._definitions += elements

    def art(self, name: str, x: float, y: float, width: float, *, turned: bool = False, **colours: str) -> None:
        """One of our drawings, so wide; turned: it looks the other way. `colours` are those that it leaves open."""
        drawn = drawing(name)
        symbol = self._symbol(name, colours)
        high = width * drawn.height
        mirrored = f'transform="translate({_n(2 * x)} 0) scale(-1 1)" ' if turned else ""
        self.add(
            f'<use href="#{symbol}" {mirrored}x="{_n(x - width / 2)}" y="{_n(y - high / 2)}" '
            f'width="{_n(width)}" height="{_n(high)}"/>'
        )

    def words(
        self, text: str, x: float, y: float, size: float, letters: Lettering = NAME, anchor: Anchor = "start"
    ) -> None:
        """A line of text, its middle at this height."""
        self.add(written(text, round(x, 1), round(y + 0.34 * size, 1), round(size, 1), letters, anchor))

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, *, radius: float = 12.0, line: str = ""
    ) -> None:
        """A rounded rectangle from its upper left corner; `line` are further attributes."""
        self.add(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" rx="{_n(radius)}" '
            f'fill="{fill}" {line}/>'
        )

    def disc(self, x: float, y: float, radius: float, fill: str, line: str = "") -> None:
        """A disc; `line` are further attributes."""
        self.add(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" {line}/>')

    def badge(self, text: str, x: float, y: float, size: float, fill: str = DEEP, colour: str = "#fff") -> None:
        """A number on a pill."""
        wide = max(1.5, 0.62 * len(text) + 0.75) * size
        self.box(x - wide / 2, y - 0.72 * size, wide, 1.44 * size, fill, radius=0.72 * size)
        self.words(text, x, y, size, NAME._replace(weight=800, colour=colour), "middle")

    def plate(self, x: float, y: float, width: float, height: float, *, lit: bool = False) -> None:
        """A panel of paper, with a shadow; lit: it is somebody's turn."""
        self.box(x, y + 5, width, height, INK, radius=18, line='fill-opacity=".16"')
        edge = f'stroke="{SUN}" stroke-width="7"' if lit else f'stroke="{INK}" stroke-opacity=".22" stroke-width="2"'
        self.box(x, y, width, height, PAPER if lit else SAND, radius=18, line=edge)

    def seat(self, seat: int, x: float, y: float, size: float) -> None:
        """A seat's sign in its colour."""
        colour = SEATS[seat % len(SEATS)]
        self.disc(x, y, size / 2, colour)
        self.disc(x, y, size * 0.36, PAPER)
        self.art(f"seat-{seat % len(SEATS) + 1}", x, y, size * 0.48)

    def player(self, seat: int, name: str, x: float, y: float, size: float, room: float) -> None:
        """A seat's sign and the name beside it, from `x` to the right within so much room."""
        self.seat(seat, x + size / 2, y, size)
        self.words(name, x + 1.25 * size, y, fitting(name, 0.72 * size, room - 1.25 * size))

    def waves(self, rows: Iterable[float]) -> None:
        """Lines of water across the picture."""
        for number, y in enumerate(rows):
            start = -40 if number % 2 else 0
            curves = "t50 0" * 24
            self.add(
                f'<path d="M{start} {_n(y)}q25-14 50 0{curves}" fill="none" stroke="{LAGOON_LIGHT}" '
                f'stroke-opacity=".28" stroke-width="5" stroke-linecap="round"/>'
            )

    def svg(self) -> str:
        """The whole picture."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE:g}" height="{SIDE:g}" '
        symbols = "".join((*self._definitions, *self._symbols.values()))
        defs = f"<defs>{symbols}</defs>" if symbols else ""
        return f'{head}viewBox="0 0 {SIDE:g} {SIDE:g}">{defs}{"".join(self._shown)}</svg>\n'

    def _symbol(self, name: str, colours: dict[str, str]) -> str:
        """The name under which a drawing is in the SVG in these colours."""
        key = (name, *(f"{each}:{colours[each]}" for each in sorted(colours)))
        number = list(self._symbols).index(key) if key in self._symbols else len(self._symbols)
        symbol = f"{name}-{number}"
        if key not in self._symbols:
            drawn = drawing(name)
            inside = re.sub(rf'(id="|#){re.escape(name)}-', rf"\g<1>{symbol}-", drawn.coloured(**colours))
            self._symbols[key] = (
                f'<symbol id="{symbol}" overflow="visible" viewBox="{drawn.box}" {drawn.style}>{inside}</symbol>'
            )
        return symbol


def _n(number: float) -> str:
    """A number as it is written: to a tenth of a unit, without needless digits."""
    return f"{round(number, 1) + 0.0:g}"
