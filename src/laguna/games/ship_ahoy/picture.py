"""The table from above as a picture: an SVG of any moment, with the track of a shot if there was one.

The sea is drawn in millimetres, y upwards, with the shapes of the chart in the browser; the players stand below it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from laguna.core.canvas import EDGE, SIDE, Canvas
from laguna.core.game import Event
from laguna.core.lettering import HEADLINE, NAME
from laguna.core.palette import (
    GRASS,
    INK,
    LAGOON,
    LAGOON_LIGHT,
    LEAF,
    PAPER,
    SAND,
    SAND_SHADE,
    SEATS,
    SUN,
    WOOD,
    WOOD_DARK,
)
from laguna.core.picture import PicturePainter
from laguna.games.ship_ahoy.events import ShotFired
from laguna.games.ship_ahoy.fleet import COLOURS, SHIPS, SHIPS_EACH, TOWERS
from laguna.games.ship_ahoy.physics.board import STANDING, Kind, Piece, footprint
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.wire import BALL, PIECE, decode
from laguna.games.ship_ahoy.view import PieceView, PortView, ShipAhoyView, as_piece

LETTERS = "RBYG"
"""Of the colours, in English."""

_PAINT = dict(zip(COLOURS, SEATS, strict=False))
_SEA_PX = 880.0
_RIM_PX = 14.0
"""Of wood around the sea."""
_SWELL = 1.7
"""Ships, towers and the monster are drawn so much larger than they are, to be seen from up here."""
_STONE, _STONE_SHADE, _PIRATE, _PIRATE_HULL, _DECK = "#d5dcd8", "#9fadaa", "#4a5863", "#8f5729", "#e4b57a"
_MONSTER, _KRAKEN, _KRAKEN_PALE, _DEPTH = "#58b08c", "#e0667e", "#f7b3ba", "#1d5f7a"
_ROCKS, _MOSS, _SNOW, _SNOW_SHADE = ("#6d8782", "#7f9892", "#93aaa3", "#aebfb8"), "#5f9e62", "#fffaf0", "#d3dedc"
_SHADE = 'fill="#06323c" fill-opacity=".28"'
_FRAME = 1e-4 * 1000.0
"""Millimetres in the unit of a track."""

_HULL = (
    f'<path d="M4-27C16-16 16 16 8 33-8 33-6 10-4-10z" {_SHADE}/>'
    '<path d="M0-30C7-20 8-12 8 0S7 22 5 28Q0 31-5 28C-7 22-8 12-8 0S-7-20 0-30z" fill="{hull}" stroke="#17323a" '
    'stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M0-21C3-15 4-9 4 0S4 18 2.5 23.5Q0 25-2.5 23.5C-4 18-4 9-4 0S-3-15 0-21z" fill="{_DECK}"/>'
    f'<path d="M0-18V23M-3.8-8H3.8M-3.8 11H3.8" fill="none" stroke="{WOOD_DARK}" stroke-width=".9"/>'
    '<g fill="{sail}" stroke="#17323a" stroke-width="1.4" stroke-linejoin="round">'
    '<path d="M-10-16.5Q0-20.5 10-16.5L9.5-12.5Q0-16.5-9.5-12.5z"/>'
    '<path d="M-12.5 15Q0 10.5 12.5 15L12 20Q0 15.5-12 20z"/></g>'
)
_KEEP = (
    f'<rect x="-11" y="-10" width="30" height="30" rx="5" {_SHADE}/>'
    f'<rect x="-15" y="-15" width="30" height="30" rx="4" fill="{_STONE}" stroke="{INK}" stroke-width="2"/>'
    f'<path d="M-15-4h5v8h-5M15-4h-5v8h5M-4-15v5h8v-5M-4 15v-5h8v5" fill="{_STONE_SHADE}" stroke="{INK}" '
    'stroke-width="1.4" stroke-linejoin="round"/>'
    '<rect x="-9" y="-9" width="18" height="18" rx="3" fill="{hull}" stroke="#17323a" stroke-width="1.4"/>'
)
_SERPENT = (
    '<path d="M0-36q17 8 15 34T3 36q-18-4-17-34T0-36z" fill="#fff" fill-opacity=".25"/>'
    '<path d="M0 30C-4 30-10 28-9.5 25-8 24-5 24-4 21-9 18-9 12-6 9-9 6-8 0-5-2-11-6-12-14-9-21-7-27-4-30 0-30s7 3 '
    '9 9c3 7 2 15-4 19 3 2 4 8 1 11 3 3 3 9-2 12 1 3 4 3 5.5 4 .5 3-5.5 5-9.5 5z" '
    f'fill="{_MONSTER}" stroke="{INK}" stroke-width="2" stroke-linejoin="round"/>'
    f'<path d="M0-6l3.5 4.5L0 3l-3.5-4.5zM0 6l3 4-3 4-3-4zM0 17l2.5 3.5L0 24l-2.5-3.5z" fill="{SUN}"/>'
    f'<g fill="{PAPER}" stroke="{INK}"><circle cx="-5" cy="-17" r="3.4"/><circle cx="5" cy="-17" r="3.4"/></g>'
    f'<g fill="{INK}"><circle cx="-5" cy="-17.8" r="1.7"/><circle cx="5" cy="-17.8" r="1.7"/></g>'
)
_ARM = "M-17 24C-12 12 2 10 10 13s9 12 3 12-6-5-3-7"
_PALM_LEAVES = "".join(
    f'<path transform="rotate({angle})" d="M0 0C8-9 20-8 27 0 19 3 9 5 0 0z"/>' for angle in range(10, 370, 72)
)
_PALM = (
    f'<g fill="{LEAF}" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round">{_PALM_LEAVES}</g>'
    f'<circle r="4" fill="{WOOD_DARK}" stroke="{INK}" stroke-width="1.4"/>'
)
_PALMS = {
    Kind.ISLAND: ((-34, -26, 1.0), (38, -30, 0.8), (-18, 42, 0.75)),
    Kind.FLAT_ISLAND: ((-50, -34, 0.7), (52, 34, 0.6)),
}


class ShipAhoyPicture(PicturePainter[ShipAhoyView]):
    """Draws Ship Ahoy. Ships and towers are labelled by their colour's letter, and a number or a letter."""

    def draw(self, view: ShipAhoyView, seat: int | None, events: Sequence[Event] = ()) -> str:
        """The sea, with the way of a shot that just happened and of all that it moved; then the players."""
        del seat
        shot = next((event for event in reversed(events) if isinstance(event, ShotFired)), None)
        canvas = Canvas(SAND)
        self._sea(canvas, view, shot)
        self._players(canvas, view)
        return canvas.svg()

    # The sea

    def _sea(self, canvas: Canvas, view: ShipAhoyView, shot: ShotFired | None) -> None:
        _rim(canvas)
        sea = _Sea(canvas, _SEA_PX / (2000.0 * view.table))
        canvas.add(f'<g transform="translate({SIDE / 2:g} {_middle():g}) scale({sea.scale:.4f})">')
        for port in view.ports:
            _port(sea, port)
        flat_first = sorted(view.pieces, key=lambda piece: not as_piece(piece).kind.flat)
        for seen in flat_first:
            _piece(sea, seen, view)
        canvas.add(*_melees(view))
        for seen in flat_first:
            self._label(canvas, seen, sea)
        if shot is not None:
            canvas.add(*_shot(shot))
        canvas.add("</g>")

    def _label(self, canvas: Canvas, seen: PieceView, sea: _Sea) -> None:
        """The short name of a ship or tower, below it."""
        short = label(seen.piece, self.say("letters"), self.say("tower"))
        if short and seen.colour is not None:
            x, _ = _xy(seen.x, seen.y)
            size = 17 / sea.scale
            edge = f'stroke="{INK}" stroke-width="{_mm(size / 5)}" stroke-linejoin="round" paint-order="stroke"'
            canvas.add(
                f'<text x="{x}" y="{_mm(-seen.y * 1000 + 52 + 0.3 * size)}" text-anchor="middle" '
                f'font-family="{NAME.family}" font-weight="800" font-size="{_mm(size)}" fill="{PAPER}" '
                f"{edge}>{short}</text>"
            )

    # The players

    def _players(self, canvas: Canvas, view: ShipAhoyView) -> None:
        """A plate each: the name, the points, and whom they have taken as trophies."""
        top = _SEA_PX + 2 * _RIM_PX + 12
        height = SIDE - top - 12
        width = (SIDE - EDGE) / view.seats - EDGE
        for seat in range(view.seats):
            left = EDGE + (width + EDGE) * seat
            canvas.plate(left, top, width, height, lit=seat == view.active and view.phase != "over")
            canvas.player(seat, self.name(seat), left + 12, top + 23, 36, width - 76)
            canvas.words(str(view.scores[seat]), left + width - 16, top + 24, 34, HEADLINE, "end")
            taken = view.trophies[seat]
            for number, piece in enumerate(taken):
                x = left + 26 + min(24.0, (width - 40) / max(1, len(taken))) * number
                paint = _PAINT[COLOURS[_port_of(piece)]] if piece in SHIPS or piece in TOWERS else _PIRATE
                canvas.art("tower" if piece in TOWERS else "ship", x, top + height - 17, 26, seat=paint)


