"""The table from above as a picture: an SVG of any moment, with the track of a shot if there was one.

Drawn in millimetres, y upwards. Nothing in it needs words: pieces carry a letter for their colour and a number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from laguna.games.ship_ahoy.events import ShotFired
from laguna.games.ship_ahoy.fleet import COLOURS, SHIPS, SHIPS_EACH, TOWERS
from laguna.games.ship_ahoy.physics.board import Kind, Piece, footprint
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.wire import BALL, PIECE, decode
from laguna.games.ship_ahoy.view import PieceView, PortView, ShipAhoyView, as_piece

WIDTH = 800
"""Of the picture, in pixels, unless it is scaled."""
LETTERS = "RBYG"
"""Of the colours, in English."""

_PAINT = {"red": "#d9483b", "blue": "#2f7fd1", "yellow": "#e7a522", "green": "#3f9b57"}
_KINDS = {
    Kind.PIRATE: "#26313b",
    Kind.MONSTER: "#5b3f8c",
    Kind.MOUNTAIN: "#8d8271",
    Kind.GREAT_MOUNTAIN: "#7a6f5f",
    Kind.ISLAND: "#e6cb94",
    Kind.FLAT_ISLAND: "#f0dcae",
    Kind.WIND: "#dff3f2",
    Kind.KRAKEN: "#74508f",
}
_SEA, _INK, _GOLD = "#35a9a5", "#16323a", "#f2c14e"
_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{width}" viewBox="{box}" font-family="sans-serif">'
)
_BELOW = 0.042
"""How far below its piece a label stands."""
_FRAME = 1e-4 * 1000.0
"""Millimetres in the unit of a track."""


def picture(view: ShipAhoyView, shot: ShotFired | None = None, letters: str = LETTERS) -> str:
    """The table as SVG. With `shot` also the way of its ball, and of everything that it moved."""
    half = view.table * 1000.0
    box = f"{_mm(-half)} {_mm(-half)} {_mm(2 * half)} {_mm(2 * half)}"
    flat_first = sorted(view.pieces, key=lambda piece: not as_piece(piece).kind.flat)
    parts = [
        _HEAD.format(width=WIDTH, box=box),
        f'<rect x="{_mm(-half)}" y="{_mm(-half)}" width="100%" height="100%" fill="{_SEA}"/>',
        *(_port(port) for port in view.ports),
        *(_piece(piece, letters) for piece in flat_first),
        *_melees(view),
        *(_chest(view) if view.chest_on_island else ()),
        *(() if shot is None else _shot(shot)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def label(piece: int, letters: str = LETTERS, tower: str = "T") -> str:
    """The short name of a ship or tower: its colour's letter, and its number or the letter for a tower."""
    if piece in SHIPS:
        return f"{letters[piece // SHIPS_EACH]}{piece % SHIPS_EACH + 1}"
    return f"{letters[piece - TOWERS.start]}{tower}" if piece in TOWERS else ""


def _mm(number: float) -> str:
    """A length as it is written: to a tenth of a millimetre, without needless digits."""
    return f"{round(number, 1) + 0.0:g}"


def _xy(x: float, y: float) -> tuple[str, str]:
    """A place of the table on the picture, where y grows downwards."""
    return _mm(x * 1000.0), _mm(-y * 1000.0)


def _disc(x: float, y: float, radius: float, style: str) -> str:
    cx, cy = _xy(x, y)
    return f'<circle cx="{cx}" cy="{cy}" r="{_mm(radius * 1000.0)}" {style}/>'


def _text(x: float, y: float, words: str, style: str = "") -> str:
    at_x, at_y = _xy(x, y)
    return (
        f'<text x="{at_x}" y="{at_y}" dy=".35em" text-anchor="middle" font-size="30" font-weight="700" '
        f'fill="#fff" stroke="{_INK}" stroke-width="6" paint-order="stroke" {style}>{words}</text>'
    )


