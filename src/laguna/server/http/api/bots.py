"""REST: outside bots, programs that sit at tables with a token of their own."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import Controller, delete, get, post
from litestar.params import FromPath, JSONBody

from laguna.server.http.api.provide import Somebody, TheBackend
from laguna.server.tables.table_card import person_card
from laguna.server.wire.bodies import BotToken, NewBot
from laguna.server.wire.cards import PersonCard
from laguna.server.wire.messages import PersonId


class BotsController(Controller):
    """`/api/bots`: the outside bots of whoever asks. A bot shows its token as `Authorization: Bearer`."""

    path = "/api/bots"
    tags: Sequence[str] = ("outside bots",)

    @get("/", summary="My bots")
    async def bots(self, backend: TheBackend, human: Somebody) -> list[PersonCard]:
        """The bots that one brought along."""
        return [person_card(bot) for bot in await backend.people.bots(human.id)]

    @post("/", summary="Bring a bot along")
    async def create(self, backend: TheBackend, human: Somebody, data: JSONBody[NewBot]) -> BotToken:
        """A new bot and its token, which is told only now."""
        bot, token = await backend.people.new_bot(human.id, data.name, data.colour)
        return BotToken(person_card(bot), token)

    @delete("/{bot_id:str}", summary="Send a bot away")
    async def remove(self, backend: TheBackend, human: Somebody, bot_id: FromPath[PersonId]) -> None:
        """Its token no longer holds."""
        await backend.people.drop_bot(human.id, bot_id)
