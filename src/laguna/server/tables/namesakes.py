"""Tells people apart whose names look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files

_UNSEEN = frozenset("MZCP")
"""Kinds of signs that hardly change how a name looks: marks, space, what is hidden, and punctuation."""
_HARDLY_SEEN = ("Lm", "Sk")


def told_apart(names: Sequence[Sequence[str]], order: Iterable[int]) -> list[int]:
    """A number for each seat: 1, or what is to be shown after a name that looks like one before it in this order.

    A seat has as many names as there are languages in which it is called differently; none, if nobody sits there. No
    name with its number looks like any other name at the table.
    """
    numbers = [1] * len(names)
    plain = frozenset().union(*(looks(name) for called in names for name in called))
    taken: frozenset[str] = frozenset()
    for seat in order:
        shown = _shown(names[seat], 1)
        if taken & shown:
            while numbers[seat] == 1 or (taken | plain) & shown:
                numbers[seat] += 1
                shown = _shown(names[seat], numbers[seat])
        taken |= shown
    return numbers


def _shown(called: Sequence[str], number: int) -> frozenset[str]:
    return frozenset().union(*(looks(name if number == 1 else f"{name} {number}") for name in called))


@lru_cache(4096)
def looks(name: str) -> frozenset[str]:
    """How a name looks, as it is and in lower case: names that have one of these in common look alike.

    After UTS #39 ("skeleton"), which knows nothing of case: Н is like H, and н like Н.
    """
    return frozenset({_look(name), _look(name.casefold())})


def _look(name: str) -> str:
    """A name in plain letters and digits, as far as it looks like any."""
    whole = unicodedata.normalize("NFKC", name)
    letters = unicodedata.normalize("NFKD", whole.translate(_confusables()).casefold())
    seen = "".join(sign for sign in letters if _seen(sign)).translate(_confusables())
    return seen or "".join(whole.split())


def _seen(sign: str) -> bool:
    kind = unicodedata.category(sign)
    return kind[0] not in _UNSEEN and kind not in _HARDLY_SEEN


@cache
def _confusables() -> dict[int, str]:
    """From a sign to the letters that it looks like."""
    text = files(__package__).joinpath("confusables.txt").read_text("utf-8")
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {ord(sign): letters for letters, signs in lines for sign in signs}
