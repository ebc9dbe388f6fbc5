"""A game's encoding as documentation, made from itself: every part of an observation, its numbers and its rule."""

from __future__ import annotations

import inspect
import sys
from typing import Any

from laguna.core.encoding import Encoding, Part, PlacedPart


def encoding_reference(key: str, title: str, encoding: Encoding[Any]) -> str:
    """The encoding of a game called `title`, as Markdown."""
    rows = "\n".join(_row(placed) for placed in encoding.placed)
    counts = (
        f"An observation has **{encoding.size}** numbers, or {encoding.expanded_size} once codes are spread out; "
        f"there are **{encoding.choices}** choices, of which the first is to wait."
    )
    parts = [
        f"# What a learner sees of {title}",
        f"Made from the source by `laguna encodings {key}`. Version {encoding.version}.",
        _told(encoding),
        counts,
        f"| numbers | part | shape | values | rule |\n| --- | --- | --- | --- | --- |\n{rows}",
    ]
    return "\n\n".join(parts) + "\n"


def _told(encoding: Encoding[Any]) -> str:
    """What the module says that declares it: in which order things are told, and what its choices are."""
    text = inspect.getdoc(sys.modules[encoding.observe.__module__]) or ""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def _row(placed: PlacedPart) -> str:
    part, start, end = placed
    where = str(start) if end == start + 1 else f"{start}–{end - 1}"
    shape = " × ".join(map(str, part.shape)) or "1"
    return f"| {where} | `{part.name}` | {shape} | {_values(part)} | {part.rule} |"


def _values(part: Part) -> str:
    bounds = f"{part.low}–{part.high}" if part.low >= 0 else f"{part.low} to {part.high}"
    return f"code {bounds}" if part.codes else bounds
