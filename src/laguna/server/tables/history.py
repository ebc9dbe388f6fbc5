"""The history of a table under way, for somebody who was away: each step as their own eyes saw it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from laguna.core import record
from laguna.core.bot import AnyGame
from laguna.server.tables.audience import Eyes
from laguna.server.tables.game_log import GameLog
from laguna.server.tables.match import MAX_RECENT_STEPS, Happened, happened
from laguna.server.tables.services import TableServices
from laguna.server.wire.cards import Happening


class History:
    """What happened at one table: the last steps at hand, all others in the store."""

    __slots__ = ("_game", "_next", "_services", "_table", "recent")

    def __init__(self, services: TableServices, game: AnyGame, table: str) -> None:
        self._services = services
        self._game = game
        self._table = table
        self._next: list[asyncio.Future[None]] = []
        """Who waits for the next step."""
        self.recent: list[Happened] = []
        """The last steps, `MAX_RECENT_STEPS` at most."""

    @property
    def awaited(self) -> bool:
        """Whether somebody waits for the next step."""
        return bool(self._next)

    def add(self, step: Happened) -> None:
        """The log has grown by this step."""
        self.recent.append(step)
        del self.recent[:-MAX_RECENT_STEPS]
        self.end_waiting()

    def go_on_from(self, recent: Iterable[Happened]) -> None:
        """The log was read, and these are its last steps."""
        self.recent = list(recent)[-MAX_RECENT_STEPS:]
        self.end_waiting()

    def end_waiting(self) -> None:
        """Nobody who waits waits any longer."""
        for waiting in self._next:
            if not waiting.done():
                waiting.set_result(None)

    async def wait(self, timeout_s: float) -> None:
        """Wait for the next step, but no longer than so many seconds, nor at a server that is about to end."""
        if self._services.ending:
            return
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._next.append(waiting)
        try:
            await asyncio.wait((waiting,), timeout=timeout_s)
        finally:
            self._next.remove(waiting)

    async def missed(self, after: int | None, version: int, eyes: Eyes) -> tuple[Happening, ...]:
        """What happened after one version up to another, as these eyes saw it; None: nothing was missed."""
        if after is None or after >= version:
            return ()
        if self.recent and self.recent[0].version <= after + 1:
            steps: Iterable[Happened] = self.recent
        else:
            lines = await self._services.store.lines(self._table)
            async with self._services.looking_back.next(self._table):
                steps = await asyncio.to_thread(lambda: list(history(self._game, lines)))
        return tuple(step.seen_by(eyes) for step in steps if after < step.version <= version)


def history(game: AnyGame, lines: Sequence[bytes]) -> Iterator[Happened]:
    """Every step of a stored game, moves that were taken back included. Raises `BadRecord`."""
    log = GameLog.read(lines)
    yield from map(happened, count(1), (None, *log.entries), record.steps(game, log.header, log.lines()))
