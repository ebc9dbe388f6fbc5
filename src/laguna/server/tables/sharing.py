"""A server among others on one store: what it tells them of its tables and people, and what comes of what they tell.

Nobody owns a table: whoever writes the next line of its log makes the next move. The others hear of it over the bus,
follow it and tell their own people, as if the move had been made there. What the bus loses is found by comparing
versions. Bots, clocks and wishes that end are the business of whoever wrote the last line; if that server dies, of
whoever claims the table (`Store.claim_due`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from laguna.core.record import BadRecord
from laguna.server.bus import news
from laguna.server.bus.bus import Bus
from laguna.server.bus.news import News
from laguna.server.clock import Clock, elapsed
from laguna.server.operations.metrics import Metrics
from laguna.server.people.accounts import People
from laguna.server.people.hub import Connection, Hub
from laguna.server.people.revoked import Revoked
from laguna.server.problem import Problem
from laguna.server.store.shared import LIVING, SharedStore
from laguna.server.store.store import StoreClosed, StoreDamaged, StoreFailed
from laguna.server.tables.lobby import Lobby
from laguna.server.tables.others import Others, TableLink
from laguna.server.tables.room import Room
from laguna.server.tables.shared_table import SharedTable

_LOG = logging.getLogger(__name__)

COMPARE_INTERVAL_S = 3.0
"""Seconds until a change is found at the latest of which no hint came."""
HINT_DELAY_S = 0.2
"""Seconds that a hint may take: what is newer in the store for longer was missed."""
COMPARE_PEOPLE_INTERVAL_S = 60.0
"""Seconds until it is found at the latest that somebody was changed, or a key revoked, of which no hint came."""
MAX_COMPARED_AT_ONCE = 200
"""How many connections are compared in one go, so that nobody waits for all of them."""
BEAT_INTERVAL_S = 1.0
CLOCK_INTERVAL_S = 60.0
MAX_LOOKS = 3
"""How often a table is looked after at once, while other servers play on."""
MAX_ROUND_TRIP_S = 0.5
"""Seconds for a question to the database, above which its answer is no good for setting a clock."""


async def agree_on_time(clock: Clock, store: SharedStore) -> float:
    """Let a server's clock agree with the database's, as those of all servers do. How far it was ahead, as is known."""
    began = elapsed()
    moment = await store.time()
    round_trip = elapsed() - began
    return clock.agree_with(moment + round_trip / 2) if round_trip <= MAX_ROUND_TRIP_S else 0.0


class Sharing(Others):
    """All servers that share the store, as this one knows them."""

    def __init__(
        self, store: SharedStore, bus: Bus, clock: Clock, lobby: Lobby, people: People, hub: Hub, metrics: Metrics
    ) -> None:
        self.bus = bus
        self.metrics = metrics
        self.now: Callable[[], float] = clock
        self.compare_interval_s = COMPARE_INTERVAL_S
        self.hint_delay_s = HINT_DELAY_S
        self._clock = clock
        self._store = store
        self._lobby = lobby
        self._people = people
        self._hub = hub
        self._tables: dict[str, SharedTable] = {}
        """Those in memory, or about to be, by their subjects."""
        self._unreadable: set[str] = set()
        """Those of which something was stored that cannot be read here: by newer rules, say. It is told once."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._compare_now = asyncio.Event()
        self._gone = False
        """Whether this server has said goodbye."""
        self._judging_from = 0.0
        """From when on it is believed who lives: if we have not beaten for a while, others may not have, either."""
        self._beaten = 0.0
        bus.listen(self._hear, self._return)
        people.when_revoked(self._revoked)
        hub.when_came, hub.when_gone = self._came, self._went

    async def open(self) -> None:
        """Be known to be alive, and hear what all servers hear."""
        await self._store.beat()
        self._beaten = elapsed()
        await self.bus.follow(news.SERVERS)

    async def run(self) -> None:
        """Beat, compare, and set the clock, for ever."""
        await asyncio.gather(
            self._again(self._beat, BEAT_INTERVAL_S),
            self._again(partial(agree_on_time, self._clock, self._store), CLOCK_INTERVAL_S),
            self._again(self._compare_people, COMPARE_PEOPLE_INTERVAL_S),
            self._comparing(),
        )

    async def say_goodbye(self) -> None:
        """Tell that this server ends: what it was to look after is anybody's, and nobody is here any more."""
        self._gone = True
        await self._store.give_back()
        self.bus.tell(news.SERVERS, news.Bye())

    async def close(self) -> None:
        """End what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.close()

    # What tables and people here want

    @property
    def judged(self) -> bool:
        """See `Others`."""
        return self._beaten >= self._judging_from

    async def enter(self, table: str) -> TableLink:
        """See `Others`."""
        try:
            link = SharedTable(self, table)
        except ValueError:  # there is no such table
            return TableLink()
        subject = news.of_table(table)
        self._tables[subject] = link
        await self.bus.follow(subject)
        return link

    def left(self, subject: str) -> None:
        """A table is not in memory any more."""
        table = self._tables.pop(subject, None)
        if table is not None:
            self._unreadable.discard(table.table)
        self.begin(self._leave(subject))

    def call(self, person: str, table: str, game: str) -> None:
        """See `Others`."""
        self.bus.tell(news.of_person(person), news.YourTurn(table, game))

    def person_changed(self, person: str) -> None:
        """See `Others`."""
        self.bus.tell(news.SERVERS, news.PersonChanged(person))

    def _revoked(self, revoked: Revoked) -> None:
        self.bus.tell(news.SERVERS, news.KeysRevoked(revoked.person, revoked.keys, revoked.kept))

    def _came(self, person: str) -> None:
        self.begin(self.bus.follow(news.of_person(person)))

    def _went(self, person: str) -> None:
        self.begin(self._leave_person(person))

    async def _leave(self, subject: str) -> None:
        if subject not in self._tables:  # else it was loaded again meanwhile
            await self.bus.leave(subject)

    async def _leave_person(self, person: str) -> None:
        if not self._hub.of(person):
            await self.bus.leave(news.of_person(person))

    async def look_after(self, room: Room) -> None:
        """See `Others`. What others stored counts; and if our wake overwrote that of a line of theirs, once more."""
        for _ in range(MAX_LOOKS):
            await self._read_newest(room)
            await room.look_after()
            if not await self._read_newest(room):
                return

    async def _read_newest(self, room: Room) -> bool:
        """Read what is stored of a table, if it is newer than what is here; whether it was."""
        stored = (await self._store.versions([room.id])).get(room.id)
        return stored is not None and await room.follow_others(stored.lines, stored.revision)

    # What others tell

    def _hear(self, subject: str, server: str, told: News) -> None:
        table = self._tables.get(subject)
        if table is not None:
            table.hear(server, told)
            return
        match told:
            case news.Bye() if subject == news.SERVERS:
                for each in self._tables.values():
                    each.forget(server)
            case news.YourTurn(table_id, game):
                self._hub.call(subject.rpartition(".")[2], table_id, game)
            case news.PersonChanged(person):
                self.begin(self._read_person(person))
            case news.KeysRevoked(person, keys, kept):
                self._revoked_elsewhere(Revoked(person, keys, kept))

    async def _read_person(self, person: str) -> None:
        self._people.forget_person(person)
        found = await self._people.person(person)
        if found is not None:
            self._lobby.renamed_elsewhere(found)

    def _revoked_elsewhere(self, revoked: Revoked) -> None:
        self._people.forget_tokens(revoked)
        self._people.forget_person(revoked.person)
        self._hub.dismiss(revoked)

    def _return(self) -> None:
        """We were away, or others took us for dead: we may have missed anything, and they may not know of us."""
        for table in self._tables.values():
            table.greet()
        self._compare_now.set()
        self.begin(self._compare_people())

    # What is done for ever

    async def _beat(self) -> None:
        living = await self._store.beat()
        before, self._beaten = self._beaten, elapsed()
        if self._beaten - before >= LIVING - BEAT_INTERVAL_S:
            self._judging_from = self._beaten + LIVING
            self._return()
        if self.judged:
            for table in self._tables.values():
                table.keep(living)

    async def _comparing(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._compare_now.wait(), self.compare_interval_s)
            self._compare_now.clear()
            await self._safely(self._compare)

    async def _compare(self) -> None:
        """Has any of our tables changed without our hearing of it?"""
        tables = {table.table: table for table in self._tables.values()}
        behind = {
            table: stored
            for table, stored in (await self._store.versions(list(tables))).items()
            if table not in self._unreadable and tables[table].lacks(stored)
        }
        if behind:
            await asyncio.sleep(self.hint_delay_s)
            for table, stored in behind.items():
                self.begin(tables[table].catch_up(stored, self._store), table)

    async def _compare_people(self) -> None:
        """Was anybody who is connected here changed, or their key revoked, without our hearing of it?"""
        connections = self._hub.connections
        for first in range(0, len(connections), MAX_COMPARED_AT_ONCE):
            await self._compare_connections(connections[first : first + MAX_COMPARED_AT_ONCE])

    async def _compare_connections(self, connections: Sequence[Connection]) -> None:
        keys = {connection.key: connection.person.id for connection in connections if connection.key}
        for key in keys.keys() - await self._store.tokens_among(list(keys)):
            self._revoked_elsewhere(Revoked(keys[key], (key,)))
        known = {connection.person.id: connection.person.revision for connection in connections}
        for person in (await self._store.people(tuple(known))).values():
            if person.revision > known[person.id]:
                self._people.forget_person(person.id)
                self._lobby.renamed_elsewhere(person)

    async def _again(self, work: Callable[[], Awaitable[object]], seconds: float) -> None:
        while not self._gone:
            await self._safely(work)
            await asyncio.sleep(seconds)

    async def _safely(self, work: Callable[[], Awaitable[object]]) -> None:
        try:
            await work()
        except (StoreFailed, StoreClosed) as error:
            _LOG.warning("The store does not answer: %s", error)
        except Exception:  # noqa: BLE001 - the next time tries again
            _LOG.exception("Unhandled error among servers; it is tried again")

    def begin(self, work: Coroutine[Any, Any, Any], table: str = "") -> None:
        """Do something beside everything else."""
        task = asyncio.get_running_loop().create_task(self._logged(work, table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _logged(self, work: Coroutine[Any, Any, Any], table: str) -> None:
        try:
            await work
        except Problem as problem:
            _LOG.warning("Table cannot be followed: %s", problem, extra={"table": table})
        except (BadRecord, StoreDamaged) as error:
            if table not in self._unreadable:
                self._unreadable.add(table)
                _LOG.error("Table cannot be followed any more: %s", error, extra={"table": table})
        except (StoreFailed, StoreClosed) as error:
            _LOG.warning("Table cannot be followed: %s", error, extra={"table": table})
        except Exception:  # noqa: BLE001 - the next comparison tries again
            _LOG.exception("Unhandled error while another server was followed", extra={"table": table})
