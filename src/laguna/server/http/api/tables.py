"""REST: create, list, join, invite, start and play tables, and what the host may change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Annotated, Literal

import msgspec
from litestar import Controller, delete, get, patch, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from laguna.core.game import Refused
from laguna.server.backend import Backend
from laguna.server.http.api.provide import Address, Anybody, OwnToken, ResultKey, Somebody, TheBackend, ThisTable
from laguna.server.http.qr import qr_of
from laguna.server.pages.result_page import result_url
from laguna.server.people.names import clean_name
from laguna.server.people.tokens import hashed, invitation_name
from laguna.server.problem import Problem, not_found, too_many
from laguna.server.served_policy import ServedPolicy
from laguna.server.settings import DAY_S
from laguna.server.store.store import Listed, Page, Person
from laguna.server.tables import seating
from laguna.server.tables.durable_table import StaleAnswer
from laguna.server.tables.room import Room
from laguna.server.tables.table_card import card_by_key, listed_card
from laguna.server.tables.table_file import TableFile
from laguna.server.wire.bodies import (
    Answered,
    ChangedTable,
    GameKey,
    Invitation,
    Link,
    NewTable,
    OwnNonce,
    Position,
    Presented,
    Receipt,
    ResultLink,
    SeatBot,
    TakeSeat,
)
from laguna.server.wire.cards import TableCard
from laguna.server.wire.messages import Count, PersonId, SeatNumber

MAX_POLL_S = 25.0
"""Seconds that a request may wait for the next change of a table."""
MAX_TABLES_PLAYING = 1000
"""How many of a person's tables are looked through for those where they are asked."""

Shown = Annotated[int, QueryParameter(ge=1, le=100)]
Before = Annotated[float | None, QueryParameter(description="Only those before this moment: for the next page.")]
Wait = Annotated[float, QueryParameter(ge=0, le=MAX_POLL_S)]


StateName = Literal["gathering", "playing", "waiting", "over"]


