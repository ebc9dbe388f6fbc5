"""Who sits in the other seats at the terminal, and who helps the person: bots by level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from types import TracebackType
from typing import Any, Self

from laguna.bots.hints import HintSteps, hint
from laguna.bots.levels import bot_of, check_fits, check_installed_for, needs_kernels
from laguna.bots.pool import BotPool, BotRequest
from laguna.core.bot import ADVISER, Bot, Budget, knowledge
from laguna.core.game import Game, Move, Table
from laguna.core.rules import Luck

HINT_BUDGET = Budget(seconds=1.0)
MAX_SEED = 2**31 - 1

ShowsWaiting = Callable[[], AbstractContextManager[None]]
"""Shows that something takes its time."""


class Opponents:
    """Bots in seats 1 and on, each of its own level. Those that think do so in a process of their own.

    Their seeds are drawn from `luck`, which is not the table's. Raises `ModuleNotFoundError` where a level needs a
    package that is not installed, and `BadPolicy` for a policy that cannot be played.
    """

    def __init__(self, game: Game[Any, Any, Any], levels: Sequence[str], luck: Luck, waiting: ShowsWaiting) -> None:
        for level in levels:
            check_installed_for(game.key, level)
            check_fits(game.key, level, 1 + len(levels))
        self.levels = tuple(levels)
        self._game = game
        self._luck = luck
        self._waiting = waiting
        self._at_a_glance: dict[int, Bot] = {
            seat: bot_of(game.key, level) for seat, level in enumerate(levels, 1) if not needs_kernels(game.key, level)
        }
        self._stack = ExitStack()
        self._pool: BotPool | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._stack.close()

    def move(self, table: Table, seat: int) -> Move:
        """The move of the bot in a seat."""
        question = self._question(table, seat, self.levels[seat - 1])
        if seat in self._at_a_glance:
            return self._at_a_glance[seat].answer(question.known, seat, question.seed).move
        with self._waiting():
            return self._thinkers().ask(question).move

    def random_move(self, table: Table, seat: int) -> Move:
        """A random move for the person."""
        move: Move = self._game.random_move(table, seat, self._luck)
        return move

    def hint(self, table: Table, seat: int) -> HintSteps:
        """What to tell the person about the open question. Raises `ModuleNotFoundError` where nothing can think."""
        check_installed_for(self._game.key, ADVISER)
        question = self._question(table, seat, "strong", HINT_BUDGET)
        with self._waiting():
            pool = self._thinkers()
            thought = pool.wait(pool.think(question))
        return hint(self._game.key, question.known, seat, thought)

    def _question(self, table: Table, seat: int, level: str, budget: Budget | None = None) -> BotRequest:
        seed = self._luck.below(MAX_SEED)
        known = knowledge(self._game, table, seat, seed)
        return BotRequest("terminal", self._game.key, known, seat, level, seed, budget)

    def _thinkers(self) -> BotPool:
        if self._pool is None:
            self._pool = self._stack.enter_context(BotPool(1, games=[self._game.key]))
        return self._pool
