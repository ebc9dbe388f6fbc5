"""Advice to a person, from what their own seat may know: sentences as facts, spoken by the games' words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import msgspec

from laguna.core.bot import Thought
from laguna.core.game import Event, Move, snake


class Saying(msgspec.Struct, frozen=True, tag_field="says", tag=snake):
    """One sentence of advice: its facts. The words stand in the game's `[hints]` under the name of the class."""

    speaks_for: ClassVar[tuple[type[Move], ...]] = ()
    """The kinds of moves that it is a reason for; none named: for any. No hint gives it as the reason for another."""


class Advice(msgspec.Struct, frozen=True):
    """First a nudge where to look, then the reasons for the best move; none of them names the move itself."""

    nudge: Saying
    reasons: tuple[Saying, ...]


class Moment(msgspec.Struct, frozen=True):
    """When something was done, as players count: in which round, in which turn, or else in which move."""

    chapter: Literal["round", "turn", "move"]
    number: int


@dataclass(frozen=True)
class Chapters:
    """How a game is divided for those who talk about it: an event begins each chapter, and they are counted from 1."""

    begins: type[Event]
    called: Literal["round", "turn"]


def _untold(known: object, seat: int, move: Move) -> None:
    """The move's own sentence says enough."""
    del known, seat, move


def _as_made(known: object, seat: int, move: Move) -> Move:
    """A move without a hand in it was meant as it was made."""
    del known, seat
    return move


@dataclass(frozen=True)
class HintWriter:
    """What puts one game's hints, and the analysis of its moves, into words."""

    write: Callable[[Any, int, Thought], Advice]
    """`write(known, seat, thought)`: what to tell an asked seat; `known` is a table as that seat may know it."""
    sayings: Any
    """The union of all its sayings."""
    describe: Callable[[Any, int, Any], Saying | None] = _untold
    """`describe(known, seat, move)`: a move of that seat as people speak of it afterwards, with what it was about: a
    phrase without a verb in person, that fits “best: …”. Moves with equal phrases are the same to people. None: the
    sentence of `[moves]` says enough."""
    meant: Callable[[Any, int, Any], Move] = _as_made
    """`meant(known, seat, move)`: what the hand was to do, where a move is made by a hand that may be off."""
    figures: Callable[[Any, int, Any], Saying | None] = _untold
    """`figures(known, seat, move)`: angles, lengths and the like, for those who want a move exactly. None: it has
    none."""
    chapters: Chapters | None = None
    """In what a game is counted. None: in moves."""


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
