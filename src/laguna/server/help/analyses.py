"""Analyses of finished games, computed on request, each once, at a lower priority than bots that play."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import ExitStack

import msgspec

from laguna.bots.analysis import Analysis, Thinker, Verdict, analyse
from laguna.bots.job import BotFailed
from laguna.bots.wire import BotRequest
from laguna.core.bot import Budget, Thought
from laguna.games import GAMES
from laguna.server.people.fair_limiter import FairLimiter
from laguna.server.problem import Problem
from laguna.server.tables.finished_games import Replays, check_over
from laguna.server.tables.table_file import TableFile
from laguna.server.wire.bodies import Examined

_LOG = logging.getLogger(__name__)

BUDGET = Budget(seconds=0.1)
"""How long to think about a decision, and again about the move that was made."""
MAX_KEPT_ANALYSES = 256
"""How many analyses are kept, those last asked for."""
FAILED = "failed"
"""The code of what is nobody's wish, as REST tells it."""
MAX_WAITING, MAX_WAITING_OF_ONE = 20, 5
"""How many games may be thought through or wait for it, in all and of one address."""


class Analyses:
    """The analyses of a server's finished games: one after another, and those who asked for them in turn."""

    def __init__(self, replays: Replays, pool: Thinker, budget: Budget = BUDGET) -> None:
        self._replays = replays
        self._pool = pool
        self._budget = budget
        self._found: OrderedDict[str, Examined] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turns = FairLimiter(
            "Too many games are being looked at again; try in a few minutes.",
            wait=120,
            most=MAX_WAITING,
            each=MAX_WAITING_OF_ONE,
        )

    def of(self, file: TableFile, share: tuple[str, ...]) -> Examined:
        """The analysis of a game that is over, or how far it has come: the first who asks begins it. Raises `Problem`.

        It is on the account of `share`: an address, and a person there. One that failed is told once; who asks again
        begins it anew.
        """
        check_over(file)
        found = self._found.get(file.id)
        if found is None:
            return self._begin(file, share)
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

    def _begin(self, file: TableFile, share: tuple[str, ...]) -> Examined:
        place = ExitStack()
        place.enter_context(self._turns.place(*share))
        while len(self._found) >= MAX_KEPT_ANALYSES:
            oldest = next(table for table in self._found if table not in self._tasks)
            del self._found[oldest]
        self._found[file.id] = Examined("thinking", 0, 0)
        task = asyncio.create_task(self._examine(file, share))
        self._tasks[file.id] = task
        place.callback(self._tasks.pop, file.id)
        task.add_done_callback(lambda _: place.close())
        return self._found[file.id]

    async def _examine(self, file: TableFile, share: tuple[str, ...]) -> None:
        """Think a game through when its turn comes, and write down what came of it."""
        try:
            async with self._turns.turn(*share):
                analysis = await self._analysed(file, share)
        except asyncio.CancelledError:
            del self._found[file.id]
            raise
        except Problem as problem:
            self._failed(file, problem.code, str(problem))
        except BotFailed as failure:
            self._failed(file, FAILED, str(failure))
        except Exception:  # noqa: BLE001 - whatever it was, it is logged and told, and the next game has its turn
            _LOG.exception("Unhandled error in the analysis of a game of %s", file.game)
            self._failed(file, FAILED, "Something went wrong on the server.")
        else:
            decisions = len(analysis.verdicts)
            self._found[file.id] = Examined("ready", decisions, decisions, analysis)

    def _failed(self, file: TableFile, code: str, why: str) -> None:
        before, sentence = self._found[file.id], f"There is no analysis: {why}"
        self._found[file.id] = Examined("failed", before.done, before.of, sentence=sentence, code=code)

    async def _analysed(self, file: TableFile, share: tuple[str, ...]) -> Analysis:
        record = await self._replays.record(file)
        total, done = len(record.moves), 0
        verdicts: list[Verdict] = []

        def progress(more: int) -> None:
            nonlocal done
            done += more
            self._found[file.id] = Examined("thinking", done, total, found=tuple(verdicts))

        progress(0)
        return await analyse(record, GAMES, _Patient(self._pool, share), self._budget, progress, verdicts.append)


class _Patient:
    """Passes questions on to a thinker, after those of live games."""

    def __init__(self, thinker: Thinker, share: tuple[str, ...]) -> None:
        self._thinker = thinker
        self._share = share

    async def think(self, question: BotRequest) -> Thought:
        """See `Thinker`."""
        return await self._thinker.think(msgspec.structs.replace(question, share=self._share, patient=True))
