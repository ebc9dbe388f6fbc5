"""Finished games thought through again on request, each only once, beside the bots that play."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

from laguna.bots.analysis import Analysis, Thinker, analyse
from laguna.bots.bot import Budget, Thought
from laguna.bots.job import BotFailed
from laguna.bots.wire import Question
from laguna.games import GAMES
from laguna.server.problem import Problem, too_many
from laguna.server.replay import Replays, check_over
from laguna.server.table import TableFile
from laguna.server.wire.bodies import Examined

_LOG = logging.getLogger(__name__)

BUDGET = Budget(seconds=0.1)
"""How long to think about a decision, and again about the move that was made."""
KEPT = 256
"""How many analyses are kept, those last asked for."""
WAITING = 20
"""How many games may be thought through or wait for it."""


class Analyses:
    """The analyses of a house's finished games. Games are thought through one after another."""

    def __init__(self, replays: Replays, pool: Thinker, budget: Budget = BUDGET) -> None:
        self._replays = replays
        self._thinker = _OneByOne(pool)
        self._budget = budget
        self._found: OrderedDict[str, Examined] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(1)

    def of(self, file: TableFile) -> Examined:
        """The analysis of a game that is over, or how far it has come: the first who asks begins it. Raises `Problem`.

        One that failed is told once; who asks again begins it anew.
        """
        check_over(file)
        found = self._found.get(file.id)
        if found is None:
            return self._begin(file)
        self._found.move_to_end(file.id)
        if found.state == "failed":
            del self._found[file.id]
        return found

    async def close(self) -> None:
        """Think no more."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, file: TableFile) -> Examined:
        if len(self._tasks) >= WAITING:
            raise too_many("Too many games are being looked at again; try in a few minutes.")
        while len(self._found) >= KEPT:
            oldest = next(table for table in self._found if table not in self._tasks)
            del self._found[oldest]
        self._found[file.id] = Examined("thinking", 0, 0)
        task = asyncio.create_task(self._examine(file))
        self._tasks[file.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(file.id))
        return self._found[file.id]

    async def _examine(self, file: TableFile) -> None:
        """Think a game through when its turn comes, and write down what came of it."""
        try:
            async with self._turn:
                analysis = await self._analysed(file)
        except asyncio.CancelledError:
            del self._found[file.id]
            raise
        except (Problem, BotFailed) as error:
            self._failed(file, str(error))
        except Exception:  # noqa: BLE001 - whatever it was, it is logged and told, and the next game has its turn
            _LOG.exception("The analysis of a game of %s stumbled.", file.game)
            self._failed(file, "Something went wrong on the server.")
        else:
            decisions = len(analysis.verdicts)
            self._found[file.id] = Examined("ready", decisions, decisions, analysis)

    def _failed(self, file: TableFile, why: str) -> None:
        before = self._found[file.id]
        self._found[file.id] = Examined("failed", before.done, before.of, sentence=f"There is no analysis: {why}")

    async def _analysed(self, file: TableFile) -> Analysis:
        record = await self._replays.record(file)
        total, done = len(record.moves), 0

        def progress(more: int) -> None:
            nonlocal done
            done += more
            self._found[file.id] = Examined("thinking", done, total)

        progress(0)
        return await analyse(record, GAMES, self._thinker, self._budget, progress)


class _OneByOne:
    """Passes one question at a time on to a thinker, so that live bots find a worker free and no queue is pickled."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._turn = asyncio.Semaphore(1)

    async def think(self, question: Question) -> Thought:
        """See `Thinker`."""
        async with self._turn:
            return await self._thinker.think(question)
