"""The chat of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from laguna.server.people.hub import Connection, encode_message
from laguna.server.problem import Problem
from laguna.server.store.store import Person, Remark
from laguna.server.tables.audience import Audience
from laguna.server.tables.services import TableServices
from laguna.server.tables.table_card import known
from laguna.server.tables.table_file import TableFile
from laguna.server.wire.cards import RemarkCard
from laguna.server.wire.messages import Remarked

MAX_SHOWN_REMARKS = 50
"""How many remarks somebody gets who comes to a table."""
PHRASES_ONLY = (
    "At an open table, words of one's own are for its host and whoever came by the host's invitation. "
    "Choose a quick phrase."
)
_JOINERS = "\u200c\u200d"
"""Unseen, but emoji and some scripts need them."""


class Chat:
    """The chat of one table. Who may follow the table may say quick phrases, and read them.

    Words of one's own are for those who are here by invitation, and among them alone (`TableFile.invited`). Whom a
    reader has muted is not read by them, and cannot tell: nothing that they hear, or are answered, is different.
    """

    __slots__ = ("_audience", "_given", "_services", "_table")

    def __init__(self, services: TableServices, table: str, audience: Audience) -> None:
        self._services = services
        self._table = table
        self._audience = audience
        self._given: dict[Connection, int] = {}
        """Up to which number those who follow the table got the remarks that were stored before they came."""

    async def say(self, file: TableFile, speaker: Person, text: str, phrase: str | None, to: Person | None) -> Remark:
        """Say something to everybody, or to one person alone. It is stored when this returns. Raises `Problem`."""
        if to is not None and not file.together(speaker.id, to.id):
            raise not_together()
        text = plain(text)
        if not text and phrase is None:
            raise Problem("nothing_said", "There are no words in it.")
        if phrase is None and not all(file.invited(each.id) for each in (speaker, to) if each is not None):
            raise Problem("phrases_only", PHRASES_ONLY, HTTPStatus.FORBIDDEN)
        addressee = None if to is None else to.id
        said = Remark(self._table, 0, speaker.id, self._services.now(), text, phrase, addressee)
        remark = await self._services.store.add_remark(said)
        self._tell(file, remark, {person.id: person for person in (speaker, to) if person is not None})
        return remark

    async def pass_on(self, file: TableFile, remark: Remark) -> None:
        """Tell what somebody said at another server; it is stored."""
        people = await self._services.store.people((remark.person, *([] if remark.to is None else [remark.to])))
        self._tell(file, remark, people)

    def came(self, connection: Connection, remarks: Sequence[RemarkCard]) -> None:
        """Somebody follows the table and was given these; other servers may yet tell us of them."""
        followers = set(self._audience)
        self._given = {each: number for each, number in self._given.items() if each in followers}
        if remarks:
            self._given[connection] = remarks[-1].number

    def _tell(self, file: TableFile, remark: Remark, people: Mapping[str, Person]) -> None:
        """Tell a remark to whoever may and wants to read it."""
        told = encode_message(Remarked(table=self._table, remark=_card(remark, people)))
        for connection in self._audience:
            reader = connection.person
            private = remark.to is not None and reader.id not in (remark.to, remark.person)
            given = remark.number <= self._given.get(connection, 0)
            if not private and not given and _reads(file, reader, remark):
                connection.post(told)

    async def last(self, file: TableFile, reader: Person) -> tuple[RemarkCard, ...]:
        """What was said last, as far as this person may and wants to read it."""
        remarks = await self._services.store.remarks(self._table, reader.id, MAX_SHOWN_REMARKS)
        ids = {remark.person for remark in remarks} | {remark.to for remark in remarks if remark.to is not None}
        people = await self._services.store.people(tuple(ids)) if ids else {}
        return tuple(_card(remark, people) for remark in remarks if _reads(file, reader, remark))


def not_together() -> Problem:
    """Who speaks to somebody else alone must sit at the table with them."""
    sentence = "In private one speaks only with somebody whom one sits at the table with."
    return Problem("not_together", sentence, HTTPStatus.FORBIDDEN)


def _reads(file: TableFile, reader: Person, remark: Remark) -> bool:
    """Whether somebody may and wants to read a remark that is not another's secret."""
    return remark.person not in reader.muted and (remark.phrase is not None or file.invited(reader.id))


def _card(remark: Remark, people: Mapping[str, Person]) -> RemarkCard:
    to = None if remark.to is None else known(people, remark.to)
    return RemarkCard(remark.number, known(people, remark.person), remark.at, remark.text, remark.phrase, to)


def plain(text: str) -> str:
    """What somebody says, on one line, without signs that nobody sees or that turn the line around."""
    return " ".join("".join(sign for sign in text if sign.isprintable() or sign.isspace() or sign in _JOINERS).split())
