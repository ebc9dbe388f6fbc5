"""Counts requests by route for the metrics, and logs each at debug level."""

from __future__ import annotations

import logging
import time
from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from laguna.server.operations.metrics import NO_ROUTE, Metrics

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER = "other"

_LOG = logging.getLogger(__name__)


class RequestCounter:
    """The app, with its REST requests counted. Sockets pass untouched.

    Only the route's template is noted: paths may hold tokens, and there are as many as strangers care to type.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        status = 500
        began = time.perf_counter()

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Any, status: int, seconds: float) -> None:  # noqa: ANN401 - an ASGI scope
        method = scope["method"] if scope["method"] in METHODS else OTHER
        route = scope.get("path_template") or NO_ROUTE
        self._metrics.requested(method, route, status)
        if _LOG.isEnabledFor(logging.DEBUG):
            fields = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
            _LOG.debug("Request answered", extra=fields)
