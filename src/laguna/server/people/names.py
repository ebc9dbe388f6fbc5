"""Validation of names: short, readable, and without characters that deceive the eye."""

from __future__ import annotations

import unicodedata

from laguna.server.problem import malformed

MAX_NAME_LENGTH = 24
_JOINER = "\u200d"
_BLANK = frozenset("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that show as nothing."""


def clean_name(name: str, longest: int = MAX_NAME_LENGTH) -> str:
    """A name in normal form (NFC), without space around it. Raises a `Problem` that says what is wrong with it."""
    tidy = unicodedata.normalize("NFC", name).strip()
    if not tidy:
        raise malformed("A name needs at least one character.")
    if len(tidy) > longest:
        raise malformed(f"A name has at most {longest} characters.")
    if not all(_readable(tidy, place) for place in range(len(tidy))):
        raise malformed(
            "A name is made of visible characters and spaces: no line breaks, control or hidden characters."
        )
    if all(unicodedata.combining(sign) for sign in tidy):
        raise malformed("A name needs a letter, digit or sign, not accents alone.")
    return tidy


def _readable(name: str, place: int) -> bool:
    sign = name[place]
    if sign == _JOINER:  # holds emoji together (a family is four of them), and hides between letters
        return 0 < place < len(name) - 1 and _pictorial(name[place - 1]) and _pictorial(name[place + 1])
    return sign.isprintable() and sign not in _BLANK


def _pictorial(sign: str) -> bool:
    """An emoji, the shade of its skin, or the mark that asks for its colours."""
    return unicodedata.category(sign) in ("So", "Sk") or sign == "\ufe0f"
