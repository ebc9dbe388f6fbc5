"""Somebody at an address of their own, as a proxy tells it: for servers that name this machine as one."""

from __future__ import annotations

from typing import Any

from server.serving import Client, Running

PROXY = "127.0.0.1"


class Distant(Client):
    """A browser somewhere else."""

    def __init__(self, server: Running, address: str) -> None:
        super().__init__(server.settings.port)
        self._address = address

    def _headers(self, method: str, brings: bool) -> dict[str, str]:
        return {**super()._headers(method, brings), "X-Forwarded-For": self._address}


def guest_from(server: Running, address: str, **more: Any) -> Distant:
    """Somebody who has just come from there."""
    client = Distant(server, address)
    client.post("/api/me", {"name": "Ala", "colour": "coral", **more}).expect(201)
    return client
