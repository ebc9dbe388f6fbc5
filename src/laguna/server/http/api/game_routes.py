"""Routes that games bring along (`laguna.core.services.Route`), with the server's limits around them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Annotated, Any

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from laguna.core.services import BadRequest, Route, ServiceFailed
from laguna.server.backend import Backend
from laguna.server.http.api.provide import Account
from laguna.server.people.fair_limiter import FairLimiter
from laguna.server.people.rate_limits import Buckets
from laguna.server.problem import malformed, service_failed, too_many
from laguna.server.settings import Rate

MAX_WAITING, MAX_WAITING_OF_ONE = 64, 8
"""How many may be served by one route or wait for it, in all and of one address. One is served at a time."""


class LimitedRoute:
    """A costly route of a game: so often for one person, one at a time, addresses in turn."""

    def __init__(self, route: Route, rate: Rate) -> None:
        self._route = route
        self._quota = Buckets(rate)
        self._turns = FairLimiter(route.too_busy, wait=1, most=MAX_WAITING, each=MAX_WAITING_OF_ONE)

    async def answer(self, share: tuple[str, ...], body: Any) -> Any:  # noqa: ANN401 - the route's own
        """What comes of a request, on the account of `share`: an address, and a person there. Raises `Problem`."""
        try:
            work = self._route.prepare(body)
        except BadRequest as error:
            raise malformed(str(error)) from error
        wait = self._quota.take(share[-1])
        if wait:
            raise too_many(self._route.too_often, wait)
        async with self._turns.next(*share):
            try:
                return await asyncio.to_thread(work)
            except ServiceFailed as failure:
                raise service_failed(failure) from failure


def game_routes(backend: Backend) -> Iterator[HTTPRouteHandler]:
    """The handlers of every game's own routes."""
    for key, service in backend.game_services.items():
        for route in service.routes:
            yield _handler(key, route, backend.settings.limits.game_routes)


def _handler(key: str, route: Route, rate: Rate) -> HTTPRouteHandler:
    """Litestar reads what a handler takes and gives off its annotations: they are the route's."""
    path, name = f"/api{route.path}", key + route.path.replace("/", "_")
    if route.body is None:

        async def show() -> Any:  # noqa: ANN401 - the route's own
            return route.prepare(None)()

        _annotate(show, route, {})
        return get(path, summary=route.summary, tags=[key], operation_id=name)(show)
    limited = LimitedRoute(route, rate)

    async def act(share: Account, data: Any) -> Any:  # noqa: ANN401 - the route's own
        return await limited.answer(share, data)

    _annotate(act, route, {"share": Account, "data": Annotated[route.body, JSONBody]})
    return post(path, summary=route.summary, tags=[key], operation_id=name, status_code=200)(act)


def _annotate(handle: Callable[..., Any], route: Route, takes: dict[str, Any]) -> None:
    handle.__annotations__ = {**takes, "return": route.answer}
    handle.__doc__ = route.doc
