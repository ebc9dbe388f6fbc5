"""Advice to a person, from what their own seat may know: sentences as facts, spoken by the games' words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from laguna.core.bot import Thought
from laguna.core.game import snake


class Saying(msgspec.Struct, frozen=True, tag_field="says", tag=snake):
    """One sentence of advice: its facts. The words stand in the game's `[hints]` under the name of the class."""


class Advice(msgspec.Struct, frozen=True):
    """First a nudge where to look, then the reasons for the best move; none of them names the move itself."""

    nudge: Saying
    reasons: tuple[Saying, ...]


@dataclass(frozen=True)
class HintWriter:
    """What puts one game's hints into words."""

    write: Callable[[Any, int, Thought], Advice]
    """`write(known, seat, thought)`: what to tell an asked seat; `known` is a table as that seat may know it."""
    sayings: Any
    """The union of all its sayings."""


class WorthComparing(Saying, frozen=True):
    """So many moves are worth a thought: a nudge that fits every game."""

    moves: int


class OnlyMove(Saying, frozen=True):
    """There is nothing to choose from."""


class Expected(Saying, frozen=True):
    """The points to expect, with their tenths, and how many more that is than with the next best move."""

    whole: int
    tenths: int
    more: int
    more_tenths: int


class ChanceToWin(Saying, frozen=True):
    """How likely one wins."""

    percent: int


def outcome(thought: Thought, seat: int) -> Expected | ChanceToWin:
    """The points to expect, if they tell the best move from the next; else the chance to win."""
    tenths = [round(10 * considered.points[seat]) for considered in thought.considered[:2]]
    if len(tenths) < 2 or tenths[0] <= tenths[1] or tenths[0] < 0:
        return chance_to_win(thought, seat)
    more = tenths[0] - tenths[1]
    return Expected(tenths[0] // 10, tenths[0] % 10, more // 10, more % 10)


def chance_to_win(thought: Thought, seat: int) -> ChanceToWin:
    """How likely one wins with the best move."""
    return ChanceToWin(percent(thought.considered[0].values[seat]))


def percent(share: float) -> int:
    """A share as it is told. 0 and 100 are told only of what is certain."""
    return round(100 * share) if share in (0, 1) else min(99, max(1, round(100 * share)))


def write_hint(known: object, seat: int, thought: Thought) -> Advice:
    """Advice from the search alone: how many moves it compared, and what to expect of the best."""
    del known
    moves = len(thought.considered)
    nudge = WorthComparing(moves) if moves > 1 else OnlyMove()
    return Advice(nudge, (outcome(thought, seat),))


SEARCH_HINTS = HintWriter(write_hint, WorthComparing | OnlyMove | Expected | ChanceToWin)
"""For games that bring no words of their own."""
