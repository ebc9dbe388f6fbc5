"""A question on its way through a pool, and the workers it may go to."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field

from laguna.bots.levels import needs_kernels, plays_at_a_glance
from laguna.bots.wire import BotRequest, Failed
from laguna.core.bot import Answer
from laguna.core.worker_process import WorkerProcess

_LOG = logging.getLogger(__name__)

MAX_LEVEL_BUDGET_S = 2.0
"""What the budget of a level is at most, in seconds."""
MAX_REMEMBERED_TABLES = 16
"""How many tables a worker is preferred for."""


class BotFailed(Exception):  # noqa: N818 - a sentence: the bot failed
    """There is no answer, and why."""


@dataclass(eq=False, slots=True)
class Worker:
    """A worker's place in the pool. If its process dies, another takes the place."""

    process: WorkerProcess
    glances: bool = False
    """Whether it is there for bots that play at a glance: then it loads no kernels."""
    busy: bool = False
    loaded: set[str] = field(default_factory=set)
    given_up: set[str] = field(default_factory=set)
    """Games whose loading failed: only a question tries again."""
    tables: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_REMEMBERED_TABLES))
    """The tables it last answered."""

    def has_tried(self, game: str) -> bool:
        """Whether nothing is left to be done about a game."""
        return game in self.loaded or game in self.given_up

    def forget(self, table: str) -> None:
        """Another worker answers a table now."""
        if table in self.tables:
            self.tables.remove(table)


@dataclass(eq=False, slots=True)
class Job:
    """A question on its way."""

    question: BotRequest
    frame: bytes
    answer: asyncio.Future[Answer]
    worker: Worker | None = None
    tries: int = 0

    def settle(self, reply: Answer | Failed | None) -> None:
        """Pass on what a worker replied, if anybody waits for it."""
        if isinstance(reply, Failed):
            _LOG.error("There is no answer from %s.\n%s", self.bot, reply.traceback)
            self.fail(BotFailed(f"There is no answer from {self.bot}: {reply.reason}"))
        elif reply is not None and not self.answer.done():
            self.answer.set_result(reply)

    def fail(self, failure: BotFailed) -> None:
        """There will be no answer."""
        if not self.answer.done():
            self.answer.set_exception(failure)

    def preference(self, worker: Worker) -> tuple[bool, bool, int]:
        """Smallest for the worker that answers it best: it knows the table, or has the game, or knows few tables."""
        asked = self.question
        return asked.table not in worker.tables, asked.game not in worker.loaded, len(worker.tables)

    @property
    def needs_kernels(self) -> bool:
        """Whether it must wait until its game is compiled and loaded."""
        return needs_kernels(self.question.game, self.question.level)

    @property
    def at_a_glance(self) -> bool:
        """Whether it is answered in milliseconds, so that it need not wait for those who think."""
        return plays_at_a_glance(self.question.game, self.question.level)

    @property
    def whose(self) -> tuple[str, ...]:
        """The lines it waits in, from the widest to the narrowest."""
        return (*self.question.share, self.question.table)

    @property
    def bot(self) -> str:
        """Who is asked, in words."""
        return f"the bot “{self.question.level}” of {self.question.game}"

    @property
    def seconds(self) -> float:
        """What it may take."""
        budget = self.question.budget
        return MAX_LEVEL_BUDGET_S if budget is None or budget.seconds is None else budget.seconds
