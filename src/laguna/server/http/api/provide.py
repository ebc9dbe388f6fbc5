"""Dependency providers: what handlers are given for the arguments that they name.

`backend`: everything there is. `visitor`: who is asking, or None. `person`: the same, and nobody unknown. `human`: the
same, and no bot. `own_token`: by which they are known. `site`: the address under which they reached us, for links.
`caller`: their network address. `share`: on whose account it is, the address and there the person, if we know one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, QueryParameter

from laguna.server.backend import Backend
from laguna.server.http.origins import Origins
from laguna.server.people.guard import PERSON, address_of
from laguna.server.people.identity import credential
from laguna.server.people.passkeys import Passkeys
from laguna.server.people.rate_limits import Buckets
from laguna.server.problem import forbidden, unknown_person
from laguna.server.store.store import Person
from laguna.server.wire.messages import TableId

AnyRequest = Request[Any, Any, Any]

# How handlers write these arguments: Litestar wants to be told which of them it has to provide.
TheBackend = NamedDependency[Backend]
Somebody = NamedDependency[Person]
Anybody = NamedDependency[Person | None]
Address = NamedDependency[str]
OwnToken = NamedDependency[str]
Account = NamedDependency[tuple[str, ...]]
ThisTable = FromPath[TableId]
ResultKey = Annotated[
    str | None,
    QueryParameter(max_length=64, description="The key of a link to a finished game."),
]


def visitor(request: AnyRequest) -> Person | None:
    """Who is asking; None: somebody we do not know."""
    found = request.scope.get(PERSON)
    return found if isinstance(found, Person) else None


def person(visitor: Anybody) -> Person:
    """Who is asking, person or bot. Raises a `Problem` if we do not know them."""
    if visitor is None:
        raise unknown_person()
    return visitor


def human(person: Somebody) -> Person:
    """Who is asking, if it is no bot: a bot's token should open few doors."""
    if person.owner is not None:
        raise forbidden("Only people may do this, not bots.")
    return person


def caller(request: AnyRequest) -> str:
    """The network address that asks; see `address_of`."""
    return address_of(request.scope)


def share(caller: Address, visitor: Anybody) -> tuple[str, ...]:
    """On whose account it is; see `LastAddresses.share`."""
    return (caller,) if visitor is None else (caller, visitor.id)


def providers(backend: Backend) -> dict[str, Provide]:
    """Everything that handlers may name as an argument."""
    passkeys = Passkeys(backend.store, backend.people, backend.settings, backend.now)
    newcomers = Buckets(backend.settings.limits.newcomers)
    origins = Origins(backend.settings)

    def own_token(request: AnyRequest) -> str:
        shown = credential(request.scope["headers"], backend.settings)
        if shown is None:
            raise unknown_person()
        return shown.token

    def site(request: AnyRequest) -> str:
        return origins.address(request.scope["headers"])

    return {
        "backend": _given(lambda: backend),
        "passkeys": _given(lambda: passkeys),
        "newcomers": _given(lambda: newcomers),
        "site": _given(site),
        "own_token": _given(own_token),
        "caller": _given(caller),
        "visitor": _given(visitor),
        "share": _given(share),
        "person": _given(person),
        "human": _given(human),
    }


def _given(by: Callable[..., object]) -> Provide:
    return Provide(by, sync_to_thread=False)
