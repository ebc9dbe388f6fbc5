"""Pending WebAuthn challenges: each may be answered once, soon, by whom it was put to."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec

from laguna.server.people.tokens import fresh_token


class Challenge(msgspec.Struct, frozen=True):
    """Random bytes that an answer must sign. `person`: who alone may answer; None: whoever asked for it."""

    sign: bytes
    person: str | None
    until: float


class Challenges:
    """Open challenges, by names that only those know to whom they were put. Beyond `most` the oldest are given up."""

    def __init__(self, now: Callable[[], float], seconds: float, most: int) -> None:
        self._now = now
        self._seconds = seconds
        self._most = most
        self._open: dict[str, Challenge] = {}

    def __len__(self) -> int:
        return len(self._open)

    def put(self, person: str | None = None) -> tuple[str, Challenge]:
        """A new challenge and its name."""
        now = self._now()
        while self._open:
            oldest = next(iter(self._open))
            if self._open[oldest].until > now and len(self._open) < self._most:
                break
            del self._open[oldest]
        name, challenge = fresh_token(), Challenge(secrets.token_bytes(32), person, now + self._seconds)
        self._open[name] = challenge
        return name, challenge

    def take(self, name: str, person: str | None = None) -> Challenge | None:
        """The challenge of this name, if it is open and was put to this person. It is not open any more."""
        challenge = self._open.pop(name, None)
        if challenge is None or challenge.person != person or challenge.until <= self._now():
            return None
        return challenge
