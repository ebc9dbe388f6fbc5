"""Authentication of a request: by a browser's cookie or a bot's token, and by nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from laguna.server.people.accounts import SESSION_TTL_S, People
from laguna.server.people.tokens import looks_like_token
from laguna.server.settings import Settings
from laguna.server.store.store import Person

Headers = Iterable[tuple[bytes, bytes]]
"""As an ASGI scope has them: names in lower case."""


class Credential(msgspec.Struct, frozen=True):
    """A token, and how it came: a browser sends cookies by itself, a program its token on purpose."""

    kind: Literal["cookie", "bearer"]
    token: str


def cookie_name(settings: Settings) -> str:
    """Our cookie's name. With TLS it has the prefix that makes browsers take it from this very host alone."""
    return "__Host-laguna" if settings.secure else "laguna"


def credential(headers: Headers, settings: Settings) -> Credential | None:
    """What a request shows. Where there is a bearer's token, cookies do not count."""
    cookies: list[str] = []
    for name, value in headers:
        if name == b"authorization":  # other schemes than Bearer are those of a proxy before us
            scheme, _, token = value.decode("latin-1").strip().partition(" ")
            if scheme.lower() == "bearer":
                return Credential("bearer", token.strip())
        elif name == b"cookie":
            cookies += value.decode("latin-1").split(";")
    ours = f"{cookie_name(settings)}="
    for cookie in map(str.strip, cookies):
        if cookie.startswith(ours):
            return Credential("cookie", cookie.removeprefix(ours))
    return None


async def holder(shown: Credential | None, people: People) -> Person | None:
    """Whose credential it is; None: nobody's."""
    if shown is None or not looks_like_token(shown.token):
        return None
    return await (people.by_session if shown.kind == "cookie" else people.by_bot_token)(shown.token)


async def who(headers: Headers, people: People, settings: Settings) -> Person | None:
    """Who sends these headers; None: nobody we know."""
    return await holder(credential(headers, settings), people)


def cookie_with(token: str, settings: Settings) -> str:
    """The `Set-Cookie` that makes a browser somebody's. With no token it makes the browser forget."""
    lasts = SESSION_TTL_S if token else 0
    secure = "; Secure" if settings.secure else ""
    return f"{cookie_name(settings)}={token}; Path=/; Max-Age={lasts}; HttpOnly; SameSite=Lax{secure}"
