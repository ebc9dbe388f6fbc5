"""Analyses of many games as jobs of a crew: a game each, thought through in one worker."""

from __future__ import annotations

import asyncio

import msgspec

from laguna.bots.analysis import Analysis, analyse
from laguna.bots.job import BotFailed
from laguna.bots.levels import bot_of, prepare
from laguna.bots.wire import BotRequest, Failed
from laguna.bots.worker import BotRequestHandler
from laguna.core.bot import Budget, Thought
from laguna.core.record import BadRecord, Record
from laguna.crew.crew import WorkFailed
from laguna.games import GAMES


class AnalysisJob(msgspec.Struct, frozen=True):
    """A record to be analysed, and where it is from."""

    origin: str
    record: Record
    budget: Budget

    def __str__(self) -> str:
        """What it is called in a sentence."""
        return f"the analysis of {self.origin}"


def analyse_record(job: AnalysisJob) -> Analysis:
    """Analyse a game, in a worker. Raises `WorkFailed`."""
    try:
        return asyncio.run(analyse(job.record, GAMES, _ThinkerHere(), job.budget))
    except (BadRecord, BotFailed) as error:
        raise WorkFailed(f"{job.origin}: {error}") from error


class _ThinkerHere:
    """Thinks in this process, one decision after the other."""

    def __init__(self) -> None:
        self._handler = BotRequestHandler(bot_of, prepare)

    async def think(self, question: BotRequest) -> Thought:
        """See `Thinker`. In a thread: physics refuses to run where an event loop does."""
        answer = await asyncio.to_thread(self._handler.reply, question)
        if isinstance(answer, Failed):
            raise BotFailed(answer.reason)
        if answer is None or answer.thought is None:
            raise BotFailed(f"The adviser of {question.game} does not think in numbers.")
        return answer.thought
