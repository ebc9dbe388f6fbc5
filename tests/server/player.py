"""Somebody at tables who knows nothing but the protocol: a socket, JSON, and what they were told.

Who they are, a `Client` says: by its cookie and origin, or by its token.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect

from server.serving import Client

SECONDS = 60
"""Whoever waits longer for a message waits in vain."""
STEPS = ("started", "moved", "undone")

Message = dict[str, Any]
Choose = Callable[[Message], Message]
"""From what a seat sees (a `Sight` with its question) to the move it makes."""


class Watched:
    """A table as its follower knows it. Every version must come exactly once, and in order."""

    def __init__(self, standpoint: Message) -> None:
        self.steps: list[Message] = []
        """Every step that was told since one follows."""
        self.over: Message | None = None
        """How it ended."""
        self.take(standpoint)

    def take(self, standpoint: Message) -> None:
        """Where the table stands."""
        self.version: int = standpoint["version"]
        self.card: Message = standpoint["card"]
        self._see(standpoint)

    def hear(self, message: Message) -> None:
        """Something about this table."""
        if message["type"] in STEPS:
            assert message["version"] == self.version + 1, f"version {message['version']} after {self.version}"
            self.version += 1
            self.steps.append(message)
            self._see(message)
        if message["type"] in ("started", "changed"):
            self.card = message["card"]
        if message["type"] == "over":
            assert self.over is None, "a game is over once"
            assert message["version"] == self.version
            self.over = message

    def _see(self, message: Message) -> None:
        self.sights: dict[int | None, Message] = {sight["seat"]: sight for sight in message["sights"]}

    @property
    def views(self) -> dict[int | None, Message]:
        """What each pair of eyes sees, and is asked, now."""
        return {seat: {**sight, "events": []} for seat, sight in self.sights.items()}

    def questions(self) -> list[tuple[int, Message]]:
        """What one's seats are asked: the seat, and the question."""
        return [(seat, sight["question"]) for seat, sight in self.sights.items() if seat is not None and _asked(sight)]


def _asked(sight: Message) -> bool:
    return sight["question"] is not None


class Player:
    """One open socket. All that came over it is kept, as bytes and read."""

    def __init__(self, socket: ClientConnection) -> None:
        self.raw: list[bytes] = []
        self.heard: list[Message] = []
        self.tables: dict[str, Watched] = {}
        self._socket = socket
        self._last = 0

    @classmethod
    @asynccontextmanager
    async def connect(cls, client: Client) -> AsyncIterator[Self]:
        """Open a socket as this person or bot."""
        headers = {name: value for name, value in client._headers("GET", False).items() if name != "Origin"}
        uri = f"ws://127.0.0.1:{client.port}/api/socket"
        origin = client.origin if client.token is None else None
        async with connect(
            uri, origin=origin, additional_headers=headers, compression=None, max_size=None, ping_interval=None
        ) as socket:
            yield cls(socket)

    # Speaking

    async def send(self, kind: str, table: str, **fields: Any) -> int:
        """Send a message; its number."""
        self._last += 1
        await self.send_raw(json.dumps({"type": kind, "table": table, "id": self._last, **fields}))
        return self._last

    async def send_raw(self, text: str | bytes) -> None:
        """Send this as it is."""
        await self._socket.send(text)

    async def ask(self, kind: str, table: str, **fields: Any) -> Message:
        """Send a message; what is answered to it alone."""
        number = await self.send(kind, table, **fields)
        return await self.hear_until(lambda message: message.get("id") == number)

    async def follow(self, table: str, after: int | None = None) -> Message:
        """Follow a table; its standpoint."""
        answer = await self.ask("follow", table, after=after)
        assert answer["type"] == "standpoint", answer
        return answer

    async def play(self, table: str, seat: int, question: Message, move: Message) -> int:
        """Answer a question; the message's number. Where a move says how long it took, it takes so long indeed."""
        if "t_ms" in move:
            done = await self.ask("signal", table, seat=seat, ask=question["ask"])
            began = time.monotonic()
            assert done["type"] == "done", done
            move = {**move, "t_ms": int(1000 * (time.monotonic() - began))}
        return await self.send("play", table, seat=seat, ask=question["ask"], move=move)

    async def move(self, table: str, choose: Choose | None = None) -> Message:
        """Answer the first question of one's seats, with the first move unless another is chosen; the receipt."""
        seat, question = self.tables[table].questions()[0]
        chosen = question["moves"][0] if choose is None else choose(self.tables[table].sights[seat])
        await self.play(table, seat, question, chosen)
        return await self.until("moved", table=table, seat=seat, ask=question["ask"])

    # Hearing

    async def hear(self) -> Message:
        """The next message."""
        async with asyncio.timeout(SECONDS):
            sent = await self._socket.recv(decode=False)
        self.raw.append(sent)
        message: Message = json.loads(sent)
        self.heard.append(message)
        self._note(message)
        return message

    async def hear_until(self, wanted: Callable[[Message], bool]) -> Message:
        """Hear until such a message comes."""
        while True:
            message = await self.hear()
            if wanted(message):
                return message

    async def until(self, *kinds: str, **fields: Any) -> Message:
        """Hear until a message of one of these kinds comes, with these fields."""
        return await self.hear_until(
            lambda message: message["type"] in kinds and all(message[name] == fields[name] for name in fields)
        )

    async def caught_up(self) -> list[Message]:
        """Hear all that the server has told us by now; what was not heard before."""
        known = len(self.heard)
        await self.ask("unfollow", "no-such-table")  # it changes nothing, and is answered after all that went before
        return self.heard[known:-1]

    def _note(self, message: Message) -> None:
        table = message.get("table")
        if message["type"] == "standpoint" and table not in self.tables:
            self.tables[message["table"]] = Watched(message)
        elif message["type"] == "standpoint":
            self.tables[message["table"]].take(message)
        elif table in self.tables:
            self.tables[table].hear(message)

    # Playing

    async def play_on(self, table: str, choose: Choose, until: Callable[[Watched], bool] = lambda _: False) -> Watched:
        """Answer every question of one's seats until the game is over, or something else has come about."""
        watched = self.tables[table]
        answered: dict[int, int] = {}
        while watched.over is None and not until(watched):
            for seat, question in watched.questions():
                if answered.get(seat) != question["ask"]:
                    answered[seat] = question["ask"]
                    await self.play(table, seat, question, choose(watched.sights[seat]))
            message = await self.hear()
            if message["type"] == "refused":
                answered.pop(message["seat"])  # it chooses again
            elif message["type"] == "trouble":
                assert message["code"] == "wrong_moment", message
                answered.clear()
        return watched


@asynccontextmanager
async def following(table: str, *clients: Client) -> AsyncIterator[list[Player]]:
    """A socket for each of these, in this order, that follows a table."""
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(Player.connect(client)) for client in clients]
        for player in players:
            await player.follow(table)
        yield players


def at_random(random: Random) -> Choose:
    """Choose any of the moves that are offered."""
    return lambda sight: random.choice(sight["question"]["moves"])
