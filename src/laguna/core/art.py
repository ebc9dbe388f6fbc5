"""Our own drawings, as SVG. They live with the pages, in `web/src/art`, and in a wheel where those were built to."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

_LAGUNA = Path(__file__).parents[1]
PICTURES = _LAGUNA / "server/pages/app/pictures"
"""Drawings and fonts for pictures, as `web/build.py` put them there: not for browsers."""
_SOURCES = _LAGUNA.parents[1] / "web/src/art"
"""Where they are in a checkout, built or not."""
ANY = "logo"
"""The drawing that stands for one that there is not."""

_VARIABLE = re.compile(r"var\(\s*--([\w-]+)\s*,\s*([^()]+)\)")
_HEAD = re.compile(r'<svg xmlns="[^"]*" viewBox="([^"]*)"([^>]*)>')


class Drawing(NamedTuple):
    """A drawing, apart from the frame around it."""

    name: str
    box: str
    """Its `viewBox`."""
    style: str
    """What holds for all of it, as attributes."""
    inside: str

    @property
    def height(self) -> float:
        """How high it is, as a part of its width."""
        _, _, wide, high = map(float, self.box.split())
        return high / wide

    def coloured(self, **colours: str) -> str:
        """What is in it, with the named colours as they are said and the others as they are by themselves."""
        return _VARIABLE.sub(lambda found: colours.get(found[1], found[2]), self.inside)


def source_of(name: str) -> str:
    """A drawing as a whole SVG, with every colour that a page could set as it is by itself.

    Laguna's own sign where there is none of this name.
    """
    return _VARIABLE.sub(r"\2", _read(name))


@cache
def drawing(name: str) -> Drawing:
    """A drawing, to be put into a picture. Laguna's own sign where there is none of this name."""
    text = _read(name)
    head = _HEAD.match(text)
    if head is None:
        raise ValueError(f"The drawing “{name}” does not begin as our drawings do.")
    return Drawing(name, head[1], head[2].strip(), text[head.end() :].strip().removesuffix("</svg>").strip())


@cache
def _read(name: str) -> str:
    folder = _SOURCES if _SOURCES.is_dir() else PICTURES / "art"
    path = folder / f"{name}.svg"
    return (path if path.is_file() else folder / f"{ANY}.svg").read_text("utf-8")
