"""Bot players at tables: they get the same questions as people and answer through the same `Room`."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator

from laguna.bots.job import BotFailed
from laguna.bots.pool import BotPool
from laguna.bots.wire import BotRequest
from laguna.core.bot import LEVELS, Answer, Level, fresh_seed
from laguna.core.game import Move, Refused, Table
from laguna.core.luck import SecretLuck
from laguna.server.operations.metrics import Metrics
from laguna.server.people.last_addresses import LastAddresses
from laguna.server.problem import Problem
from laguna.server.settings import Settings
from laguna.server.store.store import StoreDamaged, StoreFailed
from laguna.server.tables.durable_table import StaleAnswer
from laguna.server.tables.room import AskedBot, Room

_LOG = logging.getLogger(__name__)

STORE_PAUSE_S = 1.0
"""Seconds until a bot answers again whose answer could not be stored."""


class BotSeats:
    """Has bots answer wherever they are asked. One question of a seat is thought about once at a time."""

    def __init__(self, pool: BotPool, metrics: Metrics, last_addresses: LastAddresses, settings: Settings) -> None:
        """With the pause before their answers, and the policies that play, as the settings have them."""
        self._pool = pool
        self._settings = settings
        self._metrics = metrics
        self._last_addresses = last_addresses
        self._thinking: dict[tuple[str, int, int], asyncio.Task[None]] = {}

    def look(self, room: Room) -> None:
        """Something changed in a room: let its bots answer what they are asked."""
        for asked in room.bots_asked():
            key = (room.id, asked.seat, asked.ask)
            if key not in self._thinking:
                task = asyncio.get_running_loop().create_task(self._answer(room, asked))
                self._thinking[key] = task
                task.add_done_callback(lambda _, key=key: self._thinking.pop(key))  # type: ignore[misc]

    async def close(self) -> None:
        """No bot answers any more."""
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _answer(self, room: Room, asked: AskedBot) -> None:
        """Answer, as soon as the store is there to take it."""
        while not await self._answered(room, asked):
            await asyncio.sleep(STORE_PAUSE_S)

    async def _answered(self, room: Room, asked: AskedBot) -> bool:
        """One answer; whether it is done with. A bot that fails is stood in for by a simpler one, so nobody waits."""
        seat, ask = asked.seat, asked.ask
        try:
            known = await room.known_to(seat, ask)
            began = time.monotonic()
            move, policy = await self._move(room, known, asked)
            thought = time.monotonic() - began
            self._metrics.thought(room.game.key, thought)
            if room.bots_pause:
                await asyncio.sleep(max(0.0, self._settings.bot_pause - thought))
            await room.bot_plays(seat, ask, move, policy)
        except (StaleAnswer, Problem):
            pass  # its person came back, or the move was taken back: another question is open
        except Refused as refused:
            _LOG.error("Bot of %s made an illegal move: %s", room.game.key, refused)
            await room.bot_plays(seat, ask, room.game.random_move(known, seat, SecretLuck()))
        except StoreFailed as error:
            _LOG.warning("A bot answers again: %s", error, extra={"table": room.id})
            return isinstance(error, StoreDamaged)
        except Exception:  # noqa: BLE001 - the table is looked after again in a while
            _LOG.exception("Unhandled error while a bot was to move", extra={"table": room.id})
        return True

    async def _move(self, room: Room, known: Table, asked: AskedBot) -> tuple[Move, str]:
        """A move, and the name of the policy that makes it, if one does."""
        policy = self._settings.policy(asked.policy)
        players = [] if policy is None or policy.game != room.game.key else [(policy.bot, policy.name)]
        players += [(level, "") for level in _and_simpler(asked.level)]
        for player, name in players:
            question = self._question(room, known, asked.seat, player)
            try:
                answer: Answer = await self._pool.answer(question)
            except BotFailed as failure:
                _LOG.warning("Bot failed to answer: %s", failure, extra={"table": room.id, "bot": player})
            else:
                return answer.move, name
        move: Move = room.game.random_move(known, asked.seat, SecretLuck())
        return move, ""

    def _question(self, room: Room, known: Table, seat: int, level: str) -> BotRequest:
        """On the host's account; where bots are alone, nobody waits for it."""
        share, patient = self._last_addresses.share(room.file.host), room.file.bots_alone
        seed = fresh_seed()
        return BotRequest(room.id, room.game.key, known, seat, level, seed, share=share, patient=patient)


def _and_simpler(level: Level) -> Iterator[Level]:
    """First this level, then the simplest."""
    yield level
    if level != LEVELS[0]:
        yield LEVELS[0]