def _port(port: PortView) -> str:
    paint = _PAINT[port.colour]
    tile = _disc(
        port.x, port.y, PHYSICS.port_radius, f'fill="{paint}" fill-opacity=".3" stroke="{paint}" stroke-width="6"'
    )
    return tile if port.barrel is None else tile + _barrel(port.x, port.y - 0.06, port.barrel)


def _barrel(x: float, y: float, colour: int) -> str:
    return _disc(x, y, 0.014, f'fill="{_PAINT[COLOURS[colour]]}" stroke="{_INK}" stroke-width="4"')


def _piece(seen: PieceView, letters: str) -> str:
    piece = as_piece(seen)
    paint = _KINDS[piece.kind] if seen.colour is None else _PAINT[seen.colour]
    drawn = _outline(piece, f'fill="{paint}" stroke="{_INK}" stroke-width="4"')
    if piece.lying:
        drawn += _outline(piece, f'fill="none" stroke="{_INK}" stroke-width="10" stroke-dasharray="8 8"')
    if seen.held:
        drawn += _disc(piece.x, piece.y, 0.05, f'fill="none" stroke="{_KINDS[Kind.KRAKEN]}" stroke-width="8"')
    if seen.barrel is not None:
        drawn += _barrel(piece.x + 0.03, piece.y + 0.03, seen.barrel)
    if seen.chest:
        drawn += _coffer(piece.x + 0.03, piece.y + 0.03)
    return drawn + (_text(piece.x, piece.y - _BELOW, label(piece.id, letters)) if seen.colour else "")


def _outline(piece: Piece, style: str) -> str:
    """The room that a piece takes."""
    shape = footprint(piece)
    if shape.half_x == 0.0:
        return _disc(piece.x, piece.y, shape.radius, style)
    x, y = _xy(piece.x, piece.y)
    turn = _mm(-math.degrees(piece.yaw))
    deep, wide = shape.half_x * 1000.0, shape.half_y * 1000.0
    return (
        f'<rect x="{_mm(-deep)}" y="{_mm(-wide)}" width="{_mm(2 * deep)}" height="{_mm(2 * wide)}" rx="3" '
        f'transform="translate({x} {y}) rotate({turn})" {style}/>'
    )


def _melees(view: ShipAhoyView) -> Iterator[str]:
    """A dashed line between any two that fight."""
    places = {piece.piece: (piece.x, piece.y) for piece in view.pieces}
    for piece in view.pieces:
        for foe in piece.foes:
            if piece.piece < foe:
                (x1, y1), (x2, y2) = _xy(piece.x, piece.y), _xy(*places[foe])
                yield (
                    f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#fff" stroke-width="6" '
                    f'stroke-dasharray="10 8"/>'
                )


def _chest(view: ShipAhoyView) -> Iterator[str]:
    """S27: the chest on its island."""
    yield from (_coffer(piece.x, piece.y) for piece in view.pieces if piece.kind == Kind.ISLAND)


def _coffer(x: float, y: float) -> str:
    left, top = _xy(x - 0.015, y + 0.01)
    return f'<rect x="{left}" y="{top}" width="30" height="20" rx="4" fill="{_GOLD}" stroke="{_INK}" stroke-width="4"/>'


def _shot(shot: ShotFired) -> Iterator[str]:
    """The cannon's muzzle, the ball's way and the ways of what it moved."""
    for track in shot.shot.tracks.values():
        yield _track(track.poses, PIECE, f'stroke="{_INK}" stroke-width="5" stroke-dasharray="4 8"')
    yield _track(shot.shot.ball, BALL, f'stroke="{_INK}" stroke-width="7" stroke-linejoin="round"')
    yield _disc(shot.x, shot.y, PHYSICS.ball_radius * 1.5, f'fill="{_INK}"')


def _track(numbers: list[int], width: int, style: str) -> str:
    frames = decode(numbers, width)
    points = " ".join(f"{_mm(frame[0] * _FRAME)},{_mm(-frame[1] * _FRAME)}" for frame in frames)
    return f'<polyline points="{points}" fill="none" {style}/>'
