"""A game's rules in our words, every statement under a number of its own.

The digests are Markdown files, `docs/rules/<game>.md` in English and `<game>.pl.md` in Polish: documentation and
in-game help at once. A wheel carries them inside the package; in a checkout they are read from `docs/rules`.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

_NUMBERED = re.compile(r"^- ([A-Z]\d+)\. (.*)$", re.MULTILINE)


class Digest(msgspec.Struct, frozen=True):
    """The rules of one game in one language."""

    text: str
    """The whole digest, as Markdown."""

    @property
    def rules(self) -> dict[str, str]:
        """Every numbered rule's sentences, by number, in the order of the digest."""
        return dict(_NUMBERED.findall(self.text))


@cache
def digest_of(key: str, lang: str) -> Digest:
    """The digest of a game. Raises FileNotFoundError where there is none."""
    name = f"{key}.md" if lang == "en" else f"{key}.{lang}.md"
    return Digest((_folder() / name).read_text("utf-8"))


def _folder() -> Traversable:
    inside = files("laguna") / "rules"
    return inside if inside.is_dir() else Path(__file__).parents[3] / "docs" / "rules"
