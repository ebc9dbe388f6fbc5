"""Duck as a picture: everybody's hand, pile, towel and lifebuoys, a row each, and the Duck Ghost among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from laguna.core.canvas import EDGE, SIDE, Canvas
from laguna.core.game import Event
from laguna.core.lettering import HEADLINE, NAME, NOTE, QUIET
from laguna.core.palette import INK, LAGOON_LIGHT, PAPER, SAND, SAND_SHADE, SUN
from laguna.core.picture import PicturePainter
from laguna.games.duck.game import Card, DuckPlayer, DuckView, Ghost, Lifebuoy

_FACES = {"yellow": "#f8d46b", "blue": "#6db0ea", "red": "#ec8377"}
_DUCKS = {"yellow": "#f8c630", "blue": "#bfe0ff", "red": "#ffd3cc"}
_WEARS = {"yellow": "duck-glasses", "blue": "duck-snorkel", "red": "duck-hat"}
_PATTERNS = {
    "yellow": (
        'width="14" height="14"',
        '<g fill="#b97a00" fill-opacity=".38"><circle cx="4" cy="4" r="2.2"/><circle cx="11" cy="11" r="2.2"/></g>',
    ),
    "blue": (
        'width="16" height="9"',
        '<path d="M0 4.5q4-5 8 0t8 0" fill="none" stroke="#fff" stroke-opacity=".42" stroke-width="2.2"/>',
    ),
    "red": (
        'width="9" height="9" patternTransform="rotate(45)"',
        '<path d="M0 0h3.5v9H0z" fill="#fff" fill-opacity=".26"/>',
    ),
}
"""As in the browser: colour is never alone."""
_CARD = 98 / 70
"""How high a card is, as a part of its width."""
_HEAD = 148.0
"""What the lifebuoys to be won take above the rows."""
_GAP = 14.0


class _Row(NamedTuple):
    """Where a row of the table is."""

    top: float
    height: float

    @property
    def middle(self) -> float:
        return self.top + self.height / 2

    @property
    def card(self) -> float:
        """How wide a card is in it."""
        return min(118.0, (self.height - 26) / _CARD)


class DuckPicture(PicturePainter[DuckView]):
    """Draws Duck. Hands that the onlooker may not see lie face down; what everybody saw of them lies face up."""

    def draw(self, view: DuckView, seat: int | None, events: Sequence[Event] = ()) -> str:
        """What is to be won, then row by row whoever plays."""
        del seat, events
        canvas = Canvas(LAGOON_LIGHT)
        canvas.define(*(_pattern(colour) for colour in _PATTERNS))
        shore = _HEAD - 26
        canvas.add(
            f'<path d="M0 0h1000v{shore:g}q-62 34-125 0{"t-125 0" * 7}z" fill="{SAND}"/>',
            f'<path d="M0 {shore:g}q62 34 125 0{"t125 0" * 7}" fill="none" stroke="#fff" stroke-width="6"/>',
        )
        self._head(canvas, view)
        owners = self._owners(view)
        height = min(290.0, (SIDE - _HEAD - EDGE) / len(owners) - _GAP)
        for number, owner in enumerate(owners):
            row = _Row(_HEAD + (height + _GAP) * number, height)
            if isinstance(owner, Ghost):
                self._ghost(canvas, owner, row)
            else:
                self._player(canvas, view, owner, row)
        return canvas.svg()

    def _owners(self, view: DuckView) -> list[DuckPlayer | Ghost]:
        """Who has a row: the players, and after the dealer the ghost (D17)."""
        owners: list[DuckPlayer | Ghost] = []
        for player in view.players:
            owners.append(player)
            if view.ghost is not None and player.seat == view.dealer:
                owners.append(view.ghost)
        return owners

    def _head(self, canvas: Canvas, view: DuckView) -> None:
        """The round, the draw pile, and the lifebuoys that are left; this round's in a glow."""
        canvas.words(self._round(view), EDGE + 96, 58, 23, NOTE._replace(colour=INK))
        for number in range(min(3, view.draw_pile)):
            canvas.art("card-back", EDGE + 40 + 4 * number, 62 - 4 * number, 66)
        left = [lifebuoy for lifebuoy in view.lifebuoys if lifebuoy.seat is None]
        for number, lifebuoy in enumerate(left):
            x = SIDE - EDGE - 44 - 88 * (len(left) - 1 - number)
            if number == 0 and not view.over:
                canvas.disc(x, 62, 45, SUN, 'fill-opacity=".8"')
            _lifebuoy(canvas, lifebuoy, x, 62, 78)

    def _round(self, view: DuckView) -> str:
        return self.say("round", round=view.round, rounds=len(view.lifebuoys), cards=view.draw_pile)

    def _player(self, canvas: Canvas, view: DuckView, player: DuckPlayer, row: _Row) -> None:
        canvas.plate(EDGE, row.top, SIDE - 2 * EDGE, row.height, lit=player.seat == view.active and not view.over)
        canvas.player(player.seat, self.name(player.seat), 36, row.top + 40, 46, 210)
        notes = [self.say("dealer")] if player.seat == view.dealer else []
        if player.hand is not None:
            notes.append(self.say("sum", sum=player.sum))
        canvas.words(" · ".join(notes), 40, row.top + 82, 20, QUIET)
        for number, lifebuoy in enumerate(each for each in view.lifebuoys if each.seat == player.seat):
            _lifebuoy(canvas, lifebuoy, 58 + 44 * number, row.top + row.height - 36, 52)
        self._hand(canvas, player, row)
        _pile(canvas, player, 770, row)
        _towel(canvas, player, row)

    def _hand(self, canvas: Canvas, player: DuckPlayer, row: _Row) -> None:
        """All cards face up, or those that everybody knows and the others' backs."""
        shown = player.known if player.hand is None else player.hand
        wide, room = row.card, 430.0
        step = min(wide + 8, (room - wide) / max(1, player.cards - 1))
        for number in range(player.cards):
            x = 262 + wide / 2 + step * number
            if number < len(shown):
                _card(canvas, shown[number], x, row.middle, wide)
            else:
                canvas.art("card-back", x, row.middle, wide)
        if not player.cards:
            canvas.words(self.say("nothing"), 272, row.middle, 22, QUIET)

    def _ghost(self, canvas: Canvas, ghost: Ghost, row: _Row) -> None:
        canvas.box(EDGE, row.top, SIDE - 2 * EDGE, row.height, PAPER, radius=18, line='fill-opacity=".45"')
        canvas.art("duck-ghost", 72, row.middle, min(76.0, row.height - 24))
        canvas.words(self.say("ghost"), 122, row.middle, 26, NAME)
        wide = row.card
        if ghost.card is None:
            canvas.art("card-back", 262 + wide / 2, row.middle, wide)
        else:
            _card(canvas, ghost.card, 262 + wide / 2, row.middle, wide)
        _pile(canvas, ghost, 770, row)


