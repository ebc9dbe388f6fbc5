"""Oneself: coming as a guest, one's name, the link and the passkeys to come back with, whom one mutes, and leaving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Controller, Response, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, PathParameter

from laguna.server.api.provide import Address, Anybody, AnyRequest, Somebody, TheHouse
from laguna.server.browser import browser_of
from laguna.server.card import person_card
from laguna.server.house import House
from laguna.server.identity import cookie_with, credential
from laguna.server.limits import Buckets
from laguna.server.passkeys import Passkeys
from laguna.server.problem import too_many
from laguna.server.qr import qr_of
from laguna.server.store.store import Person
from laguna.server.tokens import hashed, session_id
from laguna.server.wire.bodies import (
    Ceremony,
    Link,
    Me,
    Newcomer,
    NewPasskey,
    PasskeyCard,
    Presented,
    Renamed,
    SessionCard,
    ShownPasskey,
)
from laguna.server.wire.messages import PersonId, SessionId

PasskeyId = Annotated[str, PathParameter(max_length=1400, pattern="^[A-Za-z0-9_-]+$")]


class MeController(Controller):
    """`/api/me`. A browser is known by a cookie that no script can read; it comes with the first answer."""

    path = "/api/me"
    tags: Sequence[str] = ("people",)

    @post("/", summary="Come as a guest")
    async def come(
        self,
        house: TheHouse,
        newcomers: NamedDependency[Buckets],
        caller: Address,
        request: AnyRequest,
        data: JSONBody[Newcomer],
    ) -> Response[Me]:
        """Become somebody new. The answer sets the cookie."""
        wait = newcomers.take(caller)
        if wait:
            raise too_many("Many new people came from your address: wait a little.", wait)
        person, session = await house.people.newcomer(data.name, data.colour, _browser(request))
        return await _known(house, person, session, status=201)

    @get("/", summary="Who I am")
    async def me(self, house: TheHouse, person: Somebody, request: AnyRequest) -> Response[Me]:
        """Who the cookie or token says. A session in use is made to last longer by this."""
        return await _shown(house, person, request)

    @patch("/", summary="Change my name or colour")
    async def change(self, house: TheHouse, human: Somebody, data: JSONBody[Renamed]) -> Me:
        """What is not named stays."""
        return await _changed(house, await house.people.change(human.id, data.name, data.colour))

    @delete("/session", summary="Leave this browser")
    async def leave(self, house: TheHouse, human: Somebody, request: AnyRequest) -> Response[None]:
        """End this session. Without a passkey or a recovery link nobody gets back to being this person."""
        shown = credential(request.scope["headers"], house.settings)
        if shown is not None:
            await house.people.log_out(human, shown.token)
        return Response(None, headers={"set-cookie": cookie_with("", house.settings)})

    @get("/sessions", summary="Where I am known")
    async def sessions(self, house: TheHouse, human: Somebody, request: AnyRequest) -> list[SessionCard]:
        """The browsers that know me, the one used last first."""
        own, open_now = _key(house, request), {each.key for each in house.hub.of(human.id)}
        return [
            SessionCard(
                id=session_id(held.hash),
                browser=held.browser,
                created=held.created,
                seen=held.seen,
                current=held.hash == own,
                open=held.hash in open_now,
            )
            for held in await house.people.sessions(human.id)
        ]

    @delete("/sessions", summary="Leave all other browsers")
    async def leave_others(self, house: TheHouse, human: Somebody, request: AnyRequest) -> None:
        """End all my sessions but this one, and with them the link to come back with. Bots keep their tokens."""
        await house.people.end_other_sessions(human.id, _key(house, request))

    @delete("/sessions/{session:str}", summary="Leave a browser")
    async def leave_one(
        self, house: TheHouse, human: Somebody, request: AnyRequest, session: FromPath[SessionId]
    ) -> Response[None]:
        """End one of my sessions; its sockets are closed at once."""
        ended = await house.people.end_session(human.id, session)
        own = ended == _key(house, request)
        return Response(None, headers={"set-cookie": cookie_with("", house.settings)} if own else {})

    @post("/recovery", summary="A link to come back with")
    async def link(self, house: TheHouse, human: Somebody, site: Address) -> Link:
        """A link that makes any browser mine, once. An earlier one no longer holds."""
        token, expires = await house.people.recovery(human.id)
        url = f"{site}/recover#{token}"  # what follows # is sent to no server, and so stands in no log
        return Link(url, qr_of(url), token, expires)

    @post("/recover", summary="Come back by a link", status_code=200)
    async def recover(self, house: TheHouse, request: AnyRequest, data: JSONBody[Presented]) -> Response[Me]:
        """Be again who made the link. All other browsers forget me. The answer sets the cookie."""
        return await _known(house, *await house.people.recover(data.token, _browser(request)))

    @put("/muted/{other:str}", summary="Mute somebody")
    async def mute(self, house: TheHouse, human: Somebody, other: FromPath[PersonId]) -> Me:
        """Read no more of what they say."""
        return await _changed(house, await house.people.mute(human.id, other))

    @delete("/muted/{other:str}", summary="Hear somebody again", status_code=200)
    async def unmute(self, house: TheHouse, human: Somebody, other: FromPath[PersonId]) -> Me:
        """Read again what they say."""
        return await _changed(house, await house.people.unmute(human.id, other))

    @get("/passkeys", summary="My passkeys")
    async def passkeys(self, passkeys: NamedDependency[Passkeys], human: Somebody) -> list[PasskeyCard]:
        """Those that bring me back here."""
        return await passkeys.mine(human)

    @post("/passkeys/options", summary="Begin to add a passkey", status_code=200)
    async def offer_passkey(self, passkeys: NamedDependency[Passkeys], human: Somebody, site: Address) -> Ceremony:
        """Options for `navigator.credentials.create`, in their JSON form; to be answered within five minutes."""
        return await passkeys.offer(human, site)

    @post("/passkeys", summary="Add a passkey")
    async def add_passkey(
        self, passkeys: NamedDependency[Passkeys], human: Somebody, data: JSONBody[NewPasskey]
    ) -> PasskeyCard:
        """What the browser made of the options."""
        return await passkeys.add(human, data.ceremony, data.credential, data.label)

    @delete("/passkeys/{passkey_id:str}", summary="Remove a passkey")
    async def drop_passkey(self, passkeys: NamedDependency[Passkeys], human: Somebody, passkey_id: PasskeyId) -> None:
        """It brings nobody back any more."""
        await passkeys.drop(human, passkey_id)


class PasskeyController(Controller):
    """`/api/passkeys`: coming back with a passkey."""

    path = "/api/passkeys"
    tags: Sequence[str] = ("people",)

    @post("/options", summary="Begin to come back with a passkey", status_code=200)
    async def ask(self, passkeys: NamedDependency[Passkeys], site: Address) -> Ceremony:
        """Options for `navigator.credentials.get`, in their JSON form; to be answered within five minutes."""
        return await passkeys.ask(site)

    @post("/login", summary="Come back with a passkey", status_code=200)
    async def log_in(
        self,
        house: TheHouse,
        passkeys: NamedDependency[Passkeys],
        request: AnyRequest,
        data: JSONBody[ShownPasskey],
    ) -> Response[Me]:
        """Be again whom the passkey belongs to. The answer sets the cookie."""
        return await _known(house, *await passkeys.log_in(data.ceremony, data.credential, _browser(request)))


def _browser(request: AnyRequest) -> str:
    return browser_of(request.scope["headers"])


def _key(house: House, request: AnyRequest) -> bytes:
    """The hash of the key that a request shows; nothing, where it shows none."""
    shown = credential(request.scope["headers"], house.settings)
    return b"" if shown is None else hashed(shown.token)


async def _me(house: House, person: Person) -> Me:
    passkeys = await house.store.passkeys_of(person.id)
    return Me(person_card(person), len(passkeys), person.muted)


async def _changed(house: House, person: Person) -> Me:
    """Let tables and sockets know too who a person is now."""
    house.lobby.renamed(person)
    return await _me(house, person)


@get("/api/visitor", summary="Who comes, if anybody", tags=["people"])
async def visiting(house: TheHouse, visitor: Anybody, request: AnyRequest) -> Response[Me | None]:
    """As `GET /api/me`, for pages that do not know yet: to be nobody is no mistake here, but null."""
    if visitor is None:
        return Response(None, status_code=200)
    return await _shown(house, visitor, request)


async def _shown(house: House, person: Person, request: AnyRequest) -> Response[Any]:
    """Somebody, to themselves. A session in use is made to last longer."""
    shown = credential(request.scope["headers"], house.settings)
    if shown is not None and shown.kind == "cookie" and await house.people.renew(shown.token, _browser(request)):
        return await _known(house, person, shown.token)
    return Response(await _me(house, person))


async def _known(house: House, person: Person, session: str, status: int = 200) -> Response[Me]:
    """Tell a browser who it is now, and let it remember."""
    headers = {"set-cookie": cookie_with(session, house.settings)}
    return Response(await _me(house, person), status_code=status, headers=headers)
