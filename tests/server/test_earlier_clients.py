"""Clients and databases of before servers shared a store: the same that was said then is answered as it was then.

`earlier/record.py` wrote down what a server of that version held, what a page and an outside bot said, and what they
heard. Keys and luck are in the database, so a server of now that has it must answer the same, and may tell more.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Sequence
from contextlib import AsyncExitStack, closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from laguna.server.clock import SteadyClock
from server.serving import Client, Running, running_server

EARLIER = Path(__file__).parent / "earlier"
FIRST, *EXCHANGE = [json.loads(line) for line in (EARLIER / "exchange.jsonl").read_text("utf-8").splitlines()]
TIMES_FROM = 1_000_000_000.0
"""Numbers from here on are moments: no two servers tell the same."""
SECONDS = 60


def restored(folder: Path) -> None:
    """The database as it was."""
    with closing(sqlite3.connect(folder / "laguna.db")) as database:
        database.executescript((EARLIER / "laguna.sql").read_text("utf-8"))


def known(server: Running) -> list[Client]:
    """The browsers and the bot of then, with the keys that they were given."""
    people = [server.client(**({"token": keys["token"]} if "token" in keys else {})) for keys in FIRST["clients"]]
    for client, keys in zip(people, FIRST["clients"], strict=True):
        if client.token is None:
            client.cookies = keys
    return people


def assert_tells(now: Any, then: Any, where: str) -> None:
    """All that was told then is told now; an object may tell more. Sentences are for people, and may be others."""
    if isinstance(then, dict):
        assert then.keys() <= now.keys(), (where, then.keys() - now.keys())
        for name, value in then.items():
            if name != "sentence":
                assert_tells(now[name], value, f"{where}.{name}")
    elif isinstance(then, list):
        assert len(now) == len(then), (where, now, then)
        for number, (mine, theirs) in enumerate(zip(now, then, strict=True)):
            assert_tells(mine, theirs, f"{where}[{number}]")
    elif isinstance(then, float) and then >= TIMES_FROM:
        assert isinstance(now, float), where
    else:
        assert now == then, where


async def opened(stack: AsyncExitStack, client: Client) -> ClientConnection:
    """A socket as pages and bots opened it: without a table in its address, and with an offer to compress."""
    headers = client._headers("GET", False)
    uri = f"ws://127.0.0.1:{client.port}/api/socket"
    socket = await stack.enter_async_context(connect(uri, origin=client.origin, additional_headers=headers))
    assert socket.request is not None
    assert "permessage-deflate" in socket.request.headers["Sec-WebSocket-Extensions"]
    assert socket.response is not None
    assert "Sec-WebSocket-Extensions" not in socket.response.headers
    return socket


async def say(socket: ClientConnection, text: str, cuts: Sequence[int]) -> None:
    """Send a message, in a frame or in several; before several there is a ping, which is answered."""
    if not cuts:
        await socket.send(text)
        return
    await (await socket.ping())
    bounds = [0, *cuts, len(text)]
    await socket.send([text[start:end] for start, end in pairwise(bounds)])


@pytest.mark.parametrize("cuts", [(), (1, 2)], ids=["in a frame each", "in three frames each"])
def test_clients_of_before_servers_shared_a_store_hear_the_same_again(tmp_path: Path, cuts: Sequence[int]) -> None:
    async def test(clients: list[Client]) -> None:
        sockets: dict[int, ClientConnection] = {}
        async with AsyncExitStack() as stack:
            for number, line in enumerate(EXCHANGE):
                who, where = line["who"], f"line {number + 2}"
                if "opened" in line:
                    sockets[who] = await opened(stack, clients[who])
                elif "said" in line:
                    await say(sockets[who], line["said"], cuts)
                elif "heard" in line:
                    async with asyncio.timeout(SECONDS):
                        heard = await sockets[who].recv()
                    assert_tells(json.loads(heard), json.loads(line["heard"]), where)
                else:
                    asked = line["asked"]
                    send = clients[who].send
                    answer = await asyncio.to_thread(send, asked["method"], asked["path"], asked["body"])
                    assert answer.status == asked["status"], where
                    assert_tells(answer.json, asked["answer"], where)

    restored(tmp_path)
    with running_server(tmp_path, SteadyClock(lambda: FIRST["at"])) as server:
        asyncio.run(test(known(server)))


def test_the_exchange_has_every_message_of_a_client_but_help_and_every_answer_to_them() -> None:
    said = {json.loads(line["said"])["type"] for line in EXCHANGE if line.get("said", "?") != "?"}
    assert said >= {"follow", "unfollow", "play", "may_undo", "ask_undo", "answer_undo", "return", "say", "say_phrase"}
    heard = {json.loads(line["heard"])["type"] for line in EXCHANGE if "heard" in line}
    assert heard >= {"standpoint", "moved", "undone", "undo_offered", "undo_asked", "stale", "done", "trouble"}
    assert heard >= {"remarked", "presence", "your_turn"}
