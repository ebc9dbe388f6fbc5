"""Mahé as a picture: the island with its fields, stacks of turtles, the raft and the nest, and everybody's eggs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from laguna.core.canvas import EDGE, SIDE, Canvas
from laguna.core.game import Event
from laguna.core.lettering import HEADLINE, QUIET
from laguna.core.palette import GRASS, INK, PAPER, SAND, SAND_SHADE, SEATS, SUN
from laguna.core.picture import PicturePainter
from laguna.games.mahe.game import MaheView, Pile, Turtle
from laguna.games.mahe.rules import BEACH_EGGS, LAST_FIELD, RAFT
from laguna.games.mahe.stacks import bottom_first

BEACH = LAST_FIELD + 1
_MIDDLE = (500.0, 400.0)
_REACH = (420.0, 290.0)
"""Of the ellipse that the fields lie on."""
_FIRST_DEGREES, _STEP_DEGREES = -38.0, 16.2
"""Where field 1 lies, and how far it is to the next, anticlockwise (M11)."""
_RAFT = (868.0, 690.0)
_WIDE = 98.0
"""How wide a turtle is."""
_CROWD = 5
"""So many on a field stand closer together."""
_BERTHS = 4
"""So many turtles stand in the raft's front row."""
_COLOURS = {"red": 1, "blue": 2, "yellow": 3, "green": 4, "purple": 5, "pink": 6, "grey": 7}
_SHELL = "M11 46c0-13 7-27 17-27h38c10 0 17 14 17 27 0 3-1 4-4 4H15c-3 0-4-1-4-4z"
_LIGHT = 'stroke="#fff" stroke-opacity=".62" stroke-width="2" fill="none"'
_SHELLS = {
    "red": (
        10,
        10,
        0,
        '<g fill="#fff" fill-opacity=".5"><circle cx="3" cy="3" r="2"/><circle cx="8" cy="8" r="2"/></g>',
    ),
    "blue": (12, 8, 0, f'<path d="M0 4q3-4 6 0t6 0" {_LIGHT}/>'),
    "yellow": (12, 12, 0, '<path d="M0 0h6v6H0zM6 6h6v6H6z" fill="#6b3f00" fill-opacity=".3"/>'),
    "green": (8, 8, 45, '<path d="M0 0h3.4v8H0z" fill="#fff" fill-opacity=".45"/>'),
    "purple": (12, 12, 0, '<path d="M6 1l4 5-4 5-4-5z" fill="#fff" fill-opacity=".45"/>'),
    "pink": (12, 12, 0, f'<circle cx="6" cy="6" r="3.4" {_LIGHT}/>'),
    "grey": (10, 10, 0, f'<path d="M5 1.5v7M1.5 5h7" {_LIGHT}/>'),
}
"""A pattern for each shell, since colour is never alone: width, height, turn, drawing; as in the browser."""


