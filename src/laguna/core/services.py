"""What a game may need of a server beyond its rules: workers, a check of time, routes of its own.

Most games need nothing of this. A game that does names its `GameService` in its `Plugin`; the server opens one for
every game and knows no more of it than stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from laguna.core.game import Game, Move


class NotNow(Exception):  # noqa: N818 - told to whoever sent the move
    """A move that came at the wrong time. `code` names it for programs; `str` is the sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class ServiceFailed(RuntimeError):  # noqa: N818 - says what it is
    """A service could not do its work, through no fault of whoever asked. `str` is for the log.

    `code` and `sentence` are told to whoever asked: trying again after `retry_s` seconds may help.
    """

    code = "service_failed"
    sentence = "This could not be done. Try again in a moment."
    retry_s = 5.0


class BadRequest(ValueError):  # noqa: N818 - told to whoever sent it
    """What a route cannot read, in one sentence."""


class TableTimer:
    """The time hook of one table, for a game whose moves say when they were made. This one times nothing."""

    def signal(self, seat: int, ask: int, now_s: float) -> None:
        """A seat says that it begins, at this moment of the server, what its answer to a question will time."""

    def timing(self, seat: int, ask: int) -> bool:
        """Whether a seat has said that it begins, for this question, which is still open."""
        del seat, ask
        return False

    def check(self, seat: int, ask: int, move: Move, now_s: float) -> None:
        """Raise `NotNow` unless a move fits the server's own time."""


@dataclass(frozen=True)
class Route:
    """A REST route of a game's own. The server adds limits, turns and threads."""

    path: str
    """Below `/api`: `/practice/shot`."""
    summary: str
    answer: Any
    """The type of the answer."""
    prepare: Callable[[Any], Callable[[], Any]]
    """Looks at the body (None where there is none) and returns the work to be done, or raises `BadRequest`.

    The work runs in a thread, when it is its turn; it may raise `ServiceFailed`.
    """
    body: Any = None
    """The type of the body; None: it is a GET, and costs so little that nobody has to wait for it."""
    doc: str = ""
    """What it does, for the description of the API."""
    too_often: str = "That was very often: wait a little."
    """What somebody is told who asks too often."""
    too_busy: str = "Many ask for this at the moment: try again in a second."
    """What is told where too many wait already."""


class GameService:
    """What one game needs of a server, opened and closed with it. This one is for games that need nothing."""

    def __init__(self, game: Game[Any, Any, Any]) -> None:
        self.game = game
        """The game as this server plays it."""

    @property
    def routes(self) -> Sequence[Route]:
        """Its routes."""
        return ()

    @property
    def worker_deaths(self) -> int:
        """How many of its worker processes died."""
        return 0

    def timer(self) -> TableTimer:
        """The time hook of one table."""
        return TableTimer()

    def close(self) -> None:
        """End its workers, whatever they do. May wait for them: not for an event loop."""
