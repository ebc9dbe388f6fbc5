"""Kuna Yala as a picture: the cards to choose from, and every shoal as it is laid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from laguna.core.canvas import EDGE, SIDE, Canvas
from laguna.core.game import Event
from laguna.core.lettering import HEADLINE, NOTE, QUIET
from laguna.core.palette import DEEP, INK, LAGOON, PAPER, SAND, SUN
from laguna.core.picture import PicturePainter
from laguna.games.kuna_yala.game import COLOURS, Card, KunaYalaView, LaidCard, OneFish, Shoal, TwoFish

_FISH = {"red": "fish-angel", "yellow": "fish-puffer", "blue": "fish-dart", "purple": "fish-fan"}
"""The fish of a colour: every colour has a shape of its own."""
_PAPERS = {"coral": "#fbe5d8", "shark": "#c5dbe7", "octopus": "#c5dbe7", "bones": "#828b8e"}
"""Of cards without a floor."""
_MARKET = 132.0
"""What the visible cards take at the top."""
_LARGEST_CARD = 92.0
_CAPTION, _TWO_LINES = 66.0, 106.0
"""What a shoal's owner and counts take, in one line or two."""


class _Sea(NamedTuple):
    """The part of the picture in which a shoal lies."""

    left: float
    top: float
    width: float
    height: float


class KunaYalaPicture(PicturePainter[KunaYalaView]):
    """Draws Kuna Yala. A secret colour is there for its owner, and for everybody when the game is over (K18)."""

    def draw(self, view: KunaYalaView, seat: int | None, events: Sequence[Event] = ()) -> str:
        """The visible cards, then the shoals, one's own first."""
        del events
        canvas = Canvas(LAGOON)
        canvas.waves(range(190, 1000, 90))
        self._market(canvas, view)
        for number, sea in enumerate(_seas(view.seats)):
            self._shoal(canvas, view, (number + (seat or 0)) % view.seats, sea)
        return canvas.svg()

    def _market(self, canvas: Canvas, view: KunaYalaView) -> None:
        """The cards that can be laid, with the piles from which others follow (K6)."""
        canvas.box(0, 0, SIDE, _MARKET, SAND, radius=0)
        canvas.box(0, _MARKET, SIDE, 6, INK, radius=0, line='fill-opacity=".14"')
        for slot, (card, pile) in enumerate(zip(view.visible, view.piles, strict=True)):
            x = 62 + 240 * slot
            if card is None:
                canvas.box(
                    x - 48,
                    18,
                    96,
                    96,
                    "none",
                    line=f'stroke="{INK}" stroke-opacity=".3" stroke-width="3" stroke-dasharray="9 7"',
                )
            else:
                _face(canvas, card, x + 4, 66, 100)
            canvas.words(str(slot + 1), x + 68, 48, 34, HEADLINE)
            canvas.words(self.say("pile", left=pile), x + 68, 86, 18, QUIET)

    def _shoal(self, canvas: Canvas, view: KunaYalaView, owner: int, sea: _Sea) -> None:
        """A shoal in the middle of its part of the sea, as large as there is room; below it what is counted."""
        lit = owner == view.active and view.to_lay is not None
        canvas.box(*sea, DEEP, radius=22, line='fill-opacity=".16"')
        if lit:
            canvas.box(*sea, "none", radius=22, line=f'stroke="{SUN}" stroke-width="7"')
        shoal = view.shoals[owner]
        columns = _span([card.x for card in shoal.cards])
        rows = _span([card.y for card in shoal.cards])
        room_x, room_y = sea.width - 28, sea.height - _caption_height(sea) - 24
        size = min(_LARGEST_CARD, room_x / len(columns), room_y / len(rows))
        middle_x, middle_y = sea.left + sea.width / 2, sea.top + 14 + room_y / 2
        for card in shoal.cards:
            x = middle_x + size * (columns.index(card.x) - (len(columns) - 1) / 2)
            y = middle_y + size * (rows.index(card.y) - (len(rows) - 1) / 2)
            _laid(canvas, card, x, y, size * 0.95)
        self._caption(canvas, view, owner, sea)

    def _caption(self, canvas: Canvas, view: KunaYalaView, owner: int, sea: _Sea) -> None:
        """Whose shoal it is, their colour if it may be known, and what is counted: in one line or two."""
        caption = _caption_height(sea)
        top = sea.top + sea.height - caption
        canvas.box(sea.left + 8, top, sea.width - 16, caption - 8, PAPER, radius=18)
        middle = top + (_CAPTION - 8) / 2
        canvas.player(owner, self.name(owner), sea.left + 18, middle - (caption > _CAPTION) * 4, 40, 190)
        token = view.tokens[owner]
        if token is not None:
            x, y = sea.left + 254, middle - (caption > _CAPTION) * 2
            canvas.disc(x, y, 24, SUN, f'stroke="{INK}" stroke-width="2"')
            canvas.art(_FISH[token], x, y, 34)
        left = sea.left + (298 if caption == _CAPTION else 18)
        counts = _counts(view.shoals[owner])
        step = (sea.left + sea.width - 14 - left) / len(counts)
        for number, (drawn, count) in enumerate(counts):
            canvas.art(drawn, left + step * number + 18, middle + caption - _CAPTION, 30)
            canvas.words(
                str(count), left + step * number + 38, middle + caption - _CAPTION, 20, NOTE._replace(colour=INK)
            )


