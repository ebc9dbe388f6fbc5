"""A table that several servers may have in memory: what they tell each other of it, and what comes of that here."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from laguna.server.bus import news
from laguna.server.bus.news import News
from laguna.server.store.shared import SharedStore, TableVersion
from laguna.server.store.store import Append, Remark
from laguna.server.tables.others import TableLink
from laguna.server.tables.room import Room

if TYPE_CHECKING:
    from laguna.server.tables.sharing import Sharing

_LOG = logging.getLogger(__name__)

CLOCKS_APART_S = 1.0
"""Seconds by which the clocks of two servers may differ at most."""
REMARKS_KNOWN = 50
"""So many remarks are remembered, so that none is told twice."""


class SharedTable(TableLink):
    """A table that this server has in memory, or is about to, and which others have it, too."""

    __slots__ = (
        "_compared",
        "_greeted",
        "_present",
        "_remarks",
        "_room",
        "_servers",
        "_sharing",
        "_since",
        "_stored",
        "_subject",
        "table",
    )

    def __init__(self, sharing: Sharing, table: str) -> None:
        self.table = table
        self._sharing = sharing
        self._subject = news.of_table(table)
        self._room: Room | None = None
        self._servers: dict[str, tuple[str, ...]] = {}
        """The other servers that have it, and who follows it there."""
        self._present: tuple[str, ...] = ()
        """Who follows it here, as was told last."""
        self._greeted: news.Hello | None = None
        """What was told by greeting; while nobody is known to have the table, what happens since is not told."""
        self._stored = (0, 0)
        """The version and the revision that were heard of before it was read."""
        self._remarks: list[int] = []
        """Those that were said here, or heard of, last."""
        self._compared = 0
        """Up to which number it is known from the store what was said."""
        self._since = sharing.now() - CLOCKS_APART_S
        """What was said before is read by those who come."""

    # What happens here

    def loaded(self, room: Room) -> None:
        """See `TableLink`."""
        self._room = room
        self._tell_presence()
        self._check(*self._stored)
        self.greet()

    def greet(self) -> None:
        """Say that the table is here, and learn who else has it."""
        if self._room is not None:
            self._greeted = news.Hello(self._room.version, self._room.file.revision, self._present)
            self._tell(self._greeted)

    def leave(self) -> None:
        """See `TableLink`."""
        self._tell(news.Bye())
        self._sharing.left(self._subject)

    def appended(self, line: Append, revision: int) -> None:
        """See `TableLink`."""
        if self._servers:
            self._tell(news.Line(line.number, line.line, revision, self._sharing.now()))

    def file_changed(self, revision: int) -> None:
        """See `TableLink`."""
        if self._servers:
            self._tell(news.FileChanged(revision))

    def said(self, remark: Remark) -> None:
        """See `TableLink`."""
        self._know(remark.number)
        if self._servers:
            self._tell(news.Said(remark.number, remark.person, remark.at, remark.text, remark.phrase, remark.to))

    def present(self, people: tuple[str, ...]) -> None:
        """See `TableLink`."""
        if people != self._present:
            self._present = people
            if self._servers:
                self._tell(news.Present(people))

    def aiming(self, seat: int, ask: int, at: float) -> None:
        """See `TableLink`."""
        if self._servers:
            self._tell(news.Aiming(seat, ask, at))

    def _tell(self, told: News) -> None:
        self._sharing.bus.tell(self._subject, told)

    # What happens elsewhere

    def hear(self, server: str, told: News) -> None:
        """Another server tells something of the table. So it has it, too, unless it says goodbye."""
        if isinstance(told, news.Bye):
            self.forget(server)
            return
        if server not in self._servers:
            self._servers[server] = ()
            self._meet(told)
        match told:
            case news.Hello(version, revision, people) | news.Here(version, revision, people):
                self._note(server, people)
                self._check(version, revision)
                if isinstance(told, news.Hello):
                    self._tell_here()
            case news.Line():
                self._hear_line(told)
            case news.FileChanged(revision):
                self._check(0, revision)
            case news.Present(people):
                self._note(server, people)
            case news.Said():
                self._hear_remark(told)
            case news.Aiming(seat, ask, at) if self._room is not None:
                self._room.aiming_elsewhere(seat, ask, at)

    def _meet(self, told: News) -> None:
        """A server is heard of that was not known, or was taken for dead, to have the table: let both know all."""
        if not isinstance(told, news.Hello | news.Here):
            self.greet()
        elif isinstance(told, news.Here) and self._room is not None:
            room, greeted = self._room, self._greeted
            if greeted != news.Hello(room.version, room.file.revision, self._present):
                self._tell_here()

    def _tell_here(self) -> None:
        if self._room is not None:
            self._tell(news.Here(self._room.version, self._room.file.revision, self._present))

    def keep(self, living: frozenset[str]) -> None:
        """Forget the servers that are not among these."""
        for server in self._servers.keys() - living:
            self.forget(server)

    def forget(self, server: str) -> None:
        """A server does not have the table any more."""
        if self._servers.pop(server, None):
            self._tell_presence()

    def _note(self, server: str, people: tuple[str, ...]) -> None:
        if self._servers[server] != people:
            self._servers[server] = people
            self._tell_presence()

    def _tell_presence(self) -> None:
        if self._room is not None:
            people = (person for each in self._servers.values() for person in each)
            self._room.present_elsewhere(tuple(dict.fromkeys(people)))

    def _hear_line(self, told: news.Line) -> None:
        room = self._room
        self._sharing.metrics.heard(max(0.0, self._sharing.now() - told.at))
        followed = False
        try:
            followed = room is not None and room.follow_line(told.number, told.line, told.revision)
        except Exception:  # noqa: BLE001 - what is stored counts, not what was told
            _LOG.exception("A line could not be followed; the table is read anew", extra={"table": self.table})
        if not followed:
            self._check(told.number + 1, told.revision)

    def _hear_remark(self, told: news.Said) -> None:
        if self._room is not None and told.number not in self._remarks:
            self._know(told.number)
            remark = Remark(self.table, told.number, told.person, told.at, told.text, told.phrase, told.to)
            self._sharing.begin(self._room.said_elsewhere(remark), self.table)

    def _know(self, remark: int) -> None:
        self._remarks.append(remark)
        del self._remarks[:-REMARKS_KNOWN]

    def _check(self, version: int, revision: int) -> None:
        """So much is stored: have it read if it is not here."""
        room = self._room
        if room is None:
            self._stored = max(self._stored[0], version), max(self._stored[1], revision)
        elif room.version < version or room.file.revision < revision:
            self._sharing.begin(room.follow_others(version, revision), self.table)

    # What nobody told us of

    def lacks(self, stored: TableVersion) -> bool:
        """Whether something is stored that is not here."""
        room = self._room
        return room is not None and (
            room.version < stored.lines or room.file.revision < stored.revision or self._compared < stored.remarks
        )

    async def catch_up(self, stored: TableVersion, store: SharedStore) -> None:
        """So much is stored: read it, if nobody told us of it in time."""
        if self._room is None:
            return
        missed = await self._room.follow_others(stored.lines, stored.revision)
        if self._compared < stored.remarks:
            said = await store.remarks_after(self.table, self._compared, REMARKS_KNOWN)
            self._compared = stored.remarks
            for remark in said:
                if remark.at >= self._since and remark.number not in self._remarks:
                    self._know(remark.number)
                    await self._room.said_elsewhere(remark)
                    missed = True
        if missed:
            self._sharing.metrics.missed_hint()
            self.greet()