class _Sea(NamedTuple):
    """Where the sea is drawn."""

    canvas: Canvas
    scale: float
    """How large a millimetre is on it."""


def label(piece: int, letters: str = LETTERS, tower: str = "T") -> str:
    """The short name of a ship or tower: its colour's letter, and its number or the letter for a tower."""
    if piece in SHIPS:
        return f"{letters[piece // SHIPS_EACH]}{piece % SHIPS_EACH + 1}"
    return f"{letters[piece - TOWERS.start]}{tower}" if piece in TOWERS else ""


def _port_of(piece: int) -> int:
    return piece // SHIPS_EACH if piece in SHIPS else piece - TOWERS.start


def _middle() -> float:
    """Where the middle of the sea is, from the top."""
    return _RIM_PX + 6 + _SEA_PX / 2


def _rim(canvas: Canvas) -> None:
    """Painted water within a wooden rim."""
    left, top = (SIDE - _SEA_PX) / 2, _middle() - _SEA_PX / 2
    canvas.define(
        f'<radialGradient id="lagoon" cx=".46" cy=".42" r=".72"><stop offset="0" stop-color="{LAGOON_LIGHT}"/>'
        f'<stop offset=".8" stop-color="{LAGOON}"/></radialGradient>',
        '<pattern id="waves" width="120" height="60" patternUnits="userSpaceOnUse">'
        '<path d="M5 16q10-9 21 0t21 0M69 42q10-9 21 0t21 0" fill="none" stroke="#fff" stroke-opacity=".16" '
        'stroke-width="2.4" stroke-linecap="round"/></pattern>',
    )
    frame = f'stroke="{INK}" stroke-width="2"'
    side = _SEA_PX + 2 * _RIM_PX
    canvas.box(left - _RIM_PX, top - _RIM_PX, side, side, WOOD, radius=20, line=frame)
    for fill in ("url(#lagoon)", "url(#waves)"):
        canvas.box(left, top, _SEA_PX, _SEA_PX, fill, radius=6, line=f'stroke="{WOOD_DARK}" stroke-width="3"')


