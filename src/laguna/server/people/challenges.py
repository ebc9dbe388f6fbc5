"""Pending WebAuthn challenges: each may be answered once, soon, by whom it was put to, at any server."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from laguna.server.people.tokens import fresh_token
from laguna.server.store.store import Challenge, Conflict, DropChallenge, PutChallenge, Store


class Challenges:
    """Open challenges, by names that only those know to whom they were put. Beyond `most` the oldest are given up."""

    def __init__(self, store: Store, now: Callable[[], float], seconds: float, most: int) -> None:
        self._store = store
        self._now = now
        self._seconds = seconds
        self._most = most

    async def put(self, person: str | None = None) -> Challenge:
        """A new challenge, for this person alone, or for whoever asked for it."""
        challenge = Challenge(fresh_token(), secrets.token_bytes(32), person, self._now() + self._seconds)
        await self._store.write(PutChallenge(challenge, self._most))
        return challenge

    async def take(self, name: str, person: str | None = None) -> Challenge | None:
        """The challenge of this name, if it is open and was put to this person. It is not open any more."""
        challenge = await self._store.challenge(name)
        if challenge is None:
            return None
        try:
            await self._store.write(DropChallenge(name))
        except Conflict:  # somebody else was quicker
            return None
        return challenge if challenge.person == person and self._now() < challenge.expires else None
