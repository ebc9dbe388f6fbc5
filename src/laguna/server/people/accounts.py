"""Accounts: guests, their sessions and recovery links, and the outside bots they own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec

from laguna.server.people.names import clean_name
from laguna.server.people.tokens import EndedKeys, fresh_id, fresh_token, hashed, looks_like_token, session_id
from laguna.server.problem import malformed, not_found, too_many
from laguna.server.settings import DAY_S, Settings
from laguna.server.store.read_cache import Cache
from laguna.server.store.store import (
    Conflict,
    DropPerson,
    DropToken,
    DropTokens,
    Person,
    PutPerson,
    PutToken,
    RenewToken,
    Store,
    StoreFailed,
    Token,
    TokenKind,
)

SESSION_TTL_S = 400 * DAY_S
"""Seconds until a session that is not used expires; browsers keep no cookie for longer."""
LAST_SEEN_RESOLUTION_S = 600.0
"""How exactly it is stored, in seconds, when a session was last used."""
RECOVERY_TTL_S = 400 * DAY_S
"""Seconds until a link to come back expires."""
BOT_TOKEN_TTL_S = 36_500 * DAY_S
"""A bot's token holds until it is revoked."""
MAX_MUTED = 500
"""How many people one may mute."""
_MAX_CACHED = 10_000
_CACHE_TTL_S = 60.0
"""Seconds after which what is cached is read again: another process may have revoked it."""


