"""The connections that follow a table, and through whose eyes: those of their seats, or a spectator's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from laguna.core.game import Ask, Event
from laguna.server.people.hub import Connection, encode_message
from laguna.server.tables.match import Eye, Match
from laguna.server.tables.table_file import TableFile
from laguna.server.tables.written_sights import around_sights, written_sights
from laguna.server.wire.messages import Closed, FromServer, Presence, Reason, Talk

Eyes = tuple[Eye, ...]


def eyes_of(file: TableFile, person: str) -> Eyes:
    """Through whose eyes a person sees a table."""
    return file.seats_of(person) or (None,)


class Audience:
    """The connections that follow one table, by their eyes."""

    __slots__ = ("_groups", "elsewhere")

    def __init__(self) -> None:
        self._groups: dict[Eyes, list[Connection]] = {}
        self.elsewhere: tuple[str, ...] = ()
        """Ids of the people who follow the table at other servers."""

    def __bool__(self) -> bool:
        return bool(self._groups)

    def __iter__(self) -> Iterator[Connection]:
        return iter([connection for group in self._groups.values() for connection in group])

    @property
    def here(self) -> tuple[str, ...]:
        """Ids of the people who follow the table at this server, each once."""
        return tuple(dict.fromkeys(connection.person.id for connection in self))

    @property
    def online(self) -> tuple[str, ...]:
        """Ids of the people who follow the table, each once."""
        return tuple(dict.fromkeys((*self.here, *self.elsewhere))) if self.elsewhere else self.here

    def add(self, connection: Connection, eyes: Eyes) -> None:
        """Somebody follows the table from now on."""
        self.remove(connection)
        self._groups.setdefault(eyes, []).append(connection)

    def remove(self, connection: Connection) -> None:
        """Somebody follows it no more."""
        for eyes, group in list(self._groups.items()):
            if connection in group:
                group.remove(connection)
                if not group:
                    del self._groups[eyes]

    def seat(self, file: TableFile) -> None:
        """Let everybody look through the eyes that they have by this file; who has none any more is told so."""
        for connection in self:
            person = connection.person.id
            if file.shows(person) and file.state != "closed":
                self.add(connection, eyes_of(file, person))
            else:
                self.remove(connection)
                connection.following.pop(file.id, None)
                connection.tell(Closed(table=file.id, reason=_why_not(file, person)))

    def tell_talk(self, before: TableFile, file: TableFile) -> None:
        """Tell those who may use words of their own by this file and could not before, or the other way round."""
        for connection in self:
            words = file.invited(connection.person.id)
            if words != before.invited(connection.person.id):
                connection.tell(Talk(table=file.id, words=words))

    def tell_presence(self, table: str, before: tuple[str, ...]) -> None:
        """Tell everybody who follows the table, if these are not the people who did before."""
        online = self.online
        if set(online) != set(before):
            self.tell(Presence(table=table, online=online))

    def tell(self, message: FromServer) -> None:
        """Tell everybody the same."""
        if self._groups:
            text = encode_message(message)
            for connection in self:
                connection.post(text)

    def show(self, match: Match, events: Sequence[Event], asks: Mapping[int, Ask], message: FromServer) -> None:
        """Tell everybody a message in which `SIGHTS` stands for what their own eyes see."""
        if not self._groups:
            return
        before, after = around_sights(encode_message(message))
        sights = written_sights(match, {eye for eyes in self._groups for eye in eyes}, events, asks)
        for eyes, group in self._groups.items():
            told = before + b",".join([sights[eye] for eye in eyes]) + after
            for connection in group:
                connection.post(told)


def _why_not(file: TableFile, person: str) -> Reason:
    """Why somebody cannot follow a table any more."""
    if file.state == "closed":
        return "given_up"
    return "sent_away" if person in file.removed else "no_spectators"
