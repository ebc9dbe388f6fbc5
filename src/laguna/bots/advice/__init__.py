"""Advice to a person, from what their own seat may know: sentences as facts, spoken by the games' words."""

from __future__ import annotations

import msgspec

from laguna.bots.bot import Thought
from laguna.core.game import snake


class Saying(msgspec.Struct, frozen=True, tag_field="says", tag=snake):
    """One sentence of advice: its facts. The words stand in the game's `[hints]` under the name of the class."""


class Advice(msgspec.Struct, frozen=True):
    """First a nudge where to look, then the reasons for the best move; none of them names the move itself."""

    nudge: Saying
    reasons: tuple[Saying, ...]


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
