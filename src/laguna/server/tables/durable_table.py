"""A table loaded from the store: every change is written there before it counts, one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, Self, TypeVar

from msgspec.structs import replace

from laguna.core.bot import fresh_seed, knowledge
from laguna.core.game import Refused, Table
from laguna.core.services import GameService
from laguna.core.sight import Sight
from laguna.server.problem import Problem, forbidden, not_found
from laguna.server.store.store import (
    Append,
    Appended,
    Change,
    Conflict,
    LimitReached,
    Person,
    PutTable,
    Resumable,
    WakeBy,
)
from laguna.server.tables.audience import Eyes, eyes_of
from laguna.server.tables.game_log import Entry, entries_of
from laguna.server.tables.match import Match, MatchPosition
from laguna.server.tables.others import TableLink
from laguna.server.tables.resuming import Resumed, resume
from laguna.server.tables.services import TableServices
from laguna.server.tables.table_card import card_of
from laguna.server.tables.table_file import TableFile
from laguna.server.tables.turn import Turn
from laguna.server.wire.cards import Asked, TableCard

_T = TypeVar("_T")
_P = ParamSpec("_P")
_D = TypeVar("_D", bound="DurableTable")

MAX_TRIES = 3
"""How often a change is tried again, if another process was first."""
BOT_TIMEOUT_S = 30.0
"""Seconds until a table whose bot has not answered is looked after."""
RECHECK_S = 5.0
"""Seconds until a table is looked after where a bot was given a seat: by then all servers have heard or read of it."""


class StaleAnswer(Exception):  # noqa: N818 - no fault: somebody was quicker, or it came twice
    """An answer to a question that is not open."""


class Unstored(NamedTuple):
    """Something that was done at a table, and is to be stored: then it counts."""

    file: TableFile
    """The table's file, as it is from then on."""
    line: Append
    accept: Callable[[], None]
    """Called when it is stored: have it count, and tell it."""


