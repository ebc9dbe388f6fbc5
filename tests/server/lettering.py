"""How wide text is in the fonts of the pictures, as their files say (`cmap` and `hmtx`), without kerning."""

from __future__ import annotations

import struct
from functools import cache
from html import unescape
from re import compile as pattern
from typing import NamedTuple

from laguna.core.art import PICTURES

FILES = {
    ("Baloo 2", 700): "Baloo2_700Bold.ttf",
    ("Baloo 2", 800): "Baloo2_800ExtraBold.ttf",
    ("Nunito Sans", 600): "NunitoSans_600SemiBold.ttf",
}
_TEXT = pattern(
    r'<text x="([\d.]+)" y="([\d.]+)" font-family="\'([^\']+)\'" font-size="([\d.]+)" '
    r'font-weight="(\d+)" fill="[^"]+" text-anchor="(\w+)">([^<]*)</text>'
)


class Line(NamedTuple):
    """A line of text in a picture: from where to where it goes, and at which height."""

    text: str
    left: float
    right: float
    y: float


def lines_of(svg: str) -> list[Line]:
    """Every line of text in a picture."""
    found = []
    for x, y, family, size, weight, anchor, escaped in _TEXT.findall(svg):
        text = unescape(escaped)
        width = float(size) * ems(text, family, int(weight))
        left = float(x) - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        found.append(Line(text, left, left + width, float(y)))
    return found


def ems(text: str, family: str, weight: int) -> float:
    """How wide a text is, in ems; what a font has no sign for is as wide as its sign for that."""
    units, glyphs, widths = _font(FILES[family, weight])
    numbers = (glyphs.get(ord(sign), 0) for sign in text)
    return sum(widths[min(number, len(widths) - 1)] for number in numbers) / units


@cache
def _font(name: str) -> tuple[int, dict[int, int], list[int]]:
    """A font's units in an em, its glyphs by character, and how wide they are; the last width is that of all others."""
    data = (PICTURES / "fonts" / name).read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    entries = (struct.unpack_from(">4sIII", data, 12 + 16 * number) for number in range(count))
    places = {tag: start for tag, _, start, _ in entries}
    (units,) = struct.unpack_from(">H", data, places[b"head"] + 18)
    (measured,) = struct.unpack_from(">H", data, places[b"hhea"] + 34)
    widths = [struct.unpack_from(">H", data, places[b"hmtx"] + 4 * number)[0] for number in range(measured)]
    return units, _glyphs(data, places[b"cmap"]), widths


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """The glyphs by character, from a font's table of format 4: that of the first 65536 characters."""
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    starts = [cmap + struct.unpack_from(">HHI", data, cmap + 4 + 8 * number)[2] for number in range(count)]
    start = next(each for each in starts if struct.unpack_from(">H", data, each)[0] == 4)
    (twice,) = struct.unpack_from(">H", data, start + 6)
    segments = twice // 2
    kinds = (("H", 0), ("H", twice + 2), ("h", 2 * twice + 2), ("H", 3 * twice + 2))
    columns = [struct.unpack_from(f">{segments}{kind}", data, start + 14 + skip) for kind, skip in kinds]
    glyphs = {}
    for number, (last, first, delta, offset) in enumerate(zip(*columns, strict=True)):
        for sign in range(first, min(last, 0xFFFE) + 1):
            glyph = sign
            if offset:
                place = start + 14 + 3 * twice + 2 + 2 * number + offset + 2 * (sign - first)
                (glyph,) = struct.unpack_from(">H", data, place)
            if glyph or not offset:
                glyphs[sign] = (glyph + delta) & 0xFFFF
    return glyphs
