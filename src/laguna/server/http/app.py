"""The ASGI application: all routes of a server, and how errors are answered."""

from __future__ import annotations

import importlib.metadata
from http import HTTPStatus
from typing import Any

from litestar import Litestar, Response
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, Reference, SecurityScheme
from litestar.types import ASGIApp, ControllerRouterHandler, Receive, Scope, Send

from laguna.server.backend import Backend
from laguna.server.http.api.bots import BotsController
from laguna.server.http.api.finished import FinishedController, verify_records
from laguna.server.http.api.game_routes import game_routes
from laguna.server.http.api.games import GamesController
from laguna.server.http.api.health import health, metrics, readiness
from laguna.server.http.api.me import MeController, PasskeyController, visiting
from laguna.server.http.api.provide import AnyRequest, providers
from laguna.server.http.api.tables import TablesController, come_in, look_at_invitation, my_tables
from laguna.server.http.openapi import SchemaPlugin
from laguna.server.http.problem_response import body_of, headers_of, unexpected
from laguna.server.http.socket import SocketEndpoint
from laguna.server.pages.site import PAGES, not_found_page
from laguna.server.people.guard import Guard, refuse
from laguna.server.people.identity import cookie_name
from laguna.server.problem import Problem, malformed, not_found

ROUTE_HANDLERS: tuple[ControllerRouterHandler, ...] = (
    MeController,
    PasskeyController,
    visiting,
    BotsController,
    GamesController,
    health,
    readiness,
    metrics,
    TablesController,
    my_tables,
    come_in,
    look_at_invitation,
    FinishedController,
    verify_records,
    *PAGES,
)
"""Everything that answers requests."""
SOCKET = "/api/socket"


def app_of(backend: Backend) -> ASGIApp:
    """The whole application of a backend, behind its guard."""
    routes, socket = routes_of(backend), SocketEndpoint(backend)

    async def door(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await routes(scope, receive, send)
        elif scope["path"] == SOCKET:
            await socket(scope, receive, send)
        else:
            await refuse(scope, send, not_found("address"))

    return Guard(door, backend)


def routes_of(backend: Backend) -> Litestar:
    """The routes of a backend. Only the guard says who is asking: without it nobody is anybody."""
    return Litestar(
        route_handlers=[*ROUTE_HANDLERS, *game_routes(backend)],
        dependencies=providers(backend),
        exception_handlers={Problem: _tell, HTTPException: _tell_http, Exception: _tell_unexpected},
        request_max_body_size=None,  # the guard measures
        openapi_config=_openapi(backend),
        logging_config=None,
    )


def _openapi(backend: Backend) -> OpenAPIConfig:
    """The description at `/schema/openapi.json`. There is no page with it: those of others load things from afar."""
    schemes: dict[str, SecurityScheme | Reference] = {
        "person": SecurityScheme(type="apiKey", name=cookie_name(backend.settings), security_scheme_in="cookie"),
        "bot": SecurityScheme(type="http", scheme="bearer"),
    }
    return OpenAPIConfig(
        title="Laguna",
        version=importlib.metadata.version("laguna"),
        description="Everything that is not the move stream; that is the socket at /api/socket.",
        components=Components(security_schemes=schemes),
        security=[{"person": []}, {"bot": []}, {}],
        use_handler_docstrings=True,
        render_plugins=[SchemaPlugin(_own_bodies(backend))],
    )


def _own_bodies(backend: Backend) -> list[str]:
    """The names of the bodies that games' own routes take."""
    routes = [route for service in backend.game_services.values() for route in service.routes]
    return [route.body.__name__ for route in routes if route.body is not None]


def _tell(request: AnyRequest, problem: Problem) -> Response[bytes]:
    del request
    return Response(
        body_of(problem), status_code=problem.status, headers=headers_of(problem), media_type="application/json"
    )


def _tell_http(request: AnyRequest, error: HTTPException) -> Response[bytes]:
    """What Litestar found wrong, in our form; to people who mistyped an address, as a page."""
    if isinstance(error, NotFoundException) and request.method == "GET":
        headers = request.headers
        page = not_found_page(request.url.path, headers.get("accept"), headers.get("accept-encoding"))
        if page is not None:
            return page
    told = _tell(request, _problem_of(request, error))
    if isinstance(error, MethodNotAllowedException):
        told.headers.update(error.headers or {})
    return told


def _problem_of(request: AnyRequest, error: HTTPException) -> Problem:
    if isinstance(error, NotFoundException):
        return not_found("address")
    if isinstance(error, MethodNotAllowedException):
        return Problem("not_allowed", f"{request.method} cannot be done here.", HTTPStatus.METHOD_NOT_ALLOWED)
    if isinstance(error, ValidationException):
        return malformed(_wrong(error.extra) or error.detail)
    if error.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
        return Problem("malformed", error.detail, error.status_code)
    return _unexpected(request, error)


def _wrong(extra: Any) -> str:  # noqa: ANN401 - what Litestar notes
    """Each thing that is wrong, after the name of where it stands."""
    found = extra if isinstance(extra, list) else []
    return " ".join(f"{each.get('key', 'body')}: {each.get('message', '')}." for each in found)


def _tell_unexpected(request: AnyRequest, error: Exception) -> Response[bytes]:
    return _tell(request, _unexpected(request, error))


def _unexpected(request: AnyRequest, error: Exception) -> Problem:
    return unexpected(error, f"{request.method} {request.scope.get('path_template', '')}")