class TablesController(Controller):
    """`/api/tables`."""

    path = "/api/tables"
    tags: Sequence[str] = ("tables",)

    @post("/", summary="Make a table")
    async def create(
        self, backend: TheBackend, person: Somebody, caller: Address, data: JSONBody[NewTable]
    ) -> TableCard:
        """Make a table, with you as its host. You sit on its first seat, unless you say otherwise."""
        _charge(backend, caller)
        return (await backend.lobby.create(person, data)).card()

    @get("/", summary="Open tables")
    async def open(
        self, backend: TheBackend, game: FromQuery[GameKey | None] = None, count: Shown = 50, before: Before = None
    ) -> list[TableCard]:
        """Tables of the last day that everybody may join and that have a free seat, newest first."""
        found = await backend.store.open_tables(game, _page(count, before))
        return await _cards(backend, [each for each in found if each.file.created > backend.now() - DAY_S])

    @get("/{table_id:str}", summary="A table")
    async def table(
        self, backend: TheBackend, visitor: Anybody, table_id: ThisTable, key: ResultKey = None
    ) -> TableCard:
        """What everybody may know of a table who may know of it. By the key of its result alone: the game, and names.

        Then people have numbers in the place of ids, and nonces, the luck's secret and the next table are left out.
        """
        who = None if visitor is None else visitor.id
        room = await backend.lobby.known(table_id, who, key)
        return room.card() if room.file.welcomes(who) else card_by_key(room.card())

    @patch("/{table_id:str}", summary="Change a table")
    async def change(
        self, backend: TheBackend, person: Somebody, table_id: ThisTable, data: JSONBody[ChangedTable]
    ) -> TableCard:
        """Change what was agreed: the host, before the start."""
        room = await backend.lobby.known(table_id, person.id)
        await room.change(lambda file: seating.changed(room.game, file, person.id, data))
        return room.card()

    @delete("/{table_id:str}", summary="Close a table")
    async def close(self, backend: TheBackend, person: Somebody, table_id: ThisTable) -> None:
        """Give a table up: the host, before the start."""
        await _changed(backend, person, table_id, lambda file: seating.closed(file, person.id))

    @post("/{table_id:str}/start", summary="Start the game", status_code=200)
    async def start(self, backend: TheBackend, person: Somebody, table_id: ThisTable) -> TableCard:
        """Lay out the game: the host, when every seat is somebody's."""
        room = await backend.lobby.known(table_id, person.id)
        await backend.lobby.start(room, person.id)
        _prepare_hints(backend, room)
        return room.card()

    @post("/{table_id:str}/rematch", summary="Play again", status_code=200)
    async def rematch(self, backend: TheBackend, person: Somebody, caller: Address, table_id: ThisTable) -> TableCard:
        """The table where the same people play again, and the next seat begins.

        The first who asks makes it and is its host. Whoever else asks agrees: it begins when all have, or when the host
        starts it. Against bots alone it begins at once.
        """
        room = await backend.lobby.known(table_id, person.id)
        if room.file.rematch is None:
            _charge(backend, caller)
        again = await backend.lobby.rematch(room, person.id)
        if again.file.state == "playing":
            _prepare_hints(backend, again)
        return again.card()

    @post("/{table_id:str}/nonce", summary="Add to the luck", status_code=200)
    async def nonce(
        self, backend: TheBackend, person: Somebody, table_id: ThisTable, data: JSONBody[OwnNonce]
    ) -> TableCard:
        """Put something of your own into the table's luck, before the start."""
        return await _changed(backend, person, table_id, lambda file: seating.with_nonce(file, person.id, data.nonce))

    # Seats and people

    @put("/{table_id:str}/seats/{seat:int}", summary="Sit down, or seat a bot")
    async def sit(
        self,
        backend: TheBackend,
        person: Somebody,
        table_id: ThisTable,
        seat: FromPath[SeatNumber],
        data: JSONBody[TakeSeat | SeatBot],
    ) -> TableCard:
        """Take a free seat (another one too, for somebody at the same device), or as the host seat a bot there."""
        name = clean_name(data.name) if data.name else ""

        def seated(file: TableFile) -> TableFile:
            if isinstance(data, SeatBot):
                return seating.bot_seated(file, person.id, seat, data.level, name, _policy(backend, data.policy))
            return seating.taken(file, person.id, seat, name, data.leaving)

        return await _changed(backend, person, table_id, seated)

    @delete("/{table_id:str}/seats/{seat:int}", summary="Get up", status_code=200)
    async def stand_up(
        self, backend: TheBackend, person: Somebody, table_id: ThisTable, seat: FromPath[SeatNumber]
    ) -> TableCard:
        """Leave one of your seats, or as the host take a bot away, before the start."""
        return await _changed(backend, person, table_id, lambda file: seating.freed(file, person.id, seat))

    @post("/{table_id:str}/leave", summary="Leave the table", status_code=200)
    async def leave(self, backend: TheBackend, person: Somebody, table_id: ThisTable) -> TableCard:
        """Leave all your seats. In the middle of a game a bot keeps them until you come back."""
        return await _changed(backend, person, table_id, lambda file: seating.left(file, person.id))

    @post("/{table_id:str}/return", summary="Come back", status_code=200)
    async def come_back(self, backend: TheBackend, person: Somebody, table_id: ThisTable) -> TableCard:
        """Take your seats back from the bot that kept them. To open the table on a socket does the same."""
        room = await backend.lobby.known(table_id, person.id)
        await room.come_back(person.id)
        return room.card()

    @delete("/{table_id:str}/people/{other:str}", summary="Send somebody away", status_code=200)
    async def send_away(
        self, backend: TheBackend, person: Somebody, table_id: ThisTable, other: FromPath[PersonId]
    ) -> TableCard:
        """Remove a person from your table, for good. In the middle of a game a bot takes their seats."""
        return await _changed(backend, person, table_id, lambda file: seating.sent_away(file, person.id, other))

    @post("/{table_id:str}/invite", summary="Invite people")
    async def invite(self, backend: TheBackend, person: Somebody, site: Address, table_id: ThisTable) -> Link:
        """A link (and QR code) that lets people in. Anybody who has a seat may make one; to an open table, the host."""
        room = await backend.lobby.known(table_id, person.id)
        token, expires = await backend.lobby.invite(room, person.id)
        url = f"{site}/join/{invitation_name(hashed(token))}#{token}"
        return Link(url, qr_of(url), token, expires)

    @delete("/{table_id:str}/invite", summary="Take invitations back")
    async def uninvite(self, backend: TheBackend, person: Somebody, table_id: ThisTable) -> None:
        """Let no link to your table or its result hold any more. Who has come in by one may stay."""
        await backend.lobby.uninvite(await backend.lobby.known(table_id, person.id), person.id)

    @post("/{table_id:str}/share", summary="Share the result", status_code=200)
    async def share(
        self, backend: TheBackend, person: Somebody, own_token: OwnToken, site: Address, table_id: ThisTable
    ) -> ResultLink:
        """A link by which anybody may watch a finished game, until the host takes all links back.

        Whoever played may make one, of an open game anybody; asked again, the same browser gets the same. It shows the
        names at the table, and lets nobody chat.
        """
        room = await backend.lobby.known(table_id, person.id)
        key = await backend.lobby.share_result(room, person.id, own_token)
        return ResultLink(result_url(site, table_id, key), key)

    # Playing without a socket

    @get("/{table_id:str}/position", summary="Where a game stands")
    async def position(
        self,
        backend: TheBackend,
        person: Somebody,
        table_id: ThisTable,
        after: FromQuery[Count | None] = None,
        wait: Wait = 0.0,
    ) -> Position:
        """What your seats see and are asked, or what a spectator sees.

        With `after` and `wait` the answer comes when the table has gone beyond that version, or after so many seconds.
        """
        room = await backend.lobby.known(table_id, person.id)
        await room.come_back(person.id)
        if after is not None and wait:
            await room.wait_beyond(after, wait)
        return Position(*await room.stand(person.id))

    @post("/{table_id:str}/moves", summary="Make a move", status_code=200)
    async def play(
        self, backend: TheBackend, person: Somebody, table_id: ThisTable, data: JSONBody[Answered]
    ) -> Receipt:
        """Answer a question of one of your seats. It is stored when the receipt comes."""
        room = await backend.lobby.known(table_id, person.id)
        await _play(backend, room, person, data)
        return Receipt(room.version)


