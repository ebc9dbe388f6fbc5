"""What a picture of a table needs of each game: an SVG of what one seat sees."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from laguna.core.game import Event, View
from laguna.core.words import Voice

V = TypeVar("V", bound=View)


class PicturePainter(ABC, Generic[V]):
    """Draws one game's table as a picture from a view, and so shows no more than the seat may see."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice

    @abstractmethod
    def draw(self, view: V, seat: int | None, events: Sequence[Event] = ()) -> str:
        """The table as this seat sees it, as SVG; None: a spectator. `events` just happened, and may be drawn in."""

    def name(self, seat: int) -> str:
        """A player's name."""
        return self.voice.words.name("seat", seat, self.voice.players)

    def say(self, key: str, **facts: object) -> str:
        """A label of the drawing: a sentence of the words' `terminal` section."""
        return self.voice.words.say("terminal", key, facts, self.voice.players)
