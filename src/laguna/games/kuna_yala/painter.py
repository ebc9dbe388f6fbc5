"""Kuna Yala as text: the visible cards, everybody's shoal on one chart, and what is counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from laguna.core.game import Ask, Move
from laguna.core.painter import Painter
from laguna.games.kuna_yala.game import (
    COLOURS,
    FLOORS,
    Card,
    KunaYalaView,
    LaidCard,
    Lay,
    OneFish,
    Place,
    Shoal,
    TwoFish,
)

STYLES = {"red": "bold red", "yellow": "bold yellow", "blue": "bold blue", "purple": "bold magenta"}
FLOOR_MARKS = {"ripple": "~", "pebble": "o", "grass": '"', "star": "*"}
MARKS = {"coral": "Ψ", "shark": "▲", "octopus": "@", "bones": "‡"}
NO_CARD_FITS = "·"
CELL = 4
LABEL = 3
MOST_COLUMNS = 18
"""The columns that fit on a screen of 80, with the rows' numbers before them."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
TYPED = re.compile(r"\s*([1-4])\s*([a-z])\s*(\d+)\s*", re.IGNORECASE)


class Strip(NamedTuple):
    """A shoal, or as much of its width as fits, on the chart: its corner there, and the columns and rows it shows."""

    seat: int
    left: int
    top: int
    columns: range
    rows: range


class KunaYalaPainter(Painter[KunaYalaView]):
    """Draws Kuna Yala. All shoals lie on one chart, so that a letter and a number name any place of any shoal."""

    def draw(self, view: KunaYalaView, seat: int | None) -> RenderableType:
        """The visible cards, the chart, the players."""
        return Group(self._visible(view), Text(), *self._chart(view, seat), self._players(view), self._legend())

    def parse(self, text: str, ask: Ask, view: KunaYalaView) -> Move | None:
        """A card's number and a place of the chart: 2 c5."""
        typed = TYPED.fullmatch(text)
        if typed is None:
            return None
        column, row = LETTERS.index(typed[2].lower()), int(typed[3]) - 1
        for strip in _strips(view, ask.seat):
            x, y = column - strip.left, row - strip.top
            if 0 <= x < len(strip.columns) and 0 <= y < len(strip.rows):
                return Lay(slot=int(typed[1]) - 1, place=Place(strip.seat, strip.columns[x], strip.rows[y]))
        return None

    def spell(self, move: Move, view: KunaYalaView, seat: int) -> str:
        """As it is typed: 2 c5."""
        if isinstance(move, Lay):
            for strip in _strips(view, seat):
                place = move.place
                if strip.seat == place.seat and place.x in strip.columns and place.y in strip.rows:
                    letter = LETTERS[strip.left + strip.columns.index(place.x)]
                    return f"{move.slot + 1} {letter}{strip.top + strip.rows.index(place.y) + 1}"
        return self.voice.move(move)

    def _visible(self, view: KunaYalaView) -> Table:
        table = Table(box=None, pad_edge=False, show_header=False)
        for slot, (card, pile) in enumerate(zip(view.visible, view.piles, strict=True), 1):
            mark = Text("–") if card is None else self._card(card)
            name = "" if card is None else self.voice.words.name("card", card)
            table.add_row(
                Text(str(slot), style="bold"), mark, Text(name), Text(self.say("pile", left=pile), style="dim")
            )
        return table

    def _chart(self, view: KunaYalaView, seat: int | None) -> Iterator[Text]:
        """Bands of shoals side by side: their owners, the columns' letters, then row by row."""
        strips = _strips(view, seat)
        for top in sorted({strip.top for strip in strips}):
            band = [strip for strip in strips if strip.top == top]
            yield self._line("", [(strip, self._owner(view, strip)) for strip in band])
            yield self._line("", [(strip, _letters(strip)) for strip in band])
            for row in range(top, top + max(len(strip.rows) for strip in band)):
                yield self._line(str(row + 1), [(strip, self._row(view, strip, row)) for strip in band])
            yield Text()

    def _line(self, label: str, parts: list[tuple[Strip, Text]]) -> Text:
        line = Text(label.rjust(LABEL - 1) + " ", style="dim")
        for strip, part in parts:
            line.pad_right(LABEL + CELL * strip.left - line.cell_len)
            part.truncate(CELL * (len(strip.columns) + 1))
            line.append_text(part)
        return line

    def _owner(self, view: KunaYalaView, strip: Strip) -> Text:
        name = self.voice.words.name("seat", strip.seat, self.voice.players)
        return Text(name, style="bold underline" if strip.seat == view.active else "bold")

    def _row(self, view: KunaYalaView, strip: Strip, row: int) -> Text:
        line = Text()
        if row - strip.top < len(strip.rows):
            shoal, y = view.shoals[strip.seat], strip.rows[row - strip.top]
            for x in strip.columns:
                cell = self._cell(shoal, x, y)
                cell.pad_right(CELL - cell.cell_len)
                line.append_text(cell)
        return line

    def _cell(self, shoal: Shoal, x: int, y: int) -> Text:
        """A card; or, on a free place, the numbers of the cards that may be laid there now."""
        for laid in shoal.cards:
            if (laid.x, laid.y) == (x, y):
                return self._laid(laid)
        for free in shoal.free:
            if (free.x, free.y) == (x, y):
                return Text(_numbers(free.slots), style="dim")
        return Text()

    def _laid(self, laid: LaidCard) -> Text:
        """What a card shows; underlined where a shark may be laid now."""
        shown = self._card(laid.card) if laid.state == "open" else Text(MARKS[laid.state])
        if laid.slots:
            shown.stylize("underline")
        return shown

    def _card(self, card: Card) -> Text:
        """Fish as letters, twice for two, and the mark of the floor."""
        if isinstance(card, OneFish | TwoFish):
            letter = self.say("letters")[COLOURS.index(card.colour)]
            fish = letter if isinstance(card, OneFish) else letter * 2
            return Text(fish + FLOOR_MARKS[card.floor], style=STYLES[card.colour])
        return Text(MARKS[type(card).__name__.lower()])

    def _players(self, view: KunaYalaView) -> Table:
        table = Table(box=None, pad_edge=False, show_header=False)
        for owner, (shoal, token) in enumerate(zip(view.shoals, view.tokens, strict=True)):
            fish = Text()
            for letter, colour in zip(self.say("letters"), COLOURS, strict=True):
                fish.append(f"{letter}{shoal.fish[colour]} ", style=STYLES[colour])
            counts = (
                f"{MARKS['coral']}{shoal.corals} {MARKS['octopus']}{shoal.octopuses} {MARKS['shark']}{shoal.sharks}"
            )
            secret = Text() if token is None else Text(self.say("token", colour=token), style=STYLES[token])
            name = self.voice.words.name("seat", owner, self.voice.players)
            table.add_row("▶" if owner == view.active else " ", name, fish, counts, secret)
        return table

    def _legend(self) -> Text:
        floors = "  ".join(f"{FLOOR_MARKS[floor]} {self.voice.words.name('floor', floor)}" for floor in FLOORS)
        marks = "  ".join(f"{mark} {self.say(name)}" for name, mark in MARKS.items())
        return Text(f"{floors}\n{marks}\n{NO_CARD_FITS} {self.say('free')}", style="dim")


