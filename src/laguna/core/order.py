"""In which order a game's events come: written down once, read by people as it stands and held to by the tests.

An order is a small grammar. After the setup, and after each kind of move, comes what its expression says: an event by
the name of its class, a phrase by its name in small letters, `A B` one after the other, `A | B` either, `A?` perhaps,
`A*` any number, `A+` at least one, and brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

_TOKEN = re.compile(r"\w+|[()|?*+]")


@dataclass(frozen=True)
class Order:
    """The order of one game's events."""

    told: str
    """What is to be said about it, in a few sentences."""
    setup: str
    """What `Game.start` reports."""
    moves: Mapping[str, str]
    """What `Game.play` reports, for each kind of move by the name of its class."""
    phrases: Mapping[str, str]
    """What is used in several places, or too long for one. None is part of itself."""
    _patterns: dict[str, re.Pattern[str]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def events(self) -> set[str]:
        """The names of all events that may come."""
        expressions = (self.setup, *self.moves.values(), *self.phrases.values())
        return {word for each in expressions for word in words_of(each) if not is_phrase(word)}

    def fits(self, move: object, events: Iterable[object]) -> bool:
        """Whether these events may come after such a move (None: the setup), all of them and in this order."""
        expression = self.setup if move is None else self.moves[type(move).__name__]
        if expression not in self._patterns:
            self._patterns[expression] = re.compile(self._pattern(expression))
        names = "".join(f"{type(event).__name__} " for event in events)
        return self._patterns[expression].fullmatch(names) is not None

    def _pattern(self, expression: str) -> str:
        """The expression as a regular expression over names, each with a space after it."""
        return "".join(self._part(part) for part in _TOKEN.findall(expression))

    def _part(self, part: str) -> str:
        if part == "(":
            return "(?:"
        if not part.isidentifier():
            return part
        return f"(?:{self._pattern(self.phrases[part]) if is_phrase(part) else f'{part} '})"


def words_of(expression: str) -> Iterator[str]:
    """The events and phrases that an expression names."""
    return (token for token in _TOKEN.findall(expression) if token.isidentifier())


def is_phrase(word: str) -> bool:
    """Whether a word of an expression is a phrase rather than an event."""
    return word.islower()