class People:
    """Everybody who was ever here. Whoever holds a token is its person; nothing else says who somebody is."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], float]) -> None:
        self._store = store
        self._limits = settings.limits
        self._now = now
        self._tokens: Cache[bytes, Token] = Cache(store.token, now, _MAX_CACHED, _CACHE_TTL_S)
        self._people: Cache[str, Person] = Cache(store.person, now, _MAX_CACHED, _CACHE_TTL_S)
        self._changing = asyncio.Lock()  # a person is read, changed and written: two at once would lose one change
        self._revoked: list[Callable[[str, EndedKeys], None]] = []

    def when_revoked(self, heard: Callable[[str, EndedKeys], None]) -> None:
        """Have `heard` called with a person's id whenever keys of theirs no longer hold: sockets may hang on them."""
        self._revoked.append(heard)

    def forget_keys(self, person: str, ended: EndedKeys) -> None:
        """Keys of a person hold no more: nothing that was read of them before counts."""
        if ended.key is None:
            self._tokens.forget_all(lambda held: held.person == person and held.hash in ended)
        else:
            self._tokens.forget(ended.key)
        self._people.forget(person)

    def forget(self, person: str) -> None:
        """Somebody was changed by another server: what was read of them before does not count."""
        self._people.forget(person)

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

    async def newcomer(self, name: str, colour: str, browser: str = "") -> tuple[Person, str]:
        """A new person, and the token of their session, in this browser."""
        person = Person(id=fresh_id(), name=clean_name(name), colour=colour, created=self._now())
        session, put = self.session_for(person.id, browser)
        await self._store.write(PutPerson(person), put)
        return person, session

    def session_for(self, person: str, browser: str = "") -> tuple[str, PutToken]:
        """A new session's token, and the change that makes it hold: for whoever has proved who they are."""
        return self._fresh(person, "session", SESSION_TTL_S, browser)

    async def renew(self, token: str, browser: str = "") -> bool:
        """A session is used, in this browser. It lasts its full time again, once half of that has passed.

        Whether it does now. That it was used is written down every few minutes, if it can be.
        """
        held, now = await self._valid(token, "session"), self._now()
        longer = held is not None and held.expires - now <= SESSION_TTL_S / 2
        if held is None or (not longer and now - held.seen < LAST_SEEN_RESOLUTION_S):
            return False
        until = now + SESSION_TTL_S if longer else held.expires
        used = msgspec.structs.replace(held, expires=until, seen=now, browser=browser or held.browser)
        try:
            await self._store.write(RenewToken(used))
        except (Conflict, StoreFailed):  # ended at this moment; or the next time has to do
            return False
        self._tokens.forget(held.hash)
        return longer

    # Sessions

    async def sessions(self, person: str) -> list[Token]:
        """Where a person is known: their sessions that hold, the one used last first."""
        return [held for held in await self._store.tokens_of(person, "session") if self._now() < held.expires]

    async def end_session(self, person: str, session: str) -> bytes:
        """End one session of a person, which they know by this id; its key's hash. Raises `Problem`."""
        held = next((each for each in await self.sessions(person) if session_id(each.hash) == session), None)
        if held is None:
            raise not_found("session of yours")
        await self._end(person, held.hash)
        return held.hash

    async def end_other_sessions(self, person: str, kept: bytes) -> None:
        """End all sessions of a person but the one with this hash. The link to come back with holds no more either.

        Whoever had a session of theirs could have made that link, and come back by it.
        """
        await self._store.write(DropTokens(person, "recovery"), DropTokens(person, "session", kept))
        self._tell_revoked(person, EndedKeys(kept=kept))

    async def log_out(self, person: Person, token: str) -> None:
        """End the session of a person that has this token."""
        await self._end(person.id, hashed(token))

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
        token, put = self._fresh(person, "recovery", RECOVERY_TTL_S)
        await self._store.write(DropTokens(person, "recovery"), put)
        return token, put.token.expires

    async def recover(self, token: str, browser: str = "") -> tuple[Person, str]:
        """Come back by such a token: who it is, and the token of a new session. All sessions before it are over."""
        used = not_found("link; it may have been used already, or a newer one was made")
        held = await self._store.token(hashed(token))  # not from the cache: it is used once
        person = None if held is None or held.kind != "recovery" else await self._store.person(held.person)
        if held is None or person is None or held.expires <= self._now():
            raise used
        session, put = self.session_for(person.id, browser)
        try:
            await self._store.write(DropToken(held.hash), DropTokens(person.id, "session"), put)
        except Conflict:
            raise used from None
        self._tell_revoked(person.id, EndedKeys(kept=put.token.hash))
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
            token, put = self._fresh(bot.id, "bot", BOT_TOKEN_TTL_S)
            await self._store.write(PutPerson(bot), put)
        return bot, token

    async def drop_bot(self, owner: str, bot: str) -> None:
        """Forget an outside bot of this person. Its token no longer holds."""
        found = await self._store.person(bot)
        if found is None or found.owner != owner:
            raise not_found("bot of yours")
        await self._store.write(DropPerson(bot))
        self._tell_revoked(bot, EndedKeys())

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
            if len(muted) > MAX_MUTED:
                raise too_many(f"You have muted {MAX_MUTED} people, as many as one may: unmute somebody first.")
            return await self._replace(msgspec.structs.replace(stored, muted=tuple(muted)))

    async def unmute(self, person: str, other: str) -> Person:
        """Let a person read again what another says."""
        async with self._changing:
            stored = await self._stored(person)
            muted = tuple(each for each in stored.muted if each != other)
            return (
                stored if muted == stored.muted else await self._replace(msgspec.structs.replace(stored, muted=muted))
            )

    def _fresh(self, person: str, kind: TokenKind, seconds: float, browser: str = "") -> tuple[str, PutToken]:
        token, now = fresh_token(), self._now()
        return token, PutToken(Token(hashed(token), person, kind, now, now + seconds, now, browser))

    async def _stored(self, person: str) -> Person:
        stored = await self._store.person(person)
        if stored is None:
            raise not_found("person")
        return stored

    async def _replace(self, person: Person) -> Person:
        changed = msgspec.structs.replace(person, revision=person.revision + 1)
        await self._store.write(PutPerson(changed))
        self._people.forget(person.id)
        return changed

    async def _end(self, person: str, key: bytes) -> None:
        with suppress(Conflict):  # it had gone already
            await self._store.write(DropToken(key))
        self._tell_revoked(person, EndedKeys(key))

    def _tell_revoked(self, person: str, ended: EndedKeys) -> None:
        self.forget_keys(person, ended)
        for heard in self._revoked:
            heard(person, ended)
