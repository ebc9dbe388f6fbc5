"""How the server is doing: a word for whoever watches that it lives, and figures for Prometheus."""

from __future__ import annotations

import asyncio
import importlib.metadata
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import Any, Literal

import msgspec
from litestar import Request, Response, get

from laguna.server.api.provide import TheHouse
from laguna.server.metrics import CONTENT_TYPE, Census
from laguna.server.problem import forbidden
from laguna.server.store.store import Store, StoreClosed, StoreFailed

PATIENCE = 2.0
"""How many seconds the store's writer may take to answer."""
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
"""What proxies add: whoever asked them is somewhere else."""


class Health(msgspec.Struct, frozen=True):
    """How the server is, and for how many seconds it has been there."""

    status: Literal["ok", "closing", "store_fails", "store_hangs"]
    version: str
    uptime: float


@get("/healthz", summary="Whether the server lives", description="503 if it does not, or is about to end.")
async def health(house: TheHouse) -> Response[Health]:
    """Whether moves can be stored: an empty write goes all the way through the store."""
    status = await _status(house.store)
    told = Health(status, importlib.metadata.version("laguna"), round(house.metrics.uptime, 3))
    code = HTTPStatus.OK if status == "ok" else HTTPStatus.SERVICE_UNAVAILABLE
    return Response(told, status_code=code, headers={"cache-control": "no-store"})


async def _status(store: Store) -> Literal["ok", "closing", "store_fails", "store_hangs"]:
    try:
        await asyncio.wait_for(store.write(), PATIENCE)
    except StoreClosed:
        return "closing"
    except StoreFailed:
        return "store_fails"
    except TimeoutError:
        return "store_hangs"
    return "ok"


@get("/metrics", summary="Figures for Prometheus", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], house: TheHouse) -> Response[bytes]:
    """What was counted. Only for programs on this machine, unless the settings say otherwise. Raises `Problem`."""
    if not (house.settings.metrics_for_all or _local(request)):
        raise forbidden("The metrics are for programs on the server's own machine.")
    census = Census(
        loaded=len(house.lobby),
        stored=await house.store.count(),
        sockets=len(house.hub),
        people=house.hub.people,
        bots=house.pool.stats(),
        bots_alone=len(house.lobby.bots_alone),
        connections=len(house.crowd),
        gunner_deaths=house.gunnery.deaths,
    )
    return Response(house.metrics.page(census), headers={"cache-control": "no-store", "content-type": CONTENT_TYPE})


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
