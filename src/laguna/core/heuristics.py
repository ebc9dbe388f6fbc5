"""What a game tells a bot about playing it well, beyond the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from typing import Any, Generic, TypeVar

from laguna.core.bot import Budget
from laguna.core.rules import Fields, Rules, State, rule

_S = TypeVar("_S", bound=State)

CERTAIN = 1000
"""A prospect of winning for sure."""

HALF = (1 << 31) - 1
WHOLE = (1 << 62) - 1


@rule
def mix(sight: int, number: int) -> int:
    """A hash of one number more: how `sight` is made, from any number up to 2^62. Products stay below 2^63."""
    sight ^= number + 0x1B873593
    sight = ((sight & HALF) * 0x5BD1E995 + (sight >> 31 & HALF) * 0x2C1B3C6D) & WHOLE
    return sight ^ sight >> 29


FADE_STEPS = 16
FADE = tuple(round(65536 * exp(-step / FADE_STEPS)) for step in range(8 * FADE_STEPS))


@rule
def fading(behind: int, spread: int) -> int:
    """What is left of somebody's chances so far behind the best outlook: a third for each `spread`, of 65536."""
    return FADE[min(behind * FADE_STEPS // spread, len(FADE) - 1)]


class Scratch(Fields):
    """What heuristics note while they think about one question: nothing of it outlives the answer.

    A game declares a subclass with whatever it notes, and `notes: list[int] = ints(…)` for the rules' `choices`.
    """

    notes: list[int]


@dataclass(frozen=True, slots=True)
class Heuristics(Generic[_S]):
    """How a game is really played. Every verb is a `rule`, written like the rules and run plain or compiled.

    `propose`, `choose`, `novice` and `sight` are asked about a seat and look only at what that seat may know: they
    answer the same for every table that looks alike to it.
    """

    rules: Rules[_S]
    scratch: type[Scratch]
    """What the verbs note: they are handed one of it, with whatever was noted before."""
    proposals: int
    """How many actions `propose` may note."""
    propose: Callable[[_S, int, Any, list[int], list[int]], int]
    """`propose(s, seat, scratch, actions, weights)`: note the actions of an asked seat that are worth a thought, and
    how promising each is at a glance (a positive number; the search first spends its time in these proportions and
    begins with the largest). At least one; all of them where they are few."""
    choose: Callable[[_S, int, Any, list[int]], int]
    """`choose(s, seat, scratch, rng)`: what an experienced player does at a glance. Toss-ups: `draw(rng, n)`."""
    novice: Callable[[_S, int, Any, list[int]], int]
    """`novice(s, seat, scratch, rng)`: what a beginner does: sensible, but short-sighted."""
    sight: Callable[[_S, int], int]
    """`sight(s, seat)`: a hash of all that matters to an asked seat's decision. The search keeps one statistic for all
    tables with the same sight."""
    believe: Callable[[_S, int], None]
    """As the rules' `imagine`, but likelier things oftener: weighted by what the others have done so far."""
    prospect: Callable[[_S, int], int]
    """`prospect(s, seat)`: how good the table looks for a seat, from 0 to `CERTAIN`: its chance to win, roughly. It may
    look at everything, and is asked in the middle of a game."""
    horizon: int
    """After so many quick moves a playout is judged by `prospect`, if the game is not over."""
    margin: int
    """How many points ahead of the next make a clear win."""
    good: Budget | None = None
    """How long a good player thinks. None: it plays at a glance."""
