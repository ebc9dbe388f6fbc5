"""Outside bots: programs that sit at tables with a token of their own."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import Controller, delete, get, post
from litestar.params import FromPath, JSONBody

from laguna.server.api.provide import Somebody, TheHouse
from laguna.server.card import person_card
from laguna.server.wire.bodies import BotToken, NewBot
from laguna.server.wire.cards import PersonCard
from laguna.server.wire.messages import PersonId


class BotsController(Controller):
    """`/api/bots`: the outside bots of whoever asks. A bot shows its token as `Authorization: Bearer`."""

    path = "/api/bots"
    tags: Sequence[str] = ("outside bots",)

    @get("/", summary="My bots")
    async def bots(self, house: TheHouse, human: Somebody) -> list[PersonCard]:
        """The bots that one brought along."""
        return [person_card(bot) for bot in await house.people.bots(human.id)]

    @post("/", summary="Bring a bot along")
    async def create(self, house: TheHouse, human: Somebody, data: JSONBody[NewBot]) -> BotToken:
        """A new bot and its token, which is told only now."""
        bot, token = await house.people.new_bot(human.id, data.name, data.colour)
        return BotToken(person_card(bot), token)

    @delete("/{bot_id:str}", summary="Send a bot away")
    async def remove(self, house: TheHouse, human: Somebody, bot_id: FromPath[PersonId]) -> None:
        """Its token no longer holds."""
        await house.people.drop_bot(human.id, bot_id)
