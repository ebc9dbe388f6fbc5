"""What a bot is: it gets what a seat may know of a table, and answers with a move."""

from __future__ import annotations

import secrets
from typing import Any, Literal, Protocol, get_args

import msgspec

from laguna.core.game import Game, Move, Table
from laguna.core.generator import BOTS
from laguna.core.luck import SeededLuck

AnyGame = Game[Any, Any, Any]
Level = Literal["beginner", "easy", "good", "strong"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""How well a bot plays, from weakest to strongest."""


ADVISER = "adviser"
"""In the place of a level: who thinks for people, and does not play."""


class Budget(msgspec.Struct, frozen=True):
    """How long to think: so many seconds or so many iterations, whichever is over first.

    An answer within a budget of iterations alone is the same every time.
    """

    seconds: float | None = None
    iterations: int | None = None


class Considered(msgspec.Struct, frozen=True):
    """A move that was considered, and what is expected of it.

    `share` is its part of all the thinking, `values` every seat's chance to win, `points` the points that every seat is
    expected to have: in the end, or as far as the bot looks ahead.
    """

    move: Move
    share: float
    values: tuple[float, ...]
    points: tuple[float, ...]
    doubt: float | None = None
    """How far `values` may be off; None: as far as chances may that were found by so many iterations."""


class Thought(msgspec.Struct, frozen=True):
    """What came of thinking about a question: the considered moves, best first."""

    considered: tuple[Considered, ...]
    iterations: int
    seconds: float


class Answer(msgspec.Struct, frozen=True):
    """A bot's move, and what it thought, if it thinks in numbers."""

    move: Move
    thought: Thought | None = None


class Bot(Protocol):
    """A player. The same question, seed and budget of iterations give the same answer.

    `known` is a table of its game as `knowledge` gives it. `budget` overrides the bot's own. Between two answers a bot
    may keep what it thought, where a budget of time makes no promise anyway: so one bot serves one seat of one table.
    """

    def answer(self, known: Any, seat: int, seed: int, budget: Budget | None = None) -> Answer:  # noqa: ANN401
        """The move of an asked seat. Raises `NoSuchSeat` or `NotAsked`."""
        ...


class Adviser(Protocol):
    """Somebody who thinks for a person, to the end of the game: for hints, and for the analysis of a finished game."""

    def think(self, known: Any, seat: int, seed: int, budget: Budget, only: Move | None = None) -> Thought:  # noqa: ANN401
        """What an asked seat may expect of its moves, or `only` of one of them. Raises `NoSuchSeat` or `NotAsked`."""
        ...


class Expert(Bot, Adviser, Protocol):
    """A player that a game brings along: it answers, and it thinks for people."""


def fresh_seed() -> int:
    """A seed that nobody can guess, for a question at a real table."""
    return secrets.randbits(63)


def knowledge(game: AnyGame, table: Table, seat: int, seed: int) -> Table:
    """What a seat may know of a table, as a table: all that is hidden from it is dealt anew.

    Two tables that look alike to the seat become identical here, so a bot that gets nothing else cannot peek. Raises
    `NoSuchSeat`.

    >>> from laguna.bots.levels import bot_of
    >>> from laguna.games import GAMES
    >>> duck = GAMES["duck"]
    >>> table, events = duck.start(3, duck.options(dealer=2), SeededLuck(7))
    >>> known = knowledge(duck, table, 0, seed=1)
    >>> duck.view(known, 0) == duck.view(table, 0), duck.view(known, 1) == duck.view(table, 1)
    (True, False)
    >>> answer = bot_of("duck", "easy").answer(known, 0, seed=1)
    >>> duck.refusal(table, 0, duck.asks(table)[0].number, answer.move) is None
    True
    """
    known: Table = game.imagine(table, seat, SeededLuck(seed, 0, BOTS))
    return known
