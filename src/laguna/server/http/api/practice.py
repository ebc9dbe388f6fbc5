"""The practice range: shots at targets, without a table, an opponent, or even a name."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import Controller, get, post
from litestar.params import JSONBody

from laguna.server.http.api.provide import Account, TheBackend
from laguna.server.wire.bodies import PracticeShot, Practised
from laguna.server.wire.cards import Sight


class PracticeController(Controller):
    """`/api/practice`. The server keeps nothing of it: each shot says what stands where, as the last answer told."""

    path = "/api/practice"
    tags: Sequence[str] = ("practice",)

    @get("/", summary="A fresh practice range")
    async def fresh(self, backend: TheBackend) -> Sight:
        """The range of Ship Ahoy before the first shot, as its gunner sees it."""
        return backend.practice.fresh()

    @post("/shot", summary="Shoot at the practice range", status_code=200)
    async def shoot(self, backend: TheBackend, share: Account, data: JSONBody[PracticeShot]) -> Practised:
        """Fire by the table's rules and physics: what happened, the range after it, and how the barrel sways next."""
        return await backend.practice.shoot(share, data)