def _numbers(slots: tuple[int, ...]) -> str:
    """The cards that fit, counted from 1; all four in the width of three."""
    numbers = "".join(str(slot + 1) for slot in slots)
    return "1-4" if len(numbers) == CELL else numbers or NO_CARD_FITS


def _letters(strip: Strip) -> Text:
    letters = LETTERS[strip.left : strip.left + len(strip.columns)]
    return Text("".join(letter.ljust(CELL) for letter in letters), style="dim")


def _strips(view: KunaYalaView, seat: int | None) -> list[Strip]:
    """Where the shoals lie on the chart, one's own first: side by side while there is room, then below."""
    strips: list[Strip] = []
    left, top, bottom = 0, 0, 0
    for number in range(view.seats):
        owner = (number + (seat or 0)) % view.seats
        shoal = view.shoals[owner]
        columns = _span([free.x for free in shoal.free])
        rows = _span([free.y for free in shoal.free])
        for start in range(0, len(columns), MOST_COLUMNS):
            part = columns[start : start + MOST_COLUMNS]
            if left + len(part) > MOST_COLUMNS:
                left, top = 0, bottom
            strips.append(Strip(owner, left, top, part, rows))
            left += len(part) + 1
            bottom = max(bottom, top + len(rows))
    return strips


def _span(numbers: list[int]) -> range:
    """From the least to the greatest. The free places surround a shoal, so they span it."""
    return range(min(numbers), max(numbers) + 1)
