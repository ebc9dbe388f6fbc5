"""Text in pictures: how it is written, about how wide it is, and what to do where there is no room."""

from __future__ import annotations

from html import escape
from typing import Literal, NamedTuple
from unicodedata import category, east_asian_width

from laguna.core.palette import DEEP, INK, INK_SOFT

Anchor = Literal["start", "middle", "end"]

_LETTER_EM, _CAPITAL_EM, _WIDE_EM = 0.51, 0.68, 1.15
"""How wide a letter is at most, about; the widest are those of `_WIDE` and of writing that is not made of letters."""
_WIDE = frozenset("MWmw@%—…")


class Lettering(NamedTuple):
    """How a text is written."""

    family: str
    weight: int
    colour: str


BRAND, NAME = Lettering("'Baloo 2'", 800, DEEP), Lettering("'Baloo 2'", 700, INK)
HEADLINE, GAME = Lettering("'Baloo 2'", 800, INK), Lettering("'Baloo 2'", 800, "#fff")
NOTE, QUIET = Lettering("'Nunito Sans'", 600, DEEP), Lettering("'Nunito Sans'", 600, INK_SOFT)


def written(text: str, x: float, y: float, size: float, letters: Lettering, anchor: Anchor = "start") -> str:
    """A line of text as SVG, its baseline at `y`. However it is written, it is text in there."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{letters.family}" font-size="{size:g}" '
        f'font-weight="{letters.weight}" fill="{letters.colour}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def ems(text: str) -> float:
    """How wide a text is at most, about, in ems."""
    return sum(map(_em, text))


def _em(sign: str) -> float:
    if sign in _WIDE or east_asian_width(sign) in "WF" or category(sign) == "So":
        return _WIDE_EM
    return _CAPITAL_EM if sign.isupper() else _LETTER_EM


def fitting(text: str, size: float, room: float) -> float:
    """The size at which a text surely has room: the wished one, or a smaller."""
    return min(size, 0.99 * room / max(1.0, ems(text)))


def wrapped(text: str, width_ems: float, most: int) -> list[str]:
    """A text in at most so many lines of this width, broken between words, or in the middle of a word too long."""
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if ems(joined) <= width_ems:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for sign in word:
            if ems(lines[-1] + sign) > width_ems:
                lines.append("")
            lines[-1] += sign
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1][:-1]}…"]
