"""What the terminal game needs of each game: its table as text, and how moves are typed that are too many to list."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from rich.console import RenderableType

from laguna.core.game import Ask, Move, View
from laguna.core.words import Voice

V = TypeVar("V", bound=View)


class Painter(ABC, Generic[V]):
    """Draws one game's table from a view, and so shows no more than the seat may see. At most 80 columns."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice

    @abstractmethod
    def draw(self, view: V, seat: int | None) -> RenderableType:
        """The table as this seat sees it; None: a spectator."""

    def parse(self, text: str, ask: Ask, view: V) -> Move | None:
        """A move typed other than by its number; None: it does not say a move. The rules judge it afterwards."""
        del text, ask, view
        return None

    def spell(self, move: Move, view: V, seat: int) -> str:
        """A move as this seat's table shows it: what it is called, or how it is typed where that says more."""
        del view, seat
        return self.voice.move(move)

    def say(self, key: str, **facts: object) -> str:
        """A label of the drawing: a sentence of the words' `terminal` section."""
        return self.voice.words.say("terminal", key, facts, self.voice.players)