def _counts(shoal: Shoal) -> list[tuple[str, int]]:
    """What is counted of a shoal: its fish by colour, coral, octopuses and sharks."""
    fish = [(_FISH[colour], shoal.fish[colour]) for colour in COLOURS]
    return [*fish, ("coral", shoal.corals), ("octopus", shoal.octopuses), ("shark", shoal.sharks)]


def _caption_height(sea: _Sea) -> float:
    return _CAPTION if sea.width > SIDE / 2 else _TWO_LINES


def _seas(seats: int) -> list[_Sea]:
    """Where the shoals lie: two above each other, else side by side as well."""
    top, room = _MARKET + 18, SIDE - _MARKET - 18
    if seats == 2:
        high = room / 2 - 14
        return [_Sea(EDGE, top + (high + 12) * row, SIDE - 2 * EDGE, high) for row in range(2)]
    high, wide = room / 2 - 14, (SIDE - 3 * EDGE) / 2
    return [
        _Sea(EDGE + (wide + EDGE) * (number % 2), top + (high + 12) * (number // 2), wide, high)
        for number in range(seats)
    ]


def _laid(canvas: Canvas, card: LaidCard, x: float, y: float, size: float) -> None:
    """A card in a shoal: what lies on top of it is all of it that counts."""
    if card.state == "open":
        _face(canvas, card.card, x, y, size)
    else:
        _creature(canvas, card.state, x, y, size)


def _face(canvas: Canvas, card: Card, x: float, y: float, size: float) -> None:
    """A fish on its floor, coral, a shark or an octopus."""
    if isinstance(card, OneFish | TwoFish):
        _paper(canvas, PAPER, x, y, size)
        canvas.art(f"floor-{card.floor}", x, y, size * 0.94)
        canvas.art(_FISH[card.colour] + ("" if isinstance(card, OneFish) else "-2"), x, y, size * 0.84)
    else:
        _creature(canvas, type(card).__name__.lower(), x, y, size)


def _creature(canvas: Canvas, name: str, x: float, y: float, size: float) -> None:
    _paper(canvas, _PAPERS[name], x, y, size)
    canvas.art(name, x, y, size * 0.84)


def _paper(canvas: Canvas, fill: str, x: float, y: float, size: float) -> None:
    half = size / 2
    canvas.box(x - half, y - half + 0.04 * size, size, size, INK, radius=0.12 * size, line='fill-opacity=".3"')
    line = f'stroke="{PAPER}" stroke-width="{0.045 * size:.1f}"'
    canvas.box(x - half, y - half, size, size, fill, radius=0.12 * size, line=line)


def _span(numbers: Sequence[int]) -> range:
    """From the least to the greatest."""
    return range(min(numbers), max(numbers) + 1)
