"""Finished games: their replays, from any step and any seat's eyes, and what is worth telling of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from functools import partial

from laguna.core.game import Event, Table
from laguna.core.record import BadRecord, Record, Step, game_of, parse, replay, steps_from
from laguna.core.story import Story, story_of
from laguna.games import GAMES, PLUGINS
from laguna.server.people.fair_limiter import FairLimiter
from laguna.server.problem import Problem, malformed
from laguna.server.store.store import Store
from laguna.server.tables.game_log import record_of
from laguna.server.tables.made_once import MadeOnce
from laguna.server.tables.match import seen
from laguna.server.tables.table_file import TableFile
from laguna.server.wire.bodies import Replay, ReplayStep

_LOG = logging.getLogger(__name__)

MOVES_BETWEEN_KEPT_TABLES = 16
"""A replay keeps a copy of the table at this distance, and plays the few moves between again."""
MAX_KEPT_REPLAYS = 64
"""How many replays are kept in memory: those last looked at."""
MAX_KEPT_STORIES = 1024
"""How many stories are kept, those last asked for: they never change, and every preview of a link tells one."""
MAX_STEPS_SHOWN = 200
"""How many steps one request may get."""


class SeekableReplay:
    """A finished game, to be looked at from any step on. Its making plays the whole game: not for an event loop."""

    def __init__(self, record: Record) -> None:
        """Raises `BadRecord`."""
        self.record = record
        self._game = game_of(record, GAMES)
        self._tables: list[Table] = []
        for number, step in enumerate(replay(record, GAMES)):
            if number == 0:
                self._laid_out: list[Event] = step.events
            if number % MOVES_BETWEEN_KEPT_TABLES == 0:
                self._tables.append(step.table.copy())

    @property
    def steps(self) -> int:
        """The laying out, and every move."""
        return 1 + len(self.record.moves)

    @property
    def seats(self) -> int:
        """How many played."""
        return self.record.header.seats

    def show(self, eye: int | None, first: int, count: int) -> Replay:
        """Some steps as a seat saw them; None: as a spectator did."""
        shown = tuple(
            ReplayStep(
                number=number,
                seat=None if step.line is None else step.line.seat,
                move=step.move,
                events=seen(step.events, eye),
                view=self._game.view(step.table, eye),
            )
            for number, step in self._from(first, count)
        )
        return Replay(self.steps, first, shown)

    def story(self) -> Story:
        """What is worth telling of the game. Its telling plays the whole game: not for an event loop."""
        try:
            return story_of(self.record, GAMES, PLUGINS[self._game.key].load_story())
        except Exception:  # noqa: BLE001 - whatever an outside game does; who won can be told all the same
            _LOG.exception("A game's own story cannot be told.", extra={"game": self._game.key})
            return story_of(self.record, GAMES, None)

    def _from(self, first: int, count: int) -> Iterator[tuple[int, Step]]:
        """So many steps from this one on, with their numbers. The table is live."""
        if first >= self.steps or count < 1:
            return
        # The table before the first step: what happened at a step is known only from playing it.
        kept = max(0, first - 1) // MOVES_BETWEEN_KEPT_TABLES
        table, start = self._tables[kept].copy(), kept * MOVES_BETWEEN_KEPT_TABLES
        if first == 0:
            yield 0, Step(table, None, None, self._laid_out)
        lines = self.record.moves[start : first + count - 1]
        played = steps_from(self._game, table, lines, first=self.record.first + start + 1)
        for number, step in enumerate(played, start + 1):
            if number >= first:
                yield number, step


class Replays:
    """The replays of a server's finished games, made and shown in threads: each game's in its turn."""

    def __init__(self, store: Store, looking_back: FairLimiter) -> None:
        self._store = store
        self._replays = MadeOnce[SeekableReplay](MAX_KEPT_REPLAYS)
        self._stories = MadeOnce[Story](MAX_KEPT_STORIES)
        self._turns = looking_back

    async def text(self, file: TableFile) -> str:
        """The record of a game that is over. Raises `Problem` if it is not, `BadRecord` if its log cannot be read."""
        check_over(file)
        lines = await self._store.lines(file.id)
        if not lines:
            raise BadRecord("The log is gone.")
        async with self._turns.next(file.id):
            return await asyncio.to_thread(record_of, file, lines)

    async def record(self, file: TableFile) -> Record:
        """The same, read and known to hold. Raises `Problem`."""
        return (await self._replay(file)).record

    async def show(self, file: TableFile, eye: int | None, first: int, count: int) -> Replay:
        """Some steps of a game that is over, as a seat or a spectator saw them. Raises `Problem`."""
        if eye is not None and not 0 <= eye < len(file.seats):
            raise malformed(f"There is no seat {eye} at this table: they go from 0 to {len(file.seats) - 1}.")
        replay = await self._replay(file)
        async with self._turns.next(file.id):
            return await asyncio.to_thread(replay.show, eye, first, min(count, MAX_STEPS_SHOWN))

    async def story(self, file: TableFile) -> Story:
        """What is worth telling of a game that is over. Raises `Problem`."""
        check_over(file)
        return await self._stories.of(file.id, partial(self._told, file))

    async def _told(self, file: TableFile) -> Story:
        replay = await self._replay(file)
        async with self._turns.next(file.id):
            return await asyncio.to_thread(replay.story)

    async def _replay(self, file: TableFile) -> SeekableReplay:
        check_over(file)
        return await self._replays.of(file.id, partial(self._made, file))

    async def _made(self, file: TableFile) -> SeekableReplay:
        return await self._developed(file.id, await self.text(file))

    async def _developed(self, table: str, text: str) -> SeekableReplay:
        """The replay of a record. Raises `Problem` where the game is not what it was when this was played."""
        try:
            async with self._turns.next(table):
                return await asyncio.to_thread(_replay_of, text)
        except BadRecord as error:
            raise Problem("cannot_replay", f"This game cannot be shown: {error}") from error


def check_over(file: TableFile) -> None:
    """Raise `Problem` unless the game is over: before that there is no looking back, from no seat's eyes."""
    if file.state != "over":
        raise Problem("not_over", "This game is not over yet.")


def _replay_of(text: str) -> SeekableReplay:
    return SeekableReplay(next(parse(text, "The record")))
