"""What goes between a program and its worker processes: pickled messages, each behind its length in four bytes.

Both ends are this program on this machine. Nothing that came from a player is ever unpickled.
"""

from __future__ import annotations

import pickle
from asyncio import StreamReader
from typing import Any, BinaryIO

_LENGTH = 4


def framed(message: object) -> bytes:
    """A message as it is written."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(_LENGTH, "big") + body


async def receive(stream: StreamReader) -> Any:  # noqa: ANN401 - whatever was sent
    """The next message, in an event loop. Raises `EOFError` where the stream ends."""
    length = int.from_bytes(await stream.readexactly(_LENGTH), "big")
    return pickle.loads(await stream.readexactly(length))  # noqa: S301 - from our own worker


def read(stream: BinaryIO) -> Any:  # noqa: ANN401 - whatever was sent
    """The next message, where one may wait for it. Raises `EOFError` where the stream ends."""
    length = int.from_bytes(_exactly(stream, _LENGTH), "big")
    return pickle.loads(_exactly(stream, length))  # noqa: S301 - from our own program


def _exactly(stream: BinaryIO, length: int) -> bytes:
    body = b""
    while len(body) < length:
        part = stream.read(length - len(body))
        if not part:
            raise EOFError
        body += part
    return body
