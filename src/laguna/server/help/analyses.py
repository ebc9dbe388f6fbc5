"""Analyses of finished games, computed on request, each once, at a lower priority than bots that play.

Whichever of the servers that share a store is asked first thinks a game through, and all tell what came of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import ExitStack, suppress

import msgspec

from laguna.bots.analysis import Analysis, Thinker, Verdict, analyse
from laguna.bots.job import BotFailed
from laguna.bots.wire import BotRequest
from laguna.core.bot import Budget, Thought
from laguna.games import GAMES
from laguna.server.help.shared_analyses import SharedAnalyses, ToldAnalysis
from laguna.server.people.fair_limiter import FairLimiter
from laguna.server.problem import Problem
from laguna.server.store.store import Conflict, StoreFailed
from laguna.server.tables.finished_games import Replays, check_over
from laguna.server.tables.table_file import TableFile
from laguna.server.wire.bodies import Examined

_LOG = logging.getLogger(__name__)

BUDGET = Budget(seconds=0.1)
"""How long to think about a decision, and again about the move that was made."""
BEAT_S = 4.0
"""Seconds between two times at which the store is told how far an analysis has come: several in a claim's time."""
FAILED = "failed"
"""The code of what is nobody's wish, as REST tells it."""
MAX_WAITING, MAX_WAITING_OF_ONE = 20, 5
"""How many games may be thought through or wait for it, in all and of one address."""


class Analyses:
    """The analyses of a server's finished games: one after another, and those who asked for them in turn."""

    def __init__(
        self, replays: Replays, pool: Thinker, shared: SharedAnalyses, budget: Budget = BUDGET, beat: float = BEAT_S
    ) -> None:
        self._replays = replays
        self._pool = pool
        self._shared = shared
        self._budget = budget
        self._beat = beat
        self._progress: dict[str, Examined] = {}
        """How far those have come that are thought through here, or wait for it."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turns = FairLimiter(
            "Too many games are being looked at again; try in a few minutes.",
            wait=120,
            most=MAX_WAITING,
            each=MAX_WAITING_OF_ONE,
        )

    async def of(self, file: TableFile, share: tuple[str, ...]) -> ToldAnalysis:
        """The analysis of a game that is over, or how far it has come: the first who asks begins it. Raises `Problem`.

        It is on the account of `share`: an address, and a person there. One that failed is told once; who asks again
        begins it anew.
        """
        check_over(file)
        told = None if file.id in self._tasks else await self._shared.told(file.id)
        if told is None:
            return ToldAnalysis.of(self._progress[file.id] if file.id in self._tasks else self._begin(file, share))
        if told.state == "failed" and file.id not in self._tasks:  # else somebody who was told, too, began it anew
            await self._shared.forget_failure(file.id)
        return told

    async def close(self) -> None:
        """Think no more."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, file: TableFile, share: tuple[str, ...]) -> Examined:
        place = ExitStack()
        place.enter_context(self._turns.place(*share))
        begun = self._progress[file.id] = Examined("thinking", 0, 0)
        place.callback(self._progress.pop, file.id)
        task = self._tasks[file.id] = asyncio.create_task(self._examine(file, share))
        place.callback(self._tasks.pop, file.id)
        task.add_done_callback(lambda _: place.close())
        return begun

    async def _examine(self, file: TableFile, share: tuple[str, ...]) -> None:
        """Think a game through, unless another server is at it, and store what came of it."""
        try:
            await self._shared.claim(file.id)
            await self._shared.go_on(file.id, await self._claiming(file.id, self._outcome(file, share)))
        except Conflict:
            return  # it is another server's, which tells how far it has come
        except StoreFailed as error:
            _LOG.warning("An analysis could not be stored: whoever asks later begins it anew. %s", error)
        except asyncio.CancelledError:
            await self._shared.give_back(file.id)
            raise

    async def _claiming(self, table: str, thinking: Coroutine[None, None, Examined]) -> Examined:
        """What comes of thinking a game through. Meanwhile the store is told that it goes on. Raises `Conflict`."""
        task = asyncio.create_task(thinking)
        try:
            while not (await asyncio.wait((task,), timeout=self._beat))[0]:
                with suppress(StoreFailed):  # the next beat may come in time
                    await self._shared.go_on(table, self._progress[table])
            return await task
        finally:
            task.cancel()
            await asyncio.wait((task,))

    async def _outcome(self, file: TableFile, share: tuple[str, ...]) -> Examined:
        """Think a game through when its turn comes: what came of it."""
        try:
            async with self._turns.turn(*share):
                analysis = await self._analysed(file, share)
        except Problem as problem:
            return self._failed(file, problem.code, str(problem))
        except BotFailed as failure:
            return self._failed(file, FAILED, str(failure))
        except Exception:  # noqa: BLE001 - whatever it was, it is logged and told, and the next game has its turn
            _LOG.exception("Unhandled error in the analysis of a game of %s", file.game)
            return self._failed(file, FAILED, "Something went wrong on the server.")
        decisions = len(analysis.verdicts)
        return Examined("ready", decisions, decisions, analysis)

    def _failed(self, file: TableFile, code: str, why: str) -> Examined:
        before, sentence = self._progress[file.id], f"There is no analysis: {why}"
        return Examined("failed", before.done, before.of, sentence=sentence, code=code)

    async def _analysed(self, file: TableFile, share: tuple[str, ...]) -> Analysis:
        record = await self._replays.record(file)
        total, done = len(record.moves), 0
        verdicts: list[Verdict] = []

        def progress(more: int) -> None:
            nonlocal done
            done += more
            self._progress[file.id] = Examined("thinking", done, total, found=tuple(verdicts))

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
