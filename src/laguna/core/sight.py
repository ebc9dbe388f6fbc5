"""What one seat sees of a table at one moment, as it is told to whoever sits there."""

from __future__ import annotations

import msgspec

from laguna.core.game import Event, Move, View


class Question(msgspec.Struct, frozen=True):
    """What a seat is asked. An answer quotes `ask`; see `laguna.core.game.Ask` for the rest."""

    ask: int
    about: str
    rule: str
    moves: tuple[Move, ...]
    free: tuple[str, ...]


class Sight(msgspec.Struct, frozen=True):
    """What one seat sees (None: a spectator): what just happened, the table now, and what the seat is asked."""

    seat: int | None
    events: tuple[Event, ...]
    view: View
    question: Question | None
