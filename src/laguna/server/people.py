"""Who people are: guests at once, their sessions, the link to come back with, and the outside bots they bring along."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from laguna.server.cache import Cache
from laguna.server.names import clean_name
from laguna.server.problem import malformed, not_found, too_many
from laguna.server.settings import DAY, Settings
from laguna.server.store.store import (
    Conflict,
    DropPerson,
    DropToken,
    DropTokens,
    Person,
    PutPerson,
    PutToken,
    Store,
    Token,
    TokenKind,
)
from laguna.server.tokens import fresh_id, fresh_token, hashed, looks_like_token

SESSION = 400 * DAY
"""How long a browser is known after it was last seen; browsers keep no cookie for longer."""
RECOVERY = 400 * DAY
BOT = 36_500 * DAY
"""A bot's token holds until it is revoked."""
MUTED = 500
"""How many people one may mute."""
_CACHED = 10_000
_FRESH = 60.0
"""Seconds after which what is cached is read again: another process may have revoked it."""


class People:
    """Everybody who was ever here. Whoever holds a token is its person; nothing else says who somebody is."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._limits = settings.limits
        self._now = now
        self._tokens: Cache[bytes, Token] = Cache(store.token, now, _CACHED, _FRESH)
        self._people: Cache[str, Person] = Cache(store.person, now, _CACHED, _FRESH)
        self._changing = asyncio.Lock()  # a person is read, changed and written: two at once would lose one change
        self._revoked: list[Callable[[str], None]] = []

    def when_revoked(self, heard: Callable[[str], None]) -> None:
        """Have `heard` called with a person's id whenever a key of theirs no longer holds: sockets may hang on it."""
        self._revoked.append(heard)

    # Who somebody is

    async def person(self, person: str) -> Person | None:
        """A person by id; mostly without reading the store."""
        return await self._people.get(person)

    async def by_session(self, token: str) -> Person | None:
        """Whose browser it is."""
        return await self._holder(token, "session")

    async def by_bot_token(self, token: str) -> Person | None:
        """Which outside bot it is."""
        return await self._holder(token, "bot")

    def at_hand(self, token: str) -> bool:
        """Whether it is known without reading who holds this token."""
        held = self._tokens.kept(hashed(token))
        return held is not None and self._people.kept(held.person) is not None

    async def _holder(self, token: str, kind: TokenKind) -> Person | None:
        held = await self._valid(token, kind)
        return None if held is None else await self._people.get(held.person)

    async def _valid(self, token: str, kind: TokenKind) -> Token | None:
        held = await self._tokens.get(hashed(token)) if looks_like_token(token) else None
        return held if held is not None and held.kind == kind and self._now() < held.expires else None

    # Coming and going

    async def newcomer(self, name: str, colour: str) -> tuple[Person, str]:
        """A new person, and the token of their session."""
        person = Person(id=fresh_id(), name=clean_name(name), colour=colour, created=self._now())
        session, put = self._fresh(person.id, "session", SESSION)
        await self._store.write(PutPerson(person), put)
        return person, session

    def session_for(self, person: str) -> tuple[str, PutToken]:
        """A new session's token, and the change that makes it hold: for whoever has proved who they are."""
        return self._fresh(person, "session", SESSION)

    async def renew(self, token: str) -> bool:
        """Let a session that is used last its full time again, once half of that has passed. Whether it does now."""
        held = await self._valid(token, "session")
        if held is None or held.expires - self._now() > SESSION / 2:
            return False
        longer = msgspec.structs.replace(held, expires=self._now() + SESSION)
        try:
            await self._store.write(DropToken(held.hash), PutToken(longer))
        except Conflict:  # logged out at this moment
            return False
        self._tokens.forget(held.hash)
        return True

    async def log_out(self, person: Person, token: str) -> None:
        """End one session of a person."""
        await self._drop(hashed(token))
        self._tell_revoked(person.id)

    async def change(self, person: str, name: str | None = None, colour: str | None = None) -> Person:
        """Give a person another name or colour."""
        fresh: dict[str, str] = {}
        if name is not None:
            fresh["name"] = clean_name(name)
        if colour is not None:
            fresh["colour"] = colour
        async with self._changing:
            return await self._replace(msgspec.structs.replace(await self._stored(person), **fresh))

    # The link to come back with

    async def recovery(self, person: str) -> tuple[str, float]:
        """A token that brings a person back once, and until when it holds. It takes the place of the one before."""
        token, put = self._fresh(person, "recovery", RECOVERY)
        await self._store.write(DropTokens(person, "recovery"), put)
        return token, put.token.expires

    async def recover(self, token: str) -> tuple[Person, str]:
        """Come back by such a token: who it is, and the token of a new session."""
        used = not_found("link; it may have been used already, or a newer one was made")
        held = await self._store.token(hashed(token))  # not from the cache: it is used once
        person = None if held is None or held.kind != "recovery" else await self._store.person(held.person)
        if held is None or person is None or held.expires <= self._now():
            raise used
        session, put = self.session_for(person.id)
        try:
            await self._store.write(DropToken(held.hash), put)
        except Conflict:
            raise used from None
        return person, session

    # Outside bots

    async def bots(self, owner: str) -> list[Person]:
        """A person's outside bots."""
        return await self._store.bots_of(owner)

    async def new_bot(self, owner: str, name: str, colour: str) -> tuple[Person, str]:
        """A new outside bot, and its token, which nobody can read again."""
        async with self._changing:
            if len(await self._store.bots_of(owner)) >= self._limits.bots_per_person:
                raise too_many(
                    f"You have {self._limits.bots_per_person} bots, as many as one may have: remove one first."
                )
            bot = Person(id=fresh_id(), name=clean_name(name), colour=colour, created=self._now(), owner=owner)
            token, put = self._fresh(bot.id, "bot", BOT)
            await self._store.write(PutPerson(bot), put)
        return bot, token

    async def drop_bot(self, owner: str, bot: str) -> None:
        """Forget an outside bot of this person. Its token no longer holds."""
        found = await self._store.person(bot)
        if found is None or found.owner != owner:
            raise not_found("bot of yours")
        await self._store.write(DropPerson(bot))
        self._people.forget(bot)  # and so its tokens, which are somebody's only through it
        self._tell_revoked(bot)

    # Whom one does not want to read

    async def mute(self, person: str, other: str) -> Person:
        """Spare a person what another says."""
        if person == other:
            raise malformed("Nobody can mute themselves.")
        if await self.person(other) is None:
            raise not_found("person")
        async with self._changing:
            stored = await self._stored(person)
            muted = dict.fromkeys((*stored.muted, other))
            if len(muted) > MUTED:
                raise too_many(f"You have muted {MUTED} people, as many as one may: unmute somebody first.")
            return await self._replace(msgspec.structs.replace(stored, muted=tuple(muted)))

    async def unmute(self, person: str, other: str) -> Person:
        """Let a person read again what another says."""
        async with self._changing:
            stored = await self._stored(person)
            muted = tuple(each for each in stored.muted if each != other)
            return (
                stored if muted == stored.muted else await self._replace(msgspec.structs.replace(stored, muted=muted))
            )

    def _fresh(self, person: str, kind: TokenKind, seconds: float) -> tuple[str, PutToken]:
        token, now = fresh_token(), self._now()
        return token, PutToken(Token(hashed(token), person, kind, now, now + seconds))

    async def _stored(self, person: str) -> Person:
        stored = await self._store.person(person)
        if stored is None:
            raise not_found("person")
        return stored

    async def _replace(self, person: Person) -> Person:
        await self._store.write(PutPerson(person))
        self._people.forget(person.id)
        return person

    async def _drop(self, token: bytes) -> None:
        with suppress(Conflict):  # it had gone already
            await self._store.write(DropToken(token))
        self._tokens.forget(token)

    def _tell_revoked(self, person: str) -> None:
        for heard in self._revoked:
            heard(person)