def in_turn(
    method: Callable[Concatenate[_D, _P], Awaitable[_T]],
) -> Callable[Concatenate[_D, _P], Coroutine[Any, Any, _T]]:
    """A method that runs when it is the caller's turn at the table; see `DurableTable.take_turn`.

    Such a method must not call another one of the same table: the turn is taken, and it would wait for itself.
    """

    @wraps(method)
    async def turn(self: _D, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        return await self.take_turn(lambda: method(self, *args, **kwargs))

    return turn


class DurableTable:
    """One table, loaded from the store and changed there first. Others may change it too: then it catches up."""

    __slots__ = (
        "_doubtful",
        "_people",
        "_services",
        "_storing",
        "_turn",
        "_unsure",
        "file",
        "game",
        "link",
        "match",
        "moved",
        "used",
    )

    def __init__(
        self, services: TableServices, service: GameService, file: TableFile, people: dict[str, Person]
    ) -> None:
        """A table before its start; see `open` for any other."""
        self.file = file
        self.game = service.game
        self.match: Match | None = None
        self.moved = file.ended or file.started or file.created
        """When something last happened."""
        self.used = services.now()
        """When somebody last wanted something."""
        self.link = TableLink()
        """By which other servers hear of it that have it in memory, too."""
        self._services = services
        self._people = people
        self._turn = Turn()
        self._storing: asyncio.Task[None] | None = None
        """Stores what was done at once and takes more than a line; at most one, since it has the turn."""
        self._unsure = False
        """What is stored may be newer than what is here."""
        self._doubtful = False
        """Something of ours may be stored, although we were told that it failed."""

    @classmethod
    async def open(cls, services: TableServices, service: GameService, stored: Resumable) -> Self:
        """A stored table. Raises `BadRecord`."""
        resumed = await resume(services.store, service.game, stored)
        room = cls(services, service, resumed.file, await services.store.people(resumed.file.people))
        room._go_on(resumed)
        return room

    # What everybody may know

    @property
    def id(self) -> str:
        """The table's id."""
        return self.file.id

    @property
    def version(self) -> int:
        """How many lines the table's log has."""
        return 0 if self.match is None else self.match.position.version

    def card(self) -> TableCard:
        """The table, as everybody may know it who may know of it."""
        return card_of(self.file, self._people, self.moved, self.asked())

    def asked(self) -> tuple[Asked, ...]:
        """Who is to answer, and until when."""
        if self.match is None:
            return ()
        due = self.file.due
        return tuple([Asked(seat, due(seat, since)) for seat, since in self.match.position.since.items()])

    def sights(self, eyes: Eyes) -> tuple[Sight, ...]:
        """What these eyes see of the game, if it has begun."""
        if self.match is None:
            return ()
        return self.match.sights(eyes)

    def _late(self) -> tuple[int, ...]:
        """The seats whose clocks have run out."""
        now = self._services.now()
        return tuple(asked.seat for asked in self.asked() if asked.due is not None and asked.due <= now)

    # What one person or seat may know

    @in_turn
    async def stand(self, person: str) -> tuple[int, TableCard, tuple[Sight, ...]]:
        """Where the table stands for a person: version, card and what their eyes see."""
        self.check_shown(person)
        return self.version, self.card(), self.sights(eyes_of(self.file, person))

    @in_turn
    async def known_to(self, seat: int, ask: int) -> Table:
        """What a seat that is asked may know of the table: for a bot, or for a hint. Raises `StaleAnswer`."""
        if self.match is None or self.match.position.question_number(seat) != ask:
            raise StaleAnswer
        return knowledge(self.game, self.match.table, seat, fresh_seed())

    # One at a time, stored before it counts

    async def take_turn(self, work: Callable[[], Awaitable[_T]]) -> _T:
        """Do something when it is its turn; again, after reading what another process wrote, if that was first.

        Nobody may look at the table but in turn: while a move is being stored, the table is ahead of the store.
        """
        async with self._turn:
            self.used = self._services.now()
            for _ in range(MAX_TRIES):
                try:
                    if self._unsure:
                        await self._catch_up()
                    return await work()
                except Conflict:
                    self._unsure = True
                    self._services.metrics.conflict()
                except (Problem, Refused, StaleAnswer, LimitReached):
                    raise
                except BaseException:  # stored or not? the store knows
                    self._unsure = self._doubtful = True
                    raise
            raise Problem("busy", "Others were quicker. Try again.")

    def do_at_once(self, do: Callable[[], Unstored], done: Appended) -> bool:
        """Do something without waiting, if it is nobody's turn; whether it is done. The quick way of `take_turn`.

        The turn lasts until it is stored. `done` is called when it counts and is told, or with what it failed with;
        after `Conflict` others were quicker. False: nothing has happened, and `take_turn` does it or says why not.
        """
        if self._unsure or not self._turn.take():
            return False
        self.used = self._services.now()
        try:
            unstored = do()
        except Exception as error:  # noqa: BLE001 - it is met again in turn, and told there
            self._unsure = not isinstance(error, Problem | Refused | StaleAnswer)
            self._turn.give()
            return False
        stored = partial(self._stored, unstored, done)
        if unstored.file is self.file:
            self._services.store.append(unstored.line, stored)
        else:
            self._storing = asyncio.get_running_loop().create_task(self._store_all(unstored, stored))
        return True

    async def _store_all(self, unstored: Unstored, stored: Appended) -> None:
        try:
            await self._write(unstored.file, unstored.line)
        except Exception as error:  # noqa: BLE001 - whoever did it is told
            stored(error)
        else:
            stored(None)

    def _stored(self, unstored: Unstored, done: Appended, error: Exception | None) -> None:
        """What was done at once is stored, or not."""
        if error is None:
            try:
                self._accepted(unstored)
            except Exception as failure:  # noqa: BLE001 - whoever did it is told
                error = failure
        if isinstance(error, Conflict):
            self._services.metrics.conflict()
        if error is not None:  # stored or not? the store knows
            self._unsure = True
            self._doubtful = self._doubtful or not isinstance(error, Conflict)
        self._turn.give()
        done(error)

    async def _store(self, unstored: Unstored) -> None:
        """Store what was done in this turn; then it counts."""
        await self._write(unstored.file, unstored.line)
        self._accepted(unstored)

    def _accepted(self, unstored: Unstored) -> None:
        """What was done is stored: it counts, and is told here and to other servers."""
        unstored.accept()
        self.link.appended(unstored.line, self.file.revision)

    async def _catch_up(self) -> None:
        """Read what is stored. What is changed while it is read makes it unsure again."""
        self._unsure = False
        stored = await self._services.store.resumable(self.id)
        if stored is None:
            raise not_found("table")
        self._people.update(await self._services.store.people(stored.file.people))
        missing = self._missing_of(stored)
        if missing is None or not await self._follow(stored, missing):
            self._take_up(await resume(self._services.store, self.game, stored, seen=self.version))
        if self._doubtful:  # if it is stored, it was for us to ask the bots
            self._doubtful = False
            self._call_bots()

    def _missing_of(self, stored: Resumable) -> list[Entry] | None:
        """What others have stored since; None, if that reaches too far back to be followed."""
        known = self.version - (0 if stored.snapshot is None else stored.snapshot.version)
        if self.match is None or not 0 <= known <= len(stored.lines):
            return None
        return entries_of(stored.lines[known:])

    async def _follow(self, stored: Resumable, missing: Sequence[Entry]) -> bool:
        """Have what others have stored count, one after another, and the table's file. False: that cannot be done."""
        raise NotImplementedError

    async def _match_before(self, stored: Resumable, missing: int) -> Match | None:
        """The game as it stood before the last so many lines of what is stored; None: it must be read anew."""
        count = len(stored.lines) - missing
        resumed = await resume(self._services.store, self.game, replace(stored, lines=stored.lines[:count]))
        version = count + (0 if stored.snapshot is None else stored.snapshot.version)
        if resumed.match is None or resumed.match.position.version != version:
            return None
        return resumed.match

    def _take_up(self, resumed: Resumed) -> None:
        """Have what is stored now, by others too, take the place of what is here."""
        raise NotImplementedError

    def _call_bots(self) -> None:
        """Have bots answer where they are asked."""
        raise NotImplementedError

    def _go_on(self, resumed: Resumed) -> None:
        """Go on with the game where its log ends; without a log it has not begun."""
        if resumed.match is not None:
            self.match = resumed.match
            if self.match.last is not None:
                self.moved = self.match.last.at

    async def _write(self, file: TableFile, *changes: Change) -> None:
        """Store changes, and the file with them if it is another one."""
        if file is not self.file:
            strangers = tuple(person for person in file.people if person not in self._people)
            if strangers:
                self._people.update(await self._services.store.people(strangers))
            changes = (PutTable(self._revised(file)), *changes)
        if changes:
            await self._services.store.write(*changes)

    def _revised(self, file: TableFile) -> TableFile:
        """A file with the revision that it is stored as: the next one, unless it is the one that is stored."""
        return file if file is self.file else replace(file, revision=self.file.revision + 1)

    def _line(self, file: TableFile, line: bytes, position: MatchPosition, at: float) -> Append:
        """The log's next line, with what lists need to know of the table."""
        self.moved = at
        return Append(self.id, position.version - 1, line, at, position.asked, self._wake(file, position))

    def _wake(self, file: TableFile, position: MatchPosition) -> float | None:
        """When the table has to be looked after although nobody comes."""
        moments = []
        if (wish := file.wish_at(position.version)) is not None:
            moments.append(wish.until)
        elif any(file.seats[seat].bot is not None for seat in position.numbers):
            moments.append(self._services.now() + BOT_TIMEOUT_S)
        if file.clock is not None:
            due = (file.due(seat, at) for seat, at in position.since.items() if file.seats[seat].bot is None)
            moments += [moment for moment in due if moment is not None]
        return min(moments) if moments else None

    def _wakes(self, file: TableFile) -> list[WakeBy]:
        """What is stored with another file of a table under way, so that it is looked after in time.

        Where a bot is given a seat, that is soon: another server, which has not heard of it, may be storing a move
        after which that seat is asked; then neither of the two has asked the bot.
        """
        if self.match is None or self.match.position.over:
            return []
        wake = self._wake(file, self.match.position)
        if any(new.bot is not None and old.bot is None for old, new in zip(self.file.seats, file.seats, strict=True)):
            recheck = self._services.now() + RECHECK_S
            wake = recheck if wake is None else min(wake, recheck)
        return [] if wake is None else [WakeBy(self.id, wake)]

    # Who may do something

    def check_seat(self, person: str, seat: int) -> None:
        """Raise `Problem` unless this is the person's own seat."""
        if not (0 <= seat < len(self.file.seats) and self.file.seats[seat].person == person):
            raise forbidden("That is not your seat.")

    def check_shown(self, person: str) -> None:
        """Raise `Problem` unless a person may look at the table."""
        if not self.file.welcomes(person):
            raise not_found("table")
        if not self.file.shows(person):
            raise forbidden("The host of this table does not want spectators.")

    def _begun(self) -> Match:
        if self.match is None:
            raise Problem("not_playing", "The game has not begun.")
        return self.match

    def _asking(self, seat: int, ask: int) -> Match:
        """The game in which this very question is open. Raises `StaleAnswer`, or `Problem` before the game."""
        match = self._begun()
        if match.position.question_number(seat) != ask:
            raise StaleAnswer
        return match

    def _playing(self) -> Match:
        match = self._begun()
        if match.position.over:
            raise Problem("not_playing", "The game is over.")
        return match