@get("/api/me/tables", summary="My tables", tags=["tables"])
async def my_tables(
    backend: TheBackend,
    person: Somebody,
    which: FromQuery[StateName] = "playing",
    count: Shown = 50,
    before: Before = None,
) -> list[TableCard]:
    """Your tables, those where something happened last first. `waiting`: where you are asked, and no bot for you."""
    if which != "waiting":
        return await _cards(backend, await backend.store.tables_of(person.id, (which,), _page(count, before)))
    playing = await backend.store.tables_of(person.id, ("playing",), _page(MAX_TABLES_PLAYING, before))
    waiting = [each for each in playing if any(each.asked >> seat & 1 for seat in _kept_by_nobody(each.file, person))]
    return await _cards(backend, waiting[:count])


@post("/api/invites", summary="Come in by an invitation", tags=["tables"], status_code=200)
async def come_in(backend: TheBackend, person: Somebody, data: JSONBody[Presented]) -> TableCard:
    """Show the token of an invitation: the table is yours to sit at."""
    return (await backend.lobby.come_in(data.token, person.id)).card()


def _prepare_hints(backend: Backend, room: Room) -> None:
    """A game begins: compile what its hints need, if it has them."""
    if room.file.hints and backend.settings.prepare_hints:
        backend.hints.prepare(room.game.key)


@post("/api/invites/preview", summary="What an invitation is to", tags=["tables"], status_code=200)
async def look_at_invitation(backend: TheBackend, data: JSONBody[Presented]) -> Invitation:
    """Who invites and to which game, by the token of an invitation: before one says who one is, and comes in."""
    room = await backend.lobby.invited_to(hashed(data.token))
    return Invitation(room.card().host.name, room.game.key)


def _charge(backend: Backend, caller: str) -> None:
    """Raise `Problem` where too many tables are made from one address."""
    wait = backend.making.take(caller)
    if wait:
        raise too_many("Too many tables were made from where you are: wait a little.", wait)


def _kept_by_nobody(file: TableFile, person: Person) -> list[int]:
    """A person's seats where no bot answers for them."""
    return [seat for seat in file.seats_of(person.id) if not file.seats[seat].kept]


async def _changed(
    backend: Backend, person: Person, table_id: str, change: Callable[[TableFile], TableFile]
) -> TableCard:
    """Change a table that this person may know of. Raises `Problem`."""
    room = await backend.lobby.known(table_id, person.id)
    await room.change(change)
    return room.card()


def _policy(backend: Backend, name: str) -> ServedPolicy | None:
    """The policy of this name; None: none is named. Raises `Problem`."""
    if not name:
        return None
    policy = backend.settings.policy(name)
    if policy is None:
        raise not_found("policy")
    return policy


async def _play(backend: Backend, room: Room, person: Person, data: Answered) -> None:
    try:
        await room.play(person.id, data.seat, data.ask, msgspec.json.encode(data.move))
    except Refused as refused:
        backend.metrics.refused(room.game.key)
        why = refused.refusal
        sentence = f"Rule {why.rule} does not allow this move: {why.reason}."
        raise Problem(why.reason, sentence, HTTPStatus.UNPROCESSABLE_ENTITY) from refused
    except StaleAnswer as stale:
        backend.metrics.stale(room.game.key)
        sentence = "That question is not open any more; look at the position again."
        raise Problem("stale", sentence) from stale


def _page(count: int, before: float | None) -> Page:
    return Page(count) if before is None else Page(count, before)


async def _cards(backend: Backend, found: list[Listed]) -> list[TableCard]:
    ids = tuple({person for listed in found for person in listed.file.people})
    people = await backend.store.people(ids) if ids else {}
    return [listed_card(listed, people) for listed in found]
