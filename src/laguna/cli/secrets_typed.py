"""Passwords on the command line: everybody on the machine may read that, so they are blotted out there."""

from __future__ import annotations

import os
import sys

import msgspec

from laguna.server.addresses import redacted

_TYPED = "LAGUNA_TYPED"
"""The variable of the environment, which only the user's own programs may read, that has what was typed."""


def arguments() -> list[str]:
    """What this program was started with.

    Where a password is among it, the program is started anew, in this very process, with `***` for it on the command
    line. Windows cannot do that: there it stays.
    """
    if typed := os.environ.pop(_TYPED, ""):
        return msgspec.json.decode(typed, type=list[str])
    words = sys.argv[1:]
    shown = [redacted(word) for word in words]
    if shown != words and sys.platform != "win32":
        program = sys.orig_argv[: -len(words)]
        environment = {**os.environ, _TYPED: msgspec.json.encode(words).decode()}
        os.execve(sys.executable, [*program, *shown], environment)  # noqa: S606 - our own program
    return words
