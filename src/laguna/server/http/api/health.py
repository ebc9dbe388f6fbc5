"""REST: the health check, and metrics for Prometheus."""

from __future__ import annotations

import importlib.metadata
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import Any

import msgspec
from litestar import Request, Response, get

from laguna.server.backend import Backend
from laguna.server.http.api.provide import TheBackend
from laguna.server.operations.metrics import CONTENT_TYPE, Census
from laguna.server.operations.vitals import Check, Status
from laguna.server.problem import forbidden

UNCACHED = {"cache-control": "no-store"}
SERVING: tuple[Status, ...] = ("ok", "low_space", "damaged")
"""With these, games go on."""
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
"""What proxies add: whoever asked them is somewhere else."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is, in a word and a sentence, and for how many seconds it has been there."""

    status: Status
    sentence: str
    check: Check
    """What the look through the whole database after the start found."""
    free_bytes: int
    """Room on the disk where the data is."""
    version: str
    uptime: float


@get(
    "/healthz",
    summary="Whether the server lives",
    description="503 if nothing can be stored, or it is about to end. 200 with a status that is not `ok`: see to it.",
)
async def health(backend: TheBackend) -> Response[Health]:
    """Whether moves can be stored, tried by a write that goes all the way to the disk, and for how long yet."""
    return _answer(backend, await backend.vitals.status())


@get(
    "/readyz",
    summary="Whether people may be sent here",
    description="503 if nothing can be stored, or the server hands its people over to others before it ends.",
)
async def readiness(backend: TheBackend) -> Response[Health]:
    """The same as `/healthz`, and not while the server is drained: a proxy that asks sends nobody here then."""
    return _answer(backend, await backend.vitals.readiness())


def _answer(backend: Backend, status: Status) -> Response[Health]:
    told = Health(
        status=status,
        sentence=backend.vitals.sentence(status),
        check=backend.vitals.check,
        free_bytes=backend.space.free,
        version=importlib.metadata.version("laguna"),
        uptime=round(backend.metrics.uptime, 3),
    )
    code = HTTPStatus.OK if status in SERVING else HTTPStatus.SERVICE_UNAVAILABLE
    return Response(told, status_code=code, headers=UNCACHED)


@get("/metrics", summary="Figures for Prometheus", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], backend: TheBackend) -> Response[bytes]:
    """What was counted. Only for programs on this machine, unless the settings say otherwise. Raises `Problem`."""
    if not (backend.settings.metrics_for_all or _local(request)):
        raise forbidden("The metrics are for programs on the server's own machine.")
    census = Census(
        loaded=len(backend.lobby),
        stored=await backend.store.count(),
        sockets=len(backend.hub),
        people=backend.hub.people,
        bots=backend.pool.stats(),
        bots_alone=len(backend.lobby.bots_alone),
        connections=len(backend.connection_limits),
        game_worker_deaths=sum(service.worker_deaths for service in backend.game_services.values()),
        free_bytes=backend.space.free,
        low_space=backend.space.low,
        check=backend.vitals.check,
    )
    return Response(backend.metrics.page(census), headers={**UNCACHED, "content-type": CONTENT_TYPE})


def _local(request: Request[Any, Any, Any]) -> bool:
    """Whether a program on this machine asks for itself, not for somebody behind a proxy."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped.is_loopback
    return address.is_loopback
