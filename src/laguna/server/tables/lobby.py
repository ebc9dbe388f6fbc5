"""All tables: rooms in memory, and loading of the others when somebody wants them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus

from laguna.core.services import GameService
from laguna.server.operations.disk_space import DiskSpace
from laguna.server.people.tokens import fresh_id, fresh_token, hashed, key_of
from laguna.server.problem import Problem, broken_table, forbidden, malformed, not_found, too_many
from laguna.server.settings import DAY_S, Settings
from laguna.server.store.store import (
    AtMost,
    DropInvites,
    Invite,
    LimitReached,
    Person,
    PutInvite,
    PutTable,
    StoreClosed,
    StoreDamaged,
    StoreFailed,
)
from laguna.server.tables import seating
from laguna.server.tables.room import Room
from laguna.server.tables.services import TableServices
from laguna.server.tables.table_file import TableFile
from laguna.server.wire.bodies import NewTable

_LOG = logging.getLogger(__name__)

IDLE_ROOM_TTL_S = 300.0
"""Seconds until a room that nobody follows or uses is dropped from memory; it is all in the store."""
INVITATION_TTL_S = 14 * DAY_S
"""Seconds until an invitation expires."""


class Lobby:
    """The tables of one process."""

    def __init__(
        self, services: TableServices, settings: Settings, games: Mapping[str, GameService], space: DiskSpace
    ) -> None:
        self._services = services
        self._space = space
        self._limits = settings.limits
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._starting: set[str] = set()
        """Tables of bots alone that are just being laid out."""
        self._games = games

    def __len__(self) -> int:
        return len(self._rooms)

    def end_waiting(self) -> None:
        """The server is about to end: whoever waits for something to happen at a table is answered now."""
        self._services.ending = True
        for room in self._rooms.values():
            room.end_waiting()

    async def room(self, table: str) -> Room:
        """A table's room, loaded if need be. Raises `Problem`."""
        room = self._rooms.get(table)
        if room is not None:
            return room
        if table not in self._loading:
            self._loading[table] = asyncio.get_running_loop().create_task(self._load(table))
        return await asyncio.shield(self._loading[table])

    async def known(self, table: str, person: str | None, key: str | None = None) -> Room:
        """A table's room, if this person may know of it, or whoever has this key of its result. Raises `Problem`."""
        room = await self.room(table)
        if not room.file.welcomes(person) and not room.file.admits(key):
            raise not_found("table")
        return room

    async def create(self, host: Person, new: NewTable) -> Room:
        """A new table. Raises `Problem`."""
        service = self._games.get(new.game)
        if service is None:
            raise malformed(f"There is no game “{new.game}” here. There are: {', '.join(self._games)}.")
        self._space.check()
        file = seating.laid(service.game, new, fresh_id(), host.id, self._services.now())
        with self._limit_of_hosts(host.id) as limit:
            await self._services.store.write(limit, PutTable(file))
        return await self.room(file.id)

    async def start(self, room: Room, person: str) -> None:
        """Have the host lay out a game. Raises `Problem`, also where too many tables are bots' alone already."""
        try:
            await room.start(person, self._reserve)
        finally:
            self._starting.discard(room.id)

    @property
    def bots_alone(self) -> list[Room]:
        """The tables in play where no person is left, or will be: bots are asked there, so they stay in memory."""
        return [room for room in self._rooms.values() if self._is_bots_alone(room)]

    def _is_bots_alone(self, room: Room) -> bool:
        return room.id in self._starting or (room.file.state == "playing" and room.file.bots_alone)

    def _reserve(self, file: TableFile) -> None:
        """Make sure that one more table may be bots' alone, if it will be. Raises `Problem`."""
        if not file.bots_alone:
            return
        limits, address = self._limits, self._services.last_addresses.address
        hosts = [room.file.host for room in self.bots_alone if room.id != file.id]
        tables_by_address = Counter(map(address, hosts))
        if hosts.count(file.host) >= limits.bot_tables_per_person:
            raise self._too_many_bots(f"At {limits.bot_tables_per_person} tables of yours")
        if tables_by_address[address(file.host)] >= limits.bot_tables_per_address:
            raise self._too_many_bots(f"At {limits.bot_tables_per_address} tables from your address")
        # Tables that everybody left count, too; but one address cannot take all places by leaving.
        if sum(min(count, limits.bot_tables_per_address) for count in tables_by_address.values()) >= limits.bot_tables:
            raise self._too_many_bots(f"At {limits.bot_tables} tables")
        self._starting.add(file.id)

    def _too_many_bots(self, where: str) -> Problem:
        self._services.metrics.limited("bots_alone")
        sentence = f"{where} bots play alone already, as many as may. Take a seat yourself, or wait until one is over."
        return Problem("bots_alone", sentence, HTTPStatus.TOO_MANY_REQUESTS, wait=60)

    async def rematch(self, room: Room, person: str) -> Room:
        """The table where the same people play again: made by the first who asks, agreed to by the others.

        It begins as soon as all have agreed; against bots alone, at once. Whoever is not asked only hears where it is,
        if they may know of it. Raises `Problem`.
        """
        identity = fresh_id()
        if room.file.rematch is None:
            self._space.check()
        with self._limit_of_hosts(person) as limit:
            await room.rematch(person, identity, limit)
        again = await self.room(room.file.rematch or "")
        if not again.file.welcomes(person):
            raise not_found("table")
        ready = again.id == identity or await self._agreed(again, person)
        if ready and again.file.state == "gathering" and not again.file.awaited and not again.file.free:
            try:
                await self.start(again, again.file.host)
            except Problem:
                if again.file.state == "gathering":  # else two agreed at once, and the other was first
                    raise
        return again

    async def _agreed(self, again: Room, person: str) -> bool:
        """Note that somebody agrees to a rematch; whether they had been asked and had not agreed before."""
        awaited = False

        def agreed(file: TableFile) -> TableFile:
            nonlocal awaited
            awaited = person in file.awaited
            return seating.agreed(file, person)

        await again.change(agreed)
        return awaited

    @contextmanager
    def _limit_of_hosts(self, person: str) -> Iterator[AtMost]:
        """What goes with the write that makes a table of this person's; giving one up makes no room at once.

        Raises `Problem` where they have as many tables as one may.
        """
        most = self._limits.tables_per_person
        try:
            yield AtMost("hosted", person, most, self._services.now() - DAY_S)
        except LimitReached:
            sentence = f"You host {most} tables, or have given them up today, as many as one may: finish one, or wait."
            raise too_many(sentence) from None

    async def invite(self, room: Room, person: str) -> tuple[str, float]:
        """A token that lets whoever holds it in, and until when. Raises `Problem`."""
        if person not in room.file.people:
            raise not_found("table")
        if room.file.open and person != room.file.host:  # else a stranger's friends would be no strangers there
            raise forbidden("To an open table, only its host invites. Everybody may come to it anyway.")
        token = fresh_token()
        expires = self._services.now() + INVITATION_TTL_S
        await self._services.store.write(PutInvite(Invite(hashed(token), room.id, expires)))
        return token, expires

    async def uninvite(self, room: Room, person: str) -> None:
        """Let no link to a table hold any more, nor to its result: the host does. Raises `Problem`."""
        await room.change(lambda file: seating.without_result_keys(file, person))
        await self._services.store.write(DropInvites(room.id))

    async def share_result(self, room: Room, person: str, token: str) -> str | None:
        """A key by which anybody may watch a finished game; None: they may anyway. Raises `Problem`.

        For the same `token` of a person it is the same again, until the host takes all links back.
        """
        if room.file.state == "over" and room.file.shows(None):
            return None
        key = ""

        def shared(file: TableFile) -> TableFile:
            nonlocal key
            key = key_of(token, "result", file.id, file.links_withdrawn)
            return seating.with_result_key(file, person, hashed(key).hex())

        await room.change(shared)
        return key

    async def invited_to(self, invitation: bytes) -> Room:
        """The table that an invitation leads to, by the hash of its token. Raises `Problem`."""
        return await self.room((await self._invite(invitation)).table)

    async def invites_to(self, invitation: bytes) -> TableFile:
        """The same as it is stored, for whoever only looks: nothing is loaded. Raises `Problem`."""
        file = await self._services.store.table((await self._invite(invitation)).table)
        if file is None or file.game not in self._games:
            raise not_found("table")
        return file

    async def come_in(self, token: str, person: str) -> Room:
        """Come to a table by an invitation. Raises `Problem`."""
        room = await self.invited_to(hashed(token))
        await room.change(lambda file: seating.let_in(file, person))
        return room

    async def _invite(self, invitation: bytes) -> Invite:
        invite = await self._services.store.invite(invitation)
        if invite is None or invite.expires <= self._services.now():
            raise not_found("invitation; it may be too old")
        return invite

    @property
    def rooms(self) -> Mapping[str, Room]:
        """The tables in memory."""
        return self._rooms

    def renamed(self, person: Person) -> None:
        """Somebody is called otherwise now, or mutes somebody else: say so here and to other servers."""
        self.renamed_elsewhere(person)
        self._services.others.person_changed(person.id)

    def renamed_elsewhere(self, person: Person) -> None:
        """Somebody is called otherwise now, or mutes somebody else; that is known at other servers."""
        self._services.hub.renamed(person)
        for room in self._rooms.values():
            room.renamed(person)

    def tidy(self) -> None:
        """Forget the tables that nobody uses."""
        old = self._services.now() - IDLE_ROOM_TTL_S
        for table, room in list(self._rooms.items()):
            if room.used < old and not room.busy and not room.bots_asked():
                self._drop(table)

    def forget(self, table: str) -> bool:
        """Have a table out of memory, unless somebody uses it; whether it is."""
        room = self._rooms.get(table)
        used = room is not None and (room.busy or room.used >= self._services.now() - IDLE_ROOM_TTL_S)
        if used or table in self._loading:
            return False
        self._drop(table)
        return True

    def _drop(self, table: str) -> None:
        room = self._rooms.pop(table, None)
        if room is not None:
            room.link.leave()

    async def _load(self, table: str) -> Room:
        began = time.perf_counter()
        try:
            link = await self._services.others.enter(table)
            try:
                room = await self._read(table)
            except BaseException:
                link.leave()
                raise
        finally:
            del self._loading[table]
        self._rooms[table] = room
        room.link = link
        link.loaded(room)
        self._services.metrics.loaded(time.perf_counter() - began)
        return room

    async def _read(self, table: str) -> Room:
        """A table from the store. Whatever is wrong with it is its own trouble: raises `Problem`."""
        try:
            stored = await self._services.store.resumable(table)
            if stored is not None:
                return await Room.open(self._services, self._games[stored.file.game], stored)
        except Exception as error:
            if isinstance(error, StoreClosed | StoreFailed) and not isinstance(error, StoreDamaged):
                raise
            _LOG.exception("Stored table cannot be loaded", extra={"table": table})
            raise broken_table() from error
        raise not_found("table")
