"""Whole games that bots have played, as records, and somebody who thinks about them in this very process."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from laguna.bots.levels import adviser_of, bot_of
from laguna.bots.wire import BotRequest
from laguna.core.bot import Budget, Level, Thought, knowledge
from laguna.core.luck import SecretLuck
from laguna.core.record import Record, Recorder, parse
from laguna.games import GAMES

QUICKLY = Budget(iterations=2)


def recorded(key: str, levels: Sequence[Level], seed: int, options: Mapping[str, object]) -> Record:
    """The record of a game that bots of these levels played, the same for the same seed."""
    game = GAMES[key]
    recorder = Recorder(game, len(levels), game.read_options(options), SecretLuck(seed.to_bytes(32)))
    bots = [bot_of(key, level) for level in levels]
    while asks := game.asks(recorder.table):
        seat, number = asks[0].seat, asks[0].number
        known = knowledge(game, recorder.table, seat, seed + number)
        recorder.play(seat, number, bots[seat].answer(known, seat, seed + number, QUICKLY).move)
    [record] = parse(recorder.close(), "a game")
    return record


class Here:
    """Thinks in this process, in a thread: a `Thinker` without a pool."""

    def __init__(self, key: str) -> None:
        self._adviser = adviser_of(key)

    async def think(self, question: BotRequest) -> Thought:
        """See `Thinker`."""
        budget = question.budget or QUICKLY
        return await asyncio.to_thread(
            self._adviser.think, question.known, question.seat, question.seed, budget, question.only
        )
