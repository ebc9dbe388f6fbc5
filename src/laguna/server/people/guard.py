"""The middleware that every request passes: origin, identity, rate and size of what it brings.

And what every answer takes along: its security headers.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING

from litestar.enums import ScopeType

from laguna.server.http.origins import Origins
from laguna.server.http.problem_response import body_of, headers_of, unexpected
from laguna.server.people.address_groups import address_group
from laguna.server.people.identity import Credential, credential, holder
from laguna.server.problem import Problem, forbidden, malformed, too_many
from laguna.server.settings import Settings
from laguna.server.store.store import Person

if TYPE_CHECKING:
    from litestar.types import ASGIApp, HTTPReceiveMessage, Message, Receive, Scope, Send, WebSocketReceiveMessage

    from laguna.server.backend import Backend

PERSON = "laguna.person"
"""Where a scope says who is asking. Where it says nothing, nobody is."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_JSON = frozenset({"application/json", "application/jsonl", "application/x-ndjson"})
"""A page of another origin cannot send these without asking us first."""
_SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types svelte-trusted-html laguna-drawings"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Sent with every answer that does not say otherwise itself."""
BODY_TIMEOUT_S = 60.0
"""Seconds until the whole body of a request must have come."""
CLOSE_POLICY_VIOLATION = 1008
"""The close code of a socket that broke a rule of ours."""
_ONLY_TLS = {"strict-transport-security": "max-age=31536000"}


class Guard:
    """The application behind its door. Safe requests outside `/api` go straight through: pages are for everybody.

    Where a page shows a preview of its link, that is charged there: without it the page is served all the same.
    """

    def __init__(self, app: ASGIApp, backend: Backend) -> None:
        self._app = app
        self._backend = backend
        self._origins = Origins(backend.settings)
        self._security_headers = _security_headers(backend.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection."""
        answer, address = self._with_security_headers(send), address_of(scope)
        try:
            self._backend.connection_limits.begin_exchange(address)
        except Problem as problem:
            await refuse(scope, answer, problem)
            return
        try:
            if not await self._admits(scope, answer):
                return
            if scope["type"] == ScopeType.HTTP:
                await self._app(scope, self._measured(scope["path"], receive), answer)
            else:  # a socket stays for hours, and measures its own messages
                await self._app(scope, receive, send)
        finally:
            self._backend.connection_limits.end_exchange(address)

    async def _admits(self, scope: Scope, answer: Send) -> bool:
        """Whether a request gets in. Who does not is told why."""
        try:
            await self._admit(scope)
        except Problem as problem:
            await refuse(scope, answer, problem)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told in our form
            await refuse(scope, answer, unexpected(error, "at the door"))
        else:
            return True
        return False

    async def _admit(self, scope: Scope) -> None:
        """Let a request in, with who sends it written into its scope. Raises a `Problem`."""
        changes = scope["type"] == ScopeType.WEBSOCKET or scope["method"] not in _SAFE
        if not changes and not scope["path"].startswith("/api"):
            return  # who gets to /api by another spelling of the path is nobody there
        headers = scope["headers"]
        shown = credential(headers, self._backend.settings)
        if changes and not self._origins.trusts(headers, shown):
            raise forbidden("This must come from a page of this server; programs show a bot's token instead.")
        if changes:
            self._check_form(scope["path"], dict(headers))
        scope[PERSON] = await self._identify(scope, shown)  # type: ignore[literal-required] # ASGI lets us

    async def _identify(self, scope: Scope, shown: Credential | None) -> Person | None:
        """Who it is. Who came lately pays from their own bucket; others from their address's, before we look."""
        people, address = self._backend.people, address_of(scope)
        known = shown is not None and people.at_hand(shown.token)
        person = await holder(shown, people) if known else None
        self._charge(address if person is None else person.id)
        if person is None:
            person = await holder(shown, people)
        if person is not None:
            self._backend.services.last_addresses.note(person.id, address)
        return person

    def _charge(self, payer: str) -> None:
        wait = self._backend.requests.take(payer)
        if wait:
            raise too_many("These are too many requests at once: wait a little.", wait)

    def _check_form(self, path: str, sent: dict[bytes, bytes]) -> None:
        length = sent.get(b"content-length", b"0")
        if length.isdigit() and int(length) > self._most(path):
            raise _too_large(self._most(path))
        kind = sent.get(b"content-type", b"").decode("latin-1").partition(";")[0].strip().lower()
        brings = length != b"0" or b"transfer-encoding" in sent
        if kind not in _JSON and (kind or brings):
            raise Problem("not_json", "Send JSON: Content-Type: application/json.", HTTPStatus.UNSUPPORTED_MEDIA_TYPE)

    def _most(self, path: str) -> int:
        limits = self._backend.settings.limits
        return limits.record_bytes if path == "/api/verify" else limits.body_bytes

    def _measured(self, path: str, receive: Receive) -> Receive:
        """Hand on what a request brings, up to the limit, whatever length it announced."""
        most, so_far, whole = self._most(path), 0, False
        until = asyncio.get_running_loop().time() + BODY_TIMEOUT_S

        async def measured() -> HTTPReceiveMessage | WebSocketReceiveMessage:
            nonlocal so_far, whole
            try:
                async with asyncio.timeout_at(None if whole else until):
                    message = await receive()
            except TimeoutError:
                sentence = f"What a request brings must come within {BODY_TIMEOUT_S:.0f} seconds."
                raise Problem("too_slow", sentence, HTTPStatus.REQUEST_TIMEOUT) from None
            if message["type"] == "http.request":
                so_far += len(message["body"])
                whole = not message["more_body"]
                if so_far > most:
                    raise _too_large(most)
            elif not whole:  # nobody reads the answer; but nothing failed either
                raise malformed("The request ended before all that it brings had come.")
            return message

        return measured

    def _with_security_headers(self, send: Send) -> Send:
        async def answer(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                said = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(header for header in self._security_headers if header[0] not in said),
                ]
            await send(message)

        return answer


def address_of(scope: Scope) -> str:
    """Where a request comes from, as far as limits are concerned; a proxy that is named is believed."""
    return address_group(scope["client"][0] if scope["client"] else "")


def _security_headers(settings: Settings) -> tuple[tuple[bytes, bytes], ...]:
    headers = _SECURITY_HEADERS | (_ONLY_TLS if settings.secure else {})
    return tuple((name.encode(), value.encode()) for name, value in headers.items())


def _too_large(most: int) -> Problem:
    return Problem("too_large", f"A request may bring {most} bytes at most.", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


async def refuse(scope: Scope, send: Send, problem: Problem) -> None:
    """Answer a request or a handshake with a problem."""
    told = {"content-type": "application/json", **headers_of(problem)}
    headers = [(name.encode(), value.encode()) for name, value in told.items()]
    body, status = body_of(problem), problem.status
    if scope["type"] == ScopeType.HTTP:
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})
    elif "websocket.http.response" in (scope["extensions"] or {}):
        await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": body, "more_body": False})
    else:
        await send({"type": "websocket.close", "code": CLOSE_POLICY_VIOLATION, "reason": str(problem)})
