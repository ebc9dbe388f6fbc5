"""What goes between a pool and its workers: pickled messages, each behind its length in four bytes.

Both ends are this program on this machine. Nothing that came from a player is ever unpickled.
"""

from __future__ import annotations

import pickle
from asyncio import StreamReader
from typing import Any, BinaryIO

import msgspec

from laguna.bots.bot import Budget
from laguna.core.game import Move, Table

_LENGTH = 4


class Question(msgspec.Struct, frozen=True):
    """What a bot is asked: all that its seat may know, and how it is to think.

    `table` names the table, so that tables are served in turn and by the worker that knows them. `known` is made by
    `laguna.bots.bot.knowledge` on the host's side: nothing secret enters a worker. `budget` overrides the level's own.
    To an adviser (`BotPool.think`) `only` is the one move to think about, if not all.
    """

    table: str
    game: str
    known: Table
    seat: int
    level: str
    seed: int
    budget: Budget | None = None
    only: Move | None = None


class Load(msgspec.Struct, frozen=True):
    """Load or compile whatever the bots of a game need. The reply is None."""

    game: str


class Failed(msgspec.Struct, frozen=True):
    """The reply to what could not be done: the reason, and for the log where it happened."""

    reason: str
    traceback: str


def framed(message: object) -> bytes:
    """A message as it is written."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(_LENGTH, "big") + body


async def receive(stream: StreamReader) -> Any:  # noqa: ANN401 - whatever was sent
    """The next message, on the host's side. Raises `EOFError` where the stream ends."""
    length = int.from_bytes(await stream.readexactly(_LENGTH), "big")
    return pickle.loads(await stream.readexactly(length))  # noqa: S301 - from our own worker


def read(stream: BinaryIO) -> Any:  # noqa: ANN401 - whatever was sent
    """The next message, on the worker's side. Raises `EOFError` where the stream ends."""
    length = int.from_bytes(_exactly(stream, _LENGTH), "big")
    return pickle.loads(_exactly(stream, length))  # noqa: S301 - from our own host


def _exactly(stream: BinaryIO, length: int) -> bytes:
    body = b""
    while len(body) < length:
        part = stream.read(length - len(body))
        if not part:
            raise EOFError
        body += part
    return body
