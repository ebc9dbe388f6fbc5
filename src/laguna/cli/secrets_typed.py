"""Passwords on the command line: everybody on the machine may read that, so they are taken off it."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Mapping, Sequence

from laguna.server.addresses import holds_secret


def move_to_environment(variables: Mapping[str, str]) -> None:
    """Start this program anew, in this very process, with these values in its environment instead of its words.

    Does nothing where no password was typed, or where a system cannot do it.
    """
    typed = [value for value in variables.values() if holds_secret(value) and _last(sys.orig_argv, value) is not None]
    if sys.platform == "win32" or not typed:
        return
    words = without(sys.orig_argv, variables.values())
    os.execve(sys.executable, words, {**os.environ, **variables})  # noqa: S606 - our own program


def without(words: Sequence[str], values: Collection[str]) -> list[str]:
    """A command line without these values, and without the options that have them: `--store VALUE` or `--store=VALUE`.

    >>> without(["laguna", "serve", "--store", "secret", "--nats=hidden", "--port", "80"], ["secret", "hidden"])
    ['laguna', 'serve', '--port', '80']
    >>> without(["laguna", "move", "move", "secret"], ["move", "secret"])
    ['laguna', 'move']
    """
    kept = list(words)
    for value in values:
        place = _last(kept, value)
        if place is not None:
            option = kept[place] == value and kept[place - 1].startswith("--")
            del kept[place - option : place + 1]
    return kept


def _last(words: Sequence[str], value: str) -> int | None:
    """Where a value stands on a command line, from the right: what is typed for a command comes after its name."""
    for place in range(len(words) - 1, 0, -1):
        word = words[place]
        if value in (word, word.partition("=")[2] if word.startswith("--") else word):
            return place
    return None