def _mm(number: float) -> str:
    """A length as it is written: to a tenth of a millimetre, without needless digits."""
    return f"{round(number, 1) + 0.0:g}"


def _xy(x: float, y: float) -> tuple[str, str]:
    """A place of the table on the picture, where y grows downwards."""
    return _mm(x * 1000.0), _mm(-y * 1000.0)


def _disc(x: float, y: float, radius: float, style: str) -> str:
    cx, cy = _xy(x, y)
    return f'<circle cx="{cx}" cy="{cy}" r="{_mm(radius * 1000.0)}" {style}/>'


def _port(sea: _Sea, port: PortView) -> None:
    """A beach with a rim in its colour, its sign in the sand, and a barrel that waits there."""
    radius, paint = PHYSICS.port_radius, _PAINT[port.colour]
    sea.canvas.add(
        _disc(port.x, port.y, radius + 0.008, 'fill="#fff" fill-opacity=".22"'),
        _disc(port.x, port.y, radius, f'fill="{SAND}"'),
        _disc(port.x, port.y, radius - 0.004, f'fill="none" stroke="{paint}" stroke-width="8" stroke-dasharray="17 9"'),
    )
    behind = math.atan2(port.y, port.x)
    x, y = port.x + 0.066 * math.cos(behind), port.y + 0.066 * math.sin(behind)
    sea.canvas.art(f"seat-{port.port + 1}", x * 1000, -y * 1000, 38)
    if port.barrel is not None:
        x, y = port.x + 0.06 * math.cos(behind + 1.0), port.y + 0.06 * math.sin(behind + 1.0)
        _barrel(sea, x, y, port.barrel)