def _pile(canvas: Canvas, owner: DuckPlayer | Ghost, x: float, row: _Row) -> None:
    """A discard pile: its top, and how many there are."""
    wide = row.card
    high = wide * _CARD
    if owner.top is None:
        line = f'stroke="{SAND_SHADE}" stroke-width="4" stroke-dasharray="10 8"'
        canvas.box(x - wide / 2, row.middle - high / 2, wide, high, "none", line=line)
        return
    for below in range(min(2, owner.pile - 1), 0, -1):
        canvas.box(
            x - wide / 2 + 5 * below,
            row.middle - high / 2 + 4 * below,
            wide,
            high,
            PAPER,
            line=f'stroke="{INK}" stroke-width="2"',
        )
    _card(canvas, owner.top, x, row.middle, wide)
    canvas.badge(str(owner.pile), x + wide / 2, row.middle + high / 2 - 6, 19)


def _towel(canvas: Canvas, player: DuckPlayer, row: _Row) -> None:
    """The towel, and the cards under it: their number, or what they are where that may be known."""
    x, size = 904.0, min(104.0, row.height - 30)
    kept = player.kept or ()
    up = 0.12 * size if kept else 0.0
    canvas.art("towel", x, row.middle - up, size)
    small = size * 0.36
    for number, card in enumerate(kept):
        _card(
            canvas,
            card,
            x + (number - (len(kept) - 1) / 2) * min(small * 0.8, 120 / len(kept)),
            row.middle + 0.3 * size,
            small,
        )
    canvas.badge(str(player.towel), x + size / 2 - 4, row.middle - up - size / 2 + 14, 18)


def _lifebuoy(canvas: Canvas, lifebuoy: Lifebuoy, x: float, y: float, size: float) -> None:
    """One lies on its green side until somebody has to take the red one (D1)."""
    green = lifebuoy.green is not False
    canvas.art("lifebuoy-green" if green else "lifebuoy-red", x, y, size)
    points = str(lifebuoy.points) if green else f"−{lifebuoy.penalty}"
    canvas.words(points, x, y + 0.01 * size, 0.28 * size, HEADLINE, "middle")


def _card(canvas: Canvas, card: Card, x: float, y: float, width: float) -> None:
    """A duck card: a large number, the colour's pattern, and the colour's own duck."""
    scale, high = width / 70, width * _CARD
    left, top = x - width / 2, y - high / 2
    line = f'stroke="{INK}" stroke-width="{2.5 * scale:.1f}"'
    canvas.box(
        left + 1.5 * scale, top + 1.5 * scale, 67 * scale, 95 * scale, _FACES[card.colour], radius=10 * scale, line=line
    )
    canvas.add(
        f'<rect x="3" y="3" width="64" height="92" rx="9" fill="url(#duck-{card.colour})" '
        f'transform="translate({left:.1f} {top:.1f}) scale({scale:.3f})"/>'
    )
    canvas.art("duck", left + 36 * scale, top + 65 * scale, 46 * scale, duck=_DUCKS[card.colour])
    canvas.art(_WEARS[card.colour], left + 36 * scale, top + 65 * scale, 46 * scale)
    canvas.box(left + 5 * scale, top + 5 * scale, 25 * scale, 34 * scale, PAPER, radius=8 * scale)
    canvas.words(str(card.value), left + 17.5 * scale, top + 22.5 * scale, 29 * scale, HEADLINE, "middle")


def _pattern(colour: str) -> str:
    frame, drawn = _PATTERNS[colour]
    return f'<pattern id="duck-{colour}" {frame} patternUnits="userSpaceOnUse">{drawn}</pattern>'
