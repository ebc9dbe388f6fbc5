"""Writes down what a server of this version held, what its clients said and what they heard.

    PYTHONPATH=src:tests python record.py FOLDER

Run it in a checkout of the version whose clients are to be kept, by that version's own helpers of the tests. It leaves
`laguna.sql`, the database in the middle of a game, and `exchange.jsonl`, all that went to and fro from there on. Luck
and keys are in the database, so whoever says the same again must hear the same: test_earlier_clients.py says it. A game
whose rules have changed since then cannot be played on; take another one.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import tempfile
import time
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

from server.player import Player
from server.serving import Client, Running, running_server
from server.tables import begun, gathered, invited

GAME = "duck"
NAMES = ("Ala", "Ola")


class Exchange:
    """All that goes to and fro, a line each: who opened a socket, said or heard something, or sent a request."""

    def __init__(self) -> None:
        self.lines: list[dict[str, Any]] = []

    def note(self, who: int, what: str, text: Any) -> None:
        self.lines.append({"who": who, what: text})

    def asked(self, client: Client, who: int, method: str, path: str, body: Any = None) -> Any:
        """Send a request, and note it with its answer."""
        answer = client.send(method, path, body)
        answered = json.loads(answer.body) if "json" in answer.headers.get("content-type", "") else answer.body.decode()
        request = {"method": method, "path": path, "body": body, "status": answer.status, "answer": answered}
        self.note(who, "asked", request)
        return answered


class Recorded(Player):
    """Notes what it says and hears."""

    exchange: Exchange
    who: int

    async def send_raw(self, text: str | bytes) -> None:
        self.exchange.note(self.who, "said", text)
        await super().send_raw(text)

    async def hear(self) -> dict[str, Any]:
        message = await super().hear()
        self.exchange.note(self.who, "heard", self.raw[-1].decode())
        return message


async def opened(stack: AsyncExitStack, exchange: Exchange, client: Client, who: int) -> Recorded:
    """A socket, noted."""
    exchange.note(who, "opened", None)
    player = await stack.enter_async_context(Recorded.connect(client))
    player.exchange, player.who = exchange, who
    await player.caught_up()
    return player


async def settle(*players: Recorded) -> None:
    """Hear all that has been told by now, so that every message has its place."""
    for player in players:
        await player.caught_up()


async def move_on(table: str, *players: Recorded) -> None:
    """Whoever is asked makes their first move."""
    mover = next(player for player in players if player.tables[table].questions())
    await mover.move(table)
    await settle(*players)


async def played(exchange: Exchange, table: str, people: list[Client], bot: Client) -> None:
    """What clients of this version do: all of it, but for help, which depends on how long one thinks."""
    async with AsyncExitStack() as stack:
        ala = await opened(stack, exchange, people[0], 0)
        ola = await opened(stack, exchange, people[1], 1)
        for player in (ala, ola):
            await player.follow(table)
            await settle(ala, ola)
        for _ in range(3):
            await move_on(table, ala, ola)
        mover, other = (ala, ola) if ala.tables[table].steps[-1]["seat"] == ala.who else (ola, ala)
        seat, friend = mover.who, mover.tables[table].card["seats"][other.who]["person"]["id"]
        for kind, fields in (
            ("may_undo", {"seat": seat}),
            ("ask_undo", {"seat": seat}),
            ("play", {"seat": seat, "ask": 0, "move": {"move": "draw"}}),  # an old question
            ("say", {"text": "Gęś?"}),
            ("say_phrase", {"phrase": "oops"}),
            ("say_phrase", {"phrase": "thanks", "to": friend}),
            ("return", {}),
            ("answer_undo", {"version": mover.tables[table].version, "grant": True}),
        ):
            await mover.ask(kind, table, **fields)
            await settle(ala, ola)
        await other.ask("answer_undo", table, version=other.tables[table].version, grant=True)
        await settle(ala, ola)
        await move_on(table, ala, ola)
        for nonsense in ("?", '{"type": "dance"}', json.dumps({"type": "follow", "table": table, "after": -1})):
            await ala.send_raw(nonsense)
            await settle(ala)
        asked, other = (ala, ola) if ala.tables[table].questions() else (ola, ala)
        await other.ask("unfollow", table)
        await settle(ala, ola)
        await move_on(table, asked)
        await other.follow(table, after=1)
        await settle(ala, ola)
    for path in ("/api/me", "/api/me/tables", f"/api/tables/{table}", f"/api/tables/{table}/position?after=1"):
        exchange.asked(people[0], 0, "GET", path)
    bot_plays(exchange, bot)


def bot_plays(exchange: Exchange, bot: Client) -> None:
    """An outside bot that has no socket plays at its table, as examples/bot.py does."""
    [card] = bot.get("/api/me/tables?which=playing").expect(200)
    path, version = f"/api/tables/{card['id']}", 0
    for _ in range(4):
        position = exchange.asked(bot, 2, "GET", f"{path}/position?after={version}&wait=5")
        version = position["version"]
        for sight in position["sights"]:
            if question := sight["question"]:
                answer = {"seat": sight["seat"], "ask": question["ask"], "move": question["moves"][0]}
                exchange.asked(bot, 2, "POST", f"{path}/moves", answer)
                exchange.asked(bot, 2, "POST", f"{path}/moves", answer)  # again: it is stale


def dump(server: Running) -> str:
    """The database as text."""
    with closing(sqlite3.connect(server.settings.database)) as database:
        return "\n".join(database.iterdump()) + "\n"


def main(folder: Path) -> None:
    exchange = Exchange()
    with tempfile.TemporaryDirectory() as data, running_server(Path(data)) as server:
        people = [server.guest(name) for name in NAMES]
        token = people[0].post("/api/bots", {"name": "Krab"}).expect(201)["token"]
        bot = server.client(token=token)
        table = gathered(people, GAME)
        invited(people[0], table, people[1])
        people[0].post(f"/api/tables/{table}/start").expect(200)
        begun([bot, bot], GAME, several=True)
        exchange.lines.append({"clients": [people[0].cookies, people[1].cookies, {"token": token}], "at": time.time()})
        text = dump(server)
        asyncio.run(played(exchange, table, people, bot))
    (folder / "laguna.sql").write_text(text)
    lines = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in exchange.lines)
    (folder / "exchange.jsonl").write_text(lines)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
