"""Hints for a person at a table, computed from what their own seat may know."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from laguna.bots.hints import HintSteps, hint
from laguna.bots.job import BotFailed
from laguna.bots.pool import BotPool
from laguna.bots.wire import BotRequest
from laguna.core.bot import ADVISER, Budget, fresh_seed
from laguna.core.game import Table
from laguna.server.people.last_addresses import LastAddresses
from laguna.server.problem import Problem, forbidden
from laguna.server.tables.durable_table import StaleAnswer
from laguna.server.tables.room import Room
from laguna.server.wire import messages

BUDGET = Budget(seconds=1.0)
MAX_KEPT_HINTS = 512
"""How many hints are kept for those who ask for the next step."""


class Hints:
    """Thinks for people who ask for help. The steps of one hint come from one thought."""

    def __init__(self, pool: BotPool, last_addresses: LastAddresses) -> None:
        self._pool = pool
        self._last_addresses = last_addresses
        self._thought: dict[tuple[str, int, int], HintSteps] = {}
        self._preparing: dict[str, asyncio.Task[None]] = {}

    def prepare(self, game: str) -> None:
        """Get ready to think about a game, which may take a minute on a machine that has never done it."""
        if game not in self._preparing:
            self._preparing[game] = asyncio.get_running_loop().create_task(self._prepare(game))

    async def _prepare(self, game: str) -> None:
        with suppress(BotFailed):  # the pool has written down why; the first hint tries again
            await self._pool.prepare(game)

    async def give(self, room: Room, person: str, wanted: messages.AskHint) -> messages.Hint:
        """A step of help for an open question of this person's own seat. Raises `Problem` or `StaleAnswer`."""
        found = await self._found(room, person, wanted.seat, wanted.ask)
        return messages.Hint(
            table=room.id,
            id=wanted.id,
            seat=wanted.seat,
            ask=wanted.ask,
            nudge=found.nudge,
            reasons=None if wanted.step == "nudge" else found.reasons,
            move=found.move if wanted.step == "move" else None,
            told=found.told if wanted.step == "move" else None,
        )

    async def _found(self, room: Room, person: str, seat: int, ask: int) -> HintSteps:
        if not room.file.hints:
            raise forbidden("The host of this table does not want hints.")
        room.check_seat(person, seat)
        if room.match is None or room.match.position.question_number(seat) != ask:
            raise StaleAnswer
        key = (room.id, seat, ask)
        if key not in self._thought:
            self._keep(key, await self._think(room, person, seat, await room.known_to(seat, ask)))
        return self._thought[key]

    async def _think(self, room: Room, person: str, seat: int, known: Table) -> HintSteps:
        share, seed = self._last_addresses.share(person), fresh_seed()
        question = BotRequest(f"hint {room.id}", room.game.key, known, seat, ADVISER, seed, BUDGET, share=share)
        try:
            return hint(room.game.key, known, seat, await self._pool.think(question))
        except BotFailed as failure:
            raise Problem("no_hint", "There is no hint just now. Try again in a minute.") from failure

    def _keep(self, key: tuple[str, int, int], found: HintSteps) -> None:
        while len(self._thought) >= MAX_KEPT_HINTS:
            del self._thought[next(iter(self._thought))]
        self._thought[key] = found
