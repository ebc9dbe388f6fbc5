"""What a parent and its workers tell each other: a line of JSON each way, by pipes that nobody else reads.

The worker may be of a newer version than the parent: what one of them does not know is left out, or has its default.
"""

from __future__ import annotations

from typing import Any

import msgspec

from laguna.server.operations.structured_logs import Level, Style
from laguna.server.settings import Settings


class Assignment(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker is to do. Addresses with passwords come this way, since everybody sees a command line."""

    settings: Settings
    listeners: tuple[int, ...] = ()
    """Descriptors of the sockets that it serves, inherited from the parent."""
    log_style: Style = "auto"
    log_level: Level = "info"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker says once: that people may come, or why it cannot serve them."""

    ready: bool
    sentence: str = ""


def line(message: Assignment | Report) -> bytes:
    """A message as it is written."""
    return msgspec.json.encode(message, enc_hook=str) + b"\n"


def assignment(written: bytes) -> Assignment:
    """An assignment as it was written."""
    return msgspec.json.decode(written, type=Assignment, dec_hook=_made)


def report(written: bytes) -> Report:
    """A report as it was written. Raises `msgspec.DecodeError`."""
    return msgspec.json.decode(written, type=Report)


def _made(kind: type, value: Any) -> Any:  # noqa: ANN401 - a folder is written as a text
    return kind(value)
