"""Hints for a person, from what their own seat may know: a nudge, the reasons, and at last the move."""

from __future__ import annotations

import msgspec

from laguna.core.advice import SEARCH_HINTS, Saying
from laguna.core.bot import Thought
from laguna.core.game import Move, Table
from laguna.games import PLUGINS


class HintSteps(msgspec.Struct, frozen=True):
    """Three steps of help. Whoever shows them waits to be asked for the next."""

    nudge: Saying
    reasons: tuple[Saying, ...]
    move: Move
    told: Saying | None = None
    """The move as people speak of it, with what it is about; None: by its own sentence."""


def hint(key: str, known: Table, seat: int, thought: Thought) -> HintSteps:
    """What to tell an asked seat. `known` is what it may know, `thought` what its game's adviser thinks of it.

    Raises `NoSuchSeat` or `NotAsked`.
    """
    known.check_asked(seat)
    writer = PLUGINS[key].load_hints() or SEARCH_HINTS
    advice = writer.write(known, seat, thought)
    move = thought.considered[0].move
    return HintSteps(advice.nudge, advice.reasons, move, writer.describe(known, seat, move))
