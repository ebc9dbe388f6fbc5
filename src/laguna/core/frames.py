"""What goes between a program and its worker processes: pickled messages, each behind its length in four bytes.

Both ends are this program on this machine. Nothing that came from a player is ever unpickled.
"""

from __future__ import annotations

import pickle
from typing import Any, BinaryIO

_LENGTH_BYTES = 4


def framed(message: object) -> bytes:
    """A message as it is written."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(_LENGTH_BYTES, "big") + body


def read(stream: BinaryIO) -> Any:  # noqa: ANN401 - whatever was sent
    """The next message; it waits for it. Raises `EOFError` where the stream ends."""
    length = int.from_bytes(_exactly(stream, _LENGTH_BYTES), "big")
    return pickle.loads(_exactly(stream, length))  # noqa: S301 - from our own program


def write(stream: BinaryIO, frame: bytes) -> None:
    """Write all of a framed message, also where a pipe takes only a part of it at a time."""
    rest = memoryview(frame)
    while rest:
        rest = rest[stream.write(rest) :]


def _exactly(stream: BinaryIO, length: int) -> bytearray:
    body = bytearray()
    while len(body) < length:
        part = stream.read(length - len(body))
        if not part:
            raise EOFError
        body += part
    return body
