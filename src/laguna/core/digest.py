"""A game's rules in our words, every statement under a number of its own.

The digests are Markdown files in the game's package, `digest/en.md` and `digest/pl.md`: documentation and in-game help
at once.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

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
def read_digest(package: str, lang: str) -> Digest:
    """The digest in a game's package. Raises FileNotFoundError where there is none in this language."""
    return Digest((files(package) / "digest" / f"{lang}.md").read_text("utf-8"))
