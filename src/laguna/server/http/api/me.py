"""REST: one's own account: guest sign-in, name, recovery link, passkeys, muted people, sign-out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from litestar import Controller, Response, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, PathParameter

from laguna.server.backend import Backend
from laguna.server.http.api.provide import Address, Anybody, AnyRequest, Somebody, TheBackend
from laguna.server.http.qr import qr_of
from laguna.server.people.identity import cookie_with, credential
from laguna.server.people.passkeys import Passkeys
from laguna.server.people.rate_limits import Buckets
from laguna.server.people.tokens import hashed, session_id
from laguna.server.people.user_agent import browser_of
from laguna.server.problem import too_many
from laguna.server.store.store import Person
from laguna.server.tables.table_card import person_card
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
        backend: TheBackend,
        newcomers: NamedDependency[Buckets],
        caller: Address,
        request: AnyRequest,
        data: JSONBody[Newcomer],
    ) -> Response[Me]:
        """Become somebody new. The answer sets the cookie."""
        wait = newcomers.take(caller)
        if wait:
            raise too_many("Many new people came from your address: wait a little.", wait)
        person, session = await backend.people.newcomer(data.name, data.colour, _browser(request))
        return await _known(backend, person, session, status=201)

    @get("/", summary="Who I am")
    async def me(self, backend: TheBackend, person: Somebody, request: AnyRequest) -> Response[Me]:
        """Who the cookie or token says. A session in use is made to last longer by this."""
        return await _shown(backend, person, request)

    @patch("/", summary="Change my name or colour")
    async def change(self, backend: TheBackend, human: Somebody, data: JSONBody[Renamed]) -> Me:
        """What is not named stays."""
        return await _changed(backend, await backend.people.change(human.id, data.name, data.colour))

    @delete("/session", summary="Leave this browser")
    async def leave(self, backend: TheBackend, human: Somebody, request: AnyRequest) -> Response[None]:
        """End this session. Without a passkey or a recovery link nobody gets back to being this person."""
        shown = credential(request.scope["headers"], backend.settings)
        if shown is not None:
            await backend.people.log_out(human, shown.token)
        return Response(None, headers={"set-cookie": cookie_with("", backend.settings)})

    @get("/sessions", summary="Where I am known")
    async def sessions(self, backend: TheBackend, human: Somebody, request: AnyRequest) -> list[SessionCard]:
        """The browsers that know me, the one used last first."""
        own, open_now = _key(backend, request), {each.key for each in backend.hub.of(human.id)}
        return [
            SessionCard(
                id=session_id(held.hash),
                browser=held.browser,
                created=held.created,
                seen=held.seen,
                current=held.hash == own,
                open=held.hash in open_now,
            )
            for held in await backend.people.sessions(human.id)
        ]

    @delete("/sessions", summary="Leave all other browsers")
    async def leave_others(self, backend: TheBackend, human: Somebody, request: AnyRequest) -> None:
        """End all my sessions but this one, and with them the link to come back with. Bots keep their tokens."""
        await backend.people.end_other_sessions(human.id, _key(backend, request))

    @delete("/sessions/{session:str}", summary="Leave a browser")
    async def leave_one(
        self, backend: TheBackend, human: Somebody, request: AnyRequest, session: FromPath[SessionId]
    ) -> Response[None]:
        """End one of my sessions; its sockets are closed at once."""
        ended = await backend.people.end_session(human.id, session)
        own = ended == _key(backend, request)
        return Response(None, headers={"set-cookie": cookie_with("", backend.settings)} if own else {})

    @post("/recovery", summary="A link to come back with")
    async def link(self, backend: TheBackend, human: Somebody, site: Address) -> Link:
        """A link that makes any browser mine, once. An earlier one no longer holds."""
        token, expires = await backend.people.recovery(human.id)
        url = f"{site}/recover#{token}"  # what follows # is sent to no server, and so stands in no log
        return Link(url, qr_of(url), token, expires)

    @post("/recover", summary="Come back by a link", status_code=200)
    async def recover(self, backend: TheBackend, request: AnyRequest, data: JSONBody[Presented]) -> Response[Me]:
        """Be again who made the link. All other browsers forget me. The answer sets the cookie."""
        return await _known(backend, *await backend.people.recover(data.token, _browser(request)))

    @put("/muted/{other:str}", summary="Mute somebody")
    async def mute(self, backend: TheBackend, human: Somebody, other: FromPath[PersonId]) -> Me:
        """Read no more of what they say."""
        return await _changed(backend, await backend.people.mute(human.id, other))

    @delete("/muted/{other:str}", summary="Hear somebody again", status_code=200)
    async def unmute(self, backend: TheBackend, human: Somebody, other: FromPath[PersonId]) -> Me:
        """Read again what they say."""
        return await _changed(backend, await backend.people.unmute(human.id, other))

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
        backend: TheBackend,
        passkeys: NamedDependency[Passkeys],
        request: AnyRequest,
        data: JSONBody[ShownPasskey],
    ) -> Response[Me]:
        """Be again whom the passkey belongs to. The answer sets the cookie."""
        return await _known(backend, *await passkeys.log_in(data.ceremony, data.credential, _browser(request)))


def _browser(request: AnyRequest) -> str:
    return browser_of(request.scope["headers"])


def _key(backend: Backend, request: AnyRequest) -> bytes:
    """The hash of the key that a request shows; nothing, where it shows none."""
    shown = credential(request.scope["headers"], backend.settings)
    return b"" if shown is None else hashed(shown.token)


async def _me(backend: Backend, person: Person) -> Me:
    passkeys = await backend.store.passkeys_of(person.id)
    return Me(person_card(person), len(passkeys), person.muted)


async def _changed(backend: Backend, person: Person) -> Me:
    """Let tables and sockets know too who a person is now."""
    backend.lobby.renamed(person)
    return await _me(backend, person)


@get("/api/visitor", summary="Who comes, if anybody", tags=["people"])
async def visiting(backend: TheBackend, visitor: Anybody, request: AnyRequest) -> Response[Me | None]:
    """As `GET /api/me`, for pages that do not know yet: to be nobody is no mistake here, but null."""
    if visitor is None:
        return Response(None, status_code=200)
    return await _shown(backend, visitor, request)


async def _shown(backend: Backend, person: Person, request: AnyRequest) -> Response[Any]:
    """Somebody, to themselves. A session in use is made to last longer."""
    shown = credential(request.scope["headers"], backend.settings)
    if shown is not None and shown.kind == "cookie" and await backend.people.renew(shown.token, _browser(request)):
        return await _known(backend, person, shown.token)
    return Response(await _me(backend, person))


async def _known(backend: Backend, person: Person, session: str, status: int = 200) -> Response[Me]:
    """Tell a browser who it is now, and let it remember."""
    headers = {"set-cookie": cookie_with(session, backend.settings)}
    return Response(await _me(backend, person), status_code=status, headers=headers)
