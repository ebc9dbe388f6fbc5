"""Plots as SVG, drawn by hand. Their colours are classes of the page they stand in: `ink`, `soft`, `name-1` …"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

WIDTH, HEIGHT = 560, 250
COLOURS = 7
_LEFT, _RIGHT, _TOP, _BOTTOM = 92, 88, 16, 38
_ROW, _THICK = 44, 18
_AXIS = 46
"""How much room the numbers beside a plot need."""
_TICKS = 5


class Bar(NamedTuple):
    """A bar: its label, its length, what is written behind it, its colour's class, and the interval around its end."""

    label: str
    value: float
    told: str
    paint: str
    interval: tuple[float, float] | None = None


class Curve(NamedTuple):
    """A line of points from left to right, and which name's colour it has."""

    name: int
    points: Sequence[tuple[float, float]]


class Scale(NamedTuple):
    """Values from `low` to `high`, laid out from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where a value lies; beyond the ends: at the end."""
        inside = max(self.low, min(value, self.high))
        return self.start + (self.end - self.start) * (inside - self.low) / ((self.high - self.low) or 1)


def element(tag: str, *inside: str, **attributes: object) -> str:
    """An element of SVG or HTML. `class_` is class, `text_anchor` text-anchor; `inside` is markup."""
    told = "".join(f' {name.strip("_").replace("_", "-")}="{_told(value)}"' for name, value in attributes.items())
    return f"<{tag}{told}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{told}/>"


def _told(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else escape(str(value))


def colour(index: int) -> str:
    """The class of a name's colour."""
    return f"name-{index % COLOURS + 1}"


def bars(title: str, rows: Sequence[Bar], top: float, mark: tuple[float, str] | None = None) -> str:
    """Horizontal bars on grooves from 0 to `top`, with their intervals; `mark` is a line across them, and its name."""
    scale = Scale(0, top, _LEFT, WIDTH - _RIGHT)
    foot = _TOP + _ROW * len(rows)
    drawn = [_bar(row, index, scale) for index, row in enumerate(rows)]
    if mark is not None:
        x = scale.at(mark[0])
        drawn.append(element("line", x1=x, x2=x, y1=_TOP - 4, y2=foot, class_="mark"))
        drawn.append(element("text", escape(mark[1]), x=x, y=foot + 20, class_="soft", text_anchor="middle"))
    return _picture(title, foot + (_BOTTOM if mark else 4), drawn)


def _bar(row: Bar, index: int, scale: Scale) -> str:
    y = _TOP + _ROW * index + _ROW / 2
    rows = {"y": y - _THICK / 2, "height": _THICK, "rx": 6, "x": scale.start}
    drawn = [
        element("text", escape(row.label), x=_LEFT - 12, y=y + 5, class_="ink", text_anchor="end"),
        element("rect", **rows, width=scale.end - scale.start, class_="groove"),
        element("rect", **rows, width=max(2.0, scale.at(row.value) - scale.start), class_=row.paint),
    ]
    if row.interval is not None:
        low, high = map(scale.at, row.interval)
        drawn.append(element("path", d=_path([(low, y), (high, y)]), class_="whisker"))
        drawn.extend(element("path", d=_path([(x, y - 7), (x, y + 7)]), class_="whisker") for x in (low, high))
    drawn.append(element("text", escape(row.told), x=scale.end + 12, y=y + 5, class_="ink"))
    return "".join(drawn)


def lines(title: str, curves: Sequence[Curve], under: str) -> str:
    """Curves over a common axis, which is named `under` it."""
    xs = [x for curve in curves for x, _ in curve.points]
    across, up = _scales(min(xs), max(xs), [y for curve in curves for _, y in curve.points])
    drawn = _axes(across, up, under)
    for curve in curves:
        points = [(across.at(x), up.at(y)) for x, y in curve.points]
        drawn.append(element("path", d=_path(points), class_=f"curve {colour(curve.name)}"))
        drawn.append(element("circle", cx=points[-1][0], cy=points[-1][1], r=4, class_=colour(curve.name)))
    return _picture(title, HEIGHT, drawn)


def histogram(title: str, samples: Sequence[Sequence[float]], under: str, bins: int = 24) -> str:
    """How often values fall where, a step curve for each sample; in parts of the sample."""
    everything = [value for sample in samples for value in sample]
    low, high = min(everything), max(everything) + 1
    width = max(1, math.ceil((high - low) / bins))
    edges = [low + width * i for i in range(math.ceil((high - low) / width) + 1)]
    shares = [
        [sum(left <= value < right for value in sample) / len(sample) for left, right in pairwise(edges)]
        for sample in samples
    ]
    across, up = _scales(edges[0], edges[-1], [0.0, *(share for each in shares for share in each)])
    drawn = _axes(across, up, under, percent=True)
    for index, each in enumerate(shares):
        steps = [
            (across.at(x), up.at(share))
            for (left, right), share in zip(pairwise(edges), each, strict=True)
            for x in (left, right)
        ]
        ground = [(steps[0][0], up.start), *steps, (steps[-1][0], up.start)]
        drawn.append(element("path", d=_path(ground), class_=f"hill {colour(index)}"))
    return _picture(title, HEIGHT, drawn)


def _scales(left: float, right: float, heights: Sequence[float]) -> tuple[Scale, Scale]:
    ticks = _round_numbers(min(heights), max(heights))
    return (
        Scale(left, right, _AXIS, WIDTH - 14),
        Scale(ticks[0], ticks[-1], HEIGHT - _BOTTOM, _TOP),
    )


def _axes(across: Scale, up: Scale, under: str, *, percent: bool = False) -> list[str]:
    drawn = []
    for value in _round_numbers(up.low, up.high):
        y = up.at(value)
        told = f"{100 * value:.3g} %" if percent else f"{value:g}"
        drawn.append(element("line", x1=across.start, x2=across.end, y1=y, y2=y, class_="grid"))
        drawn.append(element("text", told, x=across.start - 8, y=y + 4, class_="soft", text_anchor="end"))
    for value in _round_numbers(across.low, across.high):
        if across.low <= value <= across.high:
            x = across.at(value)
            drawn.append(element("text", f"{value:g}", x=x, y=up.start + 18, class_="soft", text_anchor="middle"))
    drawn.append(element("text", escape(under), x=across.end, y=up.start + 32, class_="soft", text_anchor="end"))
    return drawn


def _round_numbers(low: float, high: float) -> list[float]:
    """A few round numbers that reach from below `low` to above `high`."""
    raw = ((high - low) or 1) / _TICKS
    power = 10 ** math.floor(math.log10(raw))
    step = next(step * power for step in (1, 2, 5, 10) if step * power >= raw)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(i * step, 10) for i in range(first, max(last, first + 1) + 1)]


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _picture(title: str, height: float, drawn: Sequence[str]) -> str:
    return element(
        "svg",
        element("title", escape(title)),
        *drawn,
        viewBox=f"0 0 {WIDTH} {height:g}",
        role="img",
        xmlns="http://www.w3.org/2000/svg",
    )