def _barrel(sea: _Sea, x: float, y: float, colour: int) -> None:
    sea.canvas.add(_disc(x, y, 0.021, f'fill="{_PAINT[COLOURS[colour]]}" stroke="{INK}" stroke-width="2"'))
    sea.canvas.art("barrel", x * 1000, -y * 1000, 34)


def _piece(sea: _Sea, seen: PieceView, view: ShipAhoyView) -> None:
    """A piece, and what there is to see of it: damage, the Kraken's arms, what it carries."""
    piece = as_piece(seen)
    x, y = piece.x * 1000, -piece.y * 1000
    if piece.kind in (Kind.MOUNTAIN, Kind.GREAT_MOUNTAIN):
        sea.canvas.add(_at(x, y, _mountain(STANDING[piece.kind].radius * 1000, piece.id)))
    elif piece.kind in _PALMS:
        sea.canvas.add(_at(x, y, _island(piece.kind)))
        if view.chest_on_island and piece.kind == Kind.ISLAND:
            sea.canvas.art("chest", x, y, 70)
    elif piece.kind == Kind.WIND:
        sea.canvas.art("wind", x, y, 62)
    elif piece.kind == Kind.KRAKEN:
        sea.canvas.add(
            _disc(piece.x, piece.y, PHYSICS.kraken_radius, f'fill="{_DEPTH}" stroke="{_KRAKEN}" stroke-width="4"')
        )
        sea.canvas.art("kraken", x, y, 62)
    else:
        _fighter(sea, seen, piece)


def _fighter(sea: _Sea, seen: PieceView, piece: Piece) -> None:
    """A ship, a tower or the monster, standing or on its side, with what it carries."""
    x, y = piece.x * 1000, -piece.y * 1000
    paint = _PIRATE_HULL if seen.colour is None else _PAINT[seen.colour]
    sail = _PIRATE if seen.colour is None else _PAINT[seen.colour]
    if piece.lying:
        _lying(sea, piece, paint)
        sea.canvas.art("damage", x + 34, y - 34, 40)
    else:
        shape = {Kind.TOWER: _KEEP, Kind.MONSTER: _SERPENT}.get(piece.kind, _HULL)
        drawn = shape.replace("{hull}", paint).replace("{sail}", sail)
        if seen.held:
            drawn += _arms()
        turn = _mm(-math.degrees(piece.yaw))
        sea.canvas.add(f'<g transform="translate({_mm(x)} {_mm(y)}) rotate({turn}) scale({_SWELL})">{drawn}</g>')
    if seen.chest:
        sea.canvas.art("chest", x + 34, y + 24, 46)
    if seen.barrel is not None:
        _barrel(sea, piece.x - 0.036, piece.y - 0.024, seen.barrel)


def _lying(sea: _Sea, piece: Piece, paint: str) -> None:
    """A piece on its side: the room that it takes, and its side as seen from above, the top where it faces."""
    shape = footprint(piece)
    deep, wide = shape.half_x * 1000.0, shape.half_y * 1000.0
    x, y = _xy(piece.x, piece.y)
    turn = math.degrees(piece.yaw)
    sea.canvas.add(
        f'<g transform="translate({x} {y}) rotate({_mm(-turn)})"><rect x="{_mm(-deep)}" y="{_mm(-wide)}" '
        f'width="{_mm(2 * deep)}" height="{_mm(2 * wide)}" rx="6" {_SHADE}/></g>'
        f'<g transform="translate({x} {y}) rotate({_mm(90 - turn)})">'
    )
    drawing = {Kind.TOWER: "tower", Kind.MONSTER: "sea-monster", Kind.PIRATE: "pirate-ship"}.get(piece.kind, "ship")
    sea.canvas.art(drawing, 0, 0, 84, seat=paint)
    sea.canvas.add("</g>")


def _arms() -> str:
    """S32: two of the Kraken's arms over a ship, in the ship's own frame."""
    one = (
        f'<path d="{_ARM}" fill="none" stroke="{INK}" stroke-width="8" stroke-linecap="round"/>'
        f'<path d="{_ARM}" fill="none" stroke="{_KRAKEN}" stroke-width="5" stroke-linecap="round"/>'
        f'<path d="M-13.5 19.5C-9 14 2 12 8 14.5" fill="none" stroke="{_KRAKEN_PALE}" stroke-width="2" '
        'stroke-dasharray=".1 4.2" stroke-linecap="round"/>'
    )
    return f'{one}<g transform="scale(1 -1)">{one}</g>'