class MahePicture(PicturePainter[MaheView]):
    """Draws Mahé as in the browser: against the clock from the raft around the island."""

    def draw(self, view: MaheView, seat: int | None, events: Sequence[Event] = ()) -> str:
        """The island, then the players."""
        del seat, events
        canvas = Canvas()
        canvas.define(*(_pattern(colour) for colour in sorted({turtle.colour for turtle in view.turtles})))
        canvas.waves([40, 118, 196, 620, 690])
        _island(canvas, view)
        self._stage(canvas, view)
        _turtles(canvas, view)
        self._players(canvas, view)
        return canvas.svg()

    def _stage(self, canvas: Canvas, view: MaheView) -> None:
        """In the middle: what is to be won, and the dice."""
        x, y = _MIDDLE
        if view.deck or view.prize != BEACH_EGGS:
            _egg_card(canvas, view.prize, x - 118, y - 36, 92)
        canvas.words(self._prize(view), x, y - 128, 21, QUIET._replace(colour=INK), "middle")
        if view.mover is None:
            return
        faces = len(view.thrown)
        for number, die in enumerate(view.thrown):
            left = x + 58 + 78 * (number - (faces - 1) / 2)
            if number == view.card_at:
                _egg_card(canvas, die, left, y - 36, 66)
            else:
                canvas.art(f"die-{die}", left, y - 36, 76)
        total = f"{view.total} × {faces} = {view.total * faces}" if faces > 1 else str(view.total)
        canvas.words(total, x + 58, y + 44, 38, HEADLINE, "middle")

    def _prize(self, view: MaheView) -> str:
        return self.say("prize" if view.deck or view.prize != BEACH_EGGS else "beach", eggs=view.prize, deck=view.deck)

    def _players(self, canvas: Canvas, view: MaheView) -> None:
        """A plate each: the name, the cards, and their eggs where the onlooker may know them (M25)."""
        rows = 1 if view.seats <= 4 else 2
        columns = -(-view.seats // rows)
        width, height = (SIDE - EDGE) / columns - EDGE, 210 if rows == 1 else 98
        for seat, pile in enumerate(view.piles):
            row, column = divmod(seat, columns)
            left, top = EDGE + (width + EDGE) * column, 770 + (height + 12) * row
            canvas.plate(left, top, width, height, lit=seat == view.active and view.beach is None)
            beside = rows > 1
            canvas.player(seat, self.name(seat), left + 14, top + (height / 2 if beside else 30), 42, width - 90)
            if beside:
                _pile(canvas, pile.values, pile.cards, (left + width - 76, top + 12, 62, height - 24))
                canvas.badge(_eggs(pile), left + width - 24, top + height - 22, 17)
            else:
                _pile(canvas, pile.values, pile.cards, (left + 14, top + 62, width - 28, height - 78))
                canvas.badge(_eggs(pile), left + width - 32, top + height - 26, 20)
            if view.decider == seat and view.mover is not None:
                canvas.disc(left + width - 20, top + 20, 9, SUN, f'stroke="{INK}" stroke-width="2"')


def _island(canvas: Canvas, view: MaheView) -> None:
    x, y = _MIDDLE
    across, up = _REACH
    canvas.art("island", 118, 86, 170)
    for fill, reach, below in ((SAND_SHADE, 0.84, 14.0), (SAND, 0.84, 0.0), (GRASS, 0.75, 0.0)):
        canvas.add(f'<ellipse cx="{x}" cy="{y + below}" rx="{across * reach:g}" ry="{up * reach:g}" fill="{fill}"/>')
    nest_x, nest_y = _around(_FIRST_DEGREES + (LAST_FIELD - 1) * _STEP_DEGREES, 0.6)
    if view.beach is None:
        last = view.deck == 0 and view.prize == BEACH_EGGS
        canvas.disc(nest_x, nest_y, 52, SUN, f'fill-opacity="{0.75 if last else 0.0:g}"')
    canvas.art("nest", nest_x, nest_y, 92)
    canvas.badge(str(BEACH_EGGS), nest_x + 40, nest_y - 30, 20)
    taken = {turtle.field for turtle in view.turtles}
    for field in range(1, LAST_FIELD + 1):
        at_x, at_y = _place(field)
        fill = SUN if field == LAST_FIELD else PAPER
        canvas.add(
            f'<ellipse cx="{at_x:.1f}" cy="{at_y:.1f}" rx="41" ry="32" fill="{fill}" stroke="#fff" stroke-opacity=".6" '
            f'stroke-width="4"/>'
        )
        low = 20 if field in taken else 0
        canvas.words(str(field), at_x, at_y + low, 21 if low else 27, HEADLINE, "middle")
    canvas.art("raft-wide", *_RAFT, 250)


def _turtles(canvas: Canvas, view: MaheView) -> None:
    """Whoever is further back first, of a stack from the bottom up."""
    fields = sorted({turtle.field for turtle in view.turtles}, key=lambda field: _place(field)[1])
    for field in fields:
        stack = bottom_first([turtle for turtle in view.turtles if turtle.field == field])
        for level, turtle in enumerate(stack):
            if field == RAFT:
                continue
            step = 0.27 if len(stack) < _CROWD else 0.2
            x, y = _place(field)
            _turtle(canvas, turtle, x, y - 22 - _WIDE * step * level, 1.0, turned=field != BEACH and y < _MIDDLE[1])
    rafted = bottom_first([turtle for turtle in view.turtles if turtle.field == RAFT])
    for nth, turtle in sorted(enumerate(rafted), key=lambda each: each[0] < _BERTHS):
        x, y = _berth(nth, len(rafted))
        _turtle(canvas, turtle, x, y, 0.62)


def _turtle(canvas: Canvas, turtle: Turtle, x: float, y: float, size: float, *, turned: bool = False) -> None:
    """A turtle with its feet a little below (x, y), and on its shell the sign of whose it is."""
    colour = SEATS[_COLOURS[turtle.colour] - 1]
    width = _WIDE * size
    canvas.art("turtle", x, y, width, turned=turned, seat=colour)
    scale = width / 110
    middle = x + (47 - 55) * scale * (-1 if turned else 1)
    place = f"translate({x - (-1 if turned else 1) * 55 * scale:.1f} {y - 32 * scale:.1f})"
    canvas.add(
        f'<g transform="{place} scale({-scale if turned else scale:.3f} {scale:.3f})">'
        f'<path d="{_SHELL}" fill="url(#shell-{turtle.colour})"/>'
        f'<path d="{_SHELL}" fill="none" stroke="{INK}" stroke-width="3"/></g>'
    )
    canvas.disc(middle, y + 0.5 * scale, 12 * scale, PAPER, f'stroke="{INK}" stroke-width="{1.5 * scale:.1f}"')
    canvas.art(f"seat-{turtle.seat + 1}", middle, y + 0.5 * scale, 17 * scale)


def _eggs(pile: Pile) -> str:
    """How many eggs a pile has for who knows them, else how many cards."""
    return str(pile.cards) if pile.values is None else f"Σ {sum(pile.values)}"


def _pile(canvas: Canvas, values: tuple[int, ...] | None, cards: int, room: tuple[float, float, float, float]) -> None:
    """A pile of cards: face up where they are known, else their backs; as many as there is room for, overlapping."""
    left, top, width, height = room
    high = min(height, 118.0)
    wide = high * 0.75
    step = min(wide + 6, (width - wide) / max(1, cards - 1))
    for number in range(cards):
        x, y = left + wide / 2 + step * number, top + high / 2
        if values is None:
            canvas.art("card-back", x, y, high / 1.396)
        else:
            _egg_card(canvas, values[number], x, y, wide)


def _egg_card(canvas: Canvas, eggs: int, x: float, y: float, width: float) -> None:
    """An egg card: its number, and as many eggs."""
    high = width / 0.75
    left, top = x - width / 2, y - high / 2
    canvas.box(left, top, width, high, PAPER, radius=0.12 * width, line=f'stroke="{INK}" stroke-width="2"')
    canvas.box(left + 3, top + 0.64 * high, width - 6, 0.36 * high - 3, SAND, radius=0.1 * width)
    canvas.words(str(eggs), x, top + 0.22 * high, 0.42 * width, HEADLINE, "middle")
    columns = 2 if eggs in (2, 4) else min(eggs, 3)
    rows = -(-eggs // columns)
    for egg in range(eggs):
        row, column = divmod(egg, columns)
        in_row = min(columns, eggs - row * columns)
        size = width * (0.46 if eggs <= 2 else 0.34)
        canvas.art(
            "egg",
            x + (column - (in_row - 1) / 2) * size * 0.8,
            top + high * (0.66 + 0.2 * (row - (rows - 1) / 2)),
            size,
        )


def _pattern(colour: str) -> str:
    wide, high, turn, drawn = _SHELLS[colour]
    return (
        f'<pattern id="shell-{colour}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({turn})">{drawn}</pattern>'
    )


def _place(field: int) -> tuple[float, float]:
    """Where a field is; the beach is beside the nest."""
    if field == RAFT:
        return _RAFT
    if field == BEACH:
        x, y = _around(_FIRST_DEGREES + (LAST_FIELD - 1) * _STEP_DEGREES, 0.6)
        return x - 84, y + 20
    return _around(_FIRST_DEGREES + (field - 1) * _STEP_DEGREES, 1.0)


def _around(degrees: float, reach: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return _MIDDLE[0] + reach * _REACH[0] * math.cos(angle), _MIDDLE[1] - reach * _REACH[1] * math.sin(angle)


def _berth(nth: int, of: int) -> tuple[float, float]:
    """Where the turtle in this place of a row of so many stands on the raft."""
    back = nth >= _BERTHS
    row = of - _BERTHS if back else min(of, _BERTHS)
    column = (nth - _BERTHS if back else nth) - (row - 1) / 2
    return _RAFT[0] - 14 + 54 * column, _RAFT[1] + (-16 if back else 12)
