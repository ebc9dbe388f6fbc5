"""How a game looks to a learner: what a seat may know as a row of small numbers, and its answers as numbered choices.

A game declares one `Encoding` beside its rules. Its verbs are rules: they run plain for single tables and compiled for
thousands. Everything is relative to the seat that looks (0 is itself, 1 the next one), padded to the most seats, and
told whether or not it lies in view just now: what a seat has seen it may know for good.

Choice 0 is to wait: it is there for who is not asked, so that nobody is ever without a choice. A choice may be made in
steps: the first ones only say how far it is `begun`, which is a number of the seat's own that nobody else sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Generic, NamedTuple, TypeVar

from laguna.core.rules import State, rule

_S = TypeVar("_S", bound=State)

WAIT = 0
"""The choice of a seat that is not asked."""
NOTHING_BEGUN = 0
"""A seat that has not begun a choice."""
LOWEST, HIGHEST = -128, 127
"""Between these lie all numbers of an observation: they are kept in bytes."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some numbers of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    """How many they are: () is one number, (7, 6) are seven rows of six."""
    high: int
    """The largest number that there may be."""
    rule: str
    """The rule by which a seat may know this."""
    low: int = 0
    """And the smallest one."""
    codes: bool = False
    """Whether a number stands for something rather than counting it: a colour, a seat, a place."""

    @property
    def size(self) -> int:
        """How many numbers."""
        return prod(self.shape)

    @property
    def expanded_size(self) -> int:
        """How many numbers once each code has become a row in which one number is 1 and the others are 0."""
        return self.size * (self.high - self.low + 1) if self.codes else self.size


class PlacedPart(NamedTuple):
    """A part, and the numbers of an observation that are its own."""

    part: Part
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Encoding(Generic[_S]):
    """One game's encoding. Whoever changes what its numbers mean gives it another version."""

    version: int
    parts: tuple[Part, ...]
    choices: int
    """Choices are numbered below this; the first is `WAIT`."""
    observe: Callable[[_S, int, int, list[int]], None]
    """`observe(s, seat, begun, out)`: note what the seat may know, part by part. `out` is all zeros before."""
    legal: Callable[[_S, int, int, list[int], list[int]], int]
    """`legal(s, seat, begun, notes, mask)`: put 1 for each choice that an asked seat has; returns how many. `mask` is
    all zeros before; `notes` is as long as `Rules.most_notes`, with whatever was noted before."""
    decide: Callable[[_S, int, int, int], int]
    """`decide(s, seat, begun, choice)`: what a legal choice of an asked seat comes to: the rules' action, 0 or more; or
    -1 less how far the choice is `begun` then, with another one to be made."""
    first_rules: int = 1
    """The version of the game's rules that its first environments were made with: their versions count from there."""

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(part.size for part in self.parts)

    @property
    def expanded_size(self) -> int:
        """How many it has once codes are spread out; see `Part.expanded_size`."""
        return sum(part.expanded_size for part in self.parts)

    @property
    def placed(self) -> Iterator[PlacedPart]:
        """Every part with its place in an observation."""
        starts = starts_of(self.parts)
        for part, start in zip(self.parts, starts, strict=True):
            yield PlacedPart(part, start, start + part.size)

    def named(self, observation: Sequence[int]) -> dict[str, Any]:
        """An observation's numbers by the names of its parts, in lists of their shapes: for people and for tests."""
        return {part.name: _shaped(list(observation[start:end]), part.shape) for part, start, end in self.placed}


def starts_of(parts: Sequence[Part]) -> tuple[int, ...]:
    """Where each part begins in an observation."""
    starts, start = [], 0
    for part in parts:
        starts.append(start)
        start += part.size
    return tuple(starts)


def _shaped(numbers: list[int], shape: tuple[int, ...]) -> Any:  # noqa: ANN401 - a number, or nested lists of them
    if not shape:
        return numbers[0]
    if len(shape) == 1:
        return numbers
    row = len(numbers) // shape[0]
    return [_shaped(numbers[i * row : (i + 1) * row], shape[1:]) for i in range(shape[0])]


@rule
def going_on(begun: int) -> int:
    """What `decide` returns for a choice that is begun so far and goes on."""
    return -1 - begun


@rule
def relative(s: State, seat: int, other: int) -> int:
    """How many seats further `other` sits, seen from `seat`: 0 is the seat itself."""
    return other - seat if other >= seat else other - seat + s.players


@rule
def absolute(s: State, seat: int, further: int) -> int:
    """The seat that sits so many seats further."""
    return seat + further if seat + further < s.players else seat + further - s.players
