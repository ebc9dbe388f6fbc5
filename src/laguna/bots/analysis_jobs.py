"""Analyses of many games, and the search for what decided them, as jobs of a crew: a game each, in one worker."""

from __future__ import annotations

import asyncio

import msgspec

from laguna.bots.analysis import Analysis, Verdict, analyse
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


class MiningJob(msgspec.Struct, frozen=True):
    """A record in which to look for decisions that cost at least so much of a chance to win."""

    analysis: AnalysisJob
    least: float

    def __str__(self) -> str:
        """What it is called in a sentence."""
        return f"the search of {self.analysis.origin}"


def mine_record(job: MiningJob) -> tuple[Verdict, ...]:
    """The decisions of a game that somebody could clearly have made better, in a worker. Raises `WorkFailed`."""
    verdicts = analyse_record(job.analysis).verdicts
    return tuple(verdict for verdict in verdicts if verdict.better is not None and verdict.lost >= job.least)


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
