"""Tables for tests, made by REST as everybody makes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from server.serving import Client


def person_of(client: Client) -> str:
    """Somebody's id."""
    found: str = client.get("/api/me").expect(200)["person"]["id"]
    return found


def made(host: Client, game: str = "duck", **new: Any) -> str:
    """A table; its id. The host sits on its first seat."""
    table: str = host.post("/api/tables", {"game": game, **new}).expect(201)["id"]
    return table


def gathered(people: Sequence[Client], game: str = "duck", bots: Sequence[str] = (), **new: Any) -> str:
    """An open table with these people, the host first, then bots of these levels; not yet begun."""
    host, *others = people
    table = made(host, game, **{"seats": len(people) + len(bots), "open": True, **new})
    for seat, client in enumerate(others, 1):
        client.put(f"/api/tables/{table}/seats/{seat}", {"who": "me"}).expect(200)
    for seat, level in enumerate(bots, len(people)):
        host.put(f"/api/tables/{table}/seats/{seat}", {"who": "bot", "level": level}).expect(200)
    return table


def invited(host: Client, table: str, *others: Client) -> None:
    """Let these come by the host's invitation, wherever they sit: so they are no strangers."""
    token = host.post(f"/api/tables/{table}/invite").expect(201)["token"]
    for client in others:
        client.post("/api/invites", {"token": token}).expect(200)


def begun(people: Sequence[Client], game: str = "duck", bots: Sequence[str] = (), **new: Any) -> str:
    """The same, and the game has begun."""
    table = gathered(people, game, bots, **new)
    people[0].post(f"/api/tables/{table}/start").expect(200)
    return table