def _at(x: float, y: float, drawn: str) -> str:
    return f'<g transform="translate({_mm(x)} {_mm(y)})">{drawn}</g>'


def _mountain(radius: float, piece: int) -> str:
    """Slopes between ridges that run down from the peak, lit from the top left, and snow; each number has its own."""
    ridges = 14
    turn = 0.7 * piece
    feet = [_polar(radius * (0.94 if at % 2 else 0.8), turn + math.tau * at / ridges) for at in range(ridges)]
    snow = [_polar(radius * (0.42 if at % 2 else 0.24), turn + math.tau * at / ridges) for at in range(ridges)]
    drawn = [
        f'<circle r="{radius + 6:g}" fill="#fff" fill-opacity=".22"/><circle cx="6" cy="9" r="{radius:g}" {_SHADE}/>',
        f'<circle r="{radius:g}" fill="{_MOSS}" stroke="{INK}" stroke-width="2.5"/>',
    ]
    for at, foot in enumerate(feet):
        after = (at + 1) % ridges
        lit = math.cos(turn + math.tau * (at + 0.5) / ridges + 0.75 * math.pi) + (0.35 if at % 2 else -0.35)
        rock = _ROCKS[max(0, min(3, int((lit + 1.35) / 0.68)))]
        drawn.append(f'<path d="M0 0L{foot}L{feet[after]}z" fill="{rock}" stroke="{rock}"/>')
    drawn.append(
        f'<path d="M{"L".join(snow)}z" fill="{_SNOW}" stroke="{_SNOW}" stroke-width="4" stroke-linejoin="round"/>'
    )
    shaded = [spot for at, spot in enumerate(snow) if math.cos(turn + math.tau * at / ridges + 0.75 * math.pi) < 0]
    drawn.append(f'<path d="M0 0L{"L".join(shaded)}z" fill="{_SNOW_SHADE}"/>')
    return "".join(drawn)


def _polar(radius: float, angle: float) -> str:
    return f"{_mm(radius * math.cos(angle))} {_mm(radius * math.sin(angle))}"


def _island(kind: Kind) -> str:
    """The island of the treasure, or the flat one of the pirate."""
    radius = STANDING[kind].radius * 1000
    grass = f'<path d="M-48-8c-8-30 22-52 48-42 30-8 56 14 50 40 8 28-18 46-40 40-24 14-60-4-58-38z" fill="{GRASS}"/>'
    palms = "".join(f'<g transform="translate({x} {y}) scale({size})">{_PALM}</g>' for x, y, size in _PALMS[kind])
    return (
        f'<circle r="{radius + 6:g}" fill="#fff" fill-opacity=".22"/>'
        f'<circle r="{radius:g}" fill="{SAND}" stroke="{INK}" stroke-width="2.5"/>'
        f'<circle cx="-4" cy="-4" r="{radius * 0.8:g}" fill="{SAND_SHADE}" fill-opacity=".4"/>'
        f"{grass if kind == Kind.ISLAND else ''}{palms}"
    )


def _melees(view: ShipAhoyView) -> Iterator[str]:
    """A dashed line between any two that fight."""
    places = {piece.piece: (piece.x, piece.y) for piece in view.pieces}
    for piece in view.pieces:
        for foe in piece.foes:
            if piece.piece < foe:
                (x1, y1), (x2, y2) = _xy(piece.x, piece.y), _xy(*places[foe])
                yield (
                    f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{SEATS[0]}" stroke-width="8" '
                    f'stroke-dasharray="10 8"/>'
                )


def _shot(shot: ShotFired) -> Iterator[str]:
    """The cannon's muzzle, the ball's way and the ways of what it moved."""
    for track in shot.shot.tracks.values():
        yield _track(track.poses, PIECE, f'stroke="{INK}" stroke-width="5" stroke-dasharray="4 8"')
    yield _track(shot.shot.ball, BALL, f'stroke="{INK}" stroke-width="6" stroke-linejoin="round" stroke-opacity=".85"')
    yield _disc(shot.x, shot.y, PHYSICS.ball_radius * 1.6, f'fill="{INK}" stroke="{PAPER}" stroke-width="3"')


def _track(numbers: list[int], width: int, style: str) -> str:
    frames = decode(numbers, width)
    points = " ".join(f"{_mm(frame[0] * _FRAME)},{_mm(-frame[1] * _FRAME)}" for frame in frames)
    return f'<polyline points="{points}" fill="none" {style}/>'
