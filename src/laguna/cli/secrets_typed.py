"""Passwords on the command line: everybody on the machine may read that, so they are taken off it."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Mapping, Sequence


def move_to_environment(variables: Mapping[str, str]) -> None:
    """Start this program anew, in this very process, with these values in its environment instead of its options.

    Does nothing where no value was typed, or where a system cannot do it.
    """
    words = without(sys.orig_argv, variables.values())
    if sys.platform == "win32" or words == sys.orig_argv:
        return
    os.execve(sys.executable, words, {**os.environ, **variables})  # noqa: S606 - our own program


def without(words: Sequence[str], values: Collection[str]) -> list[str]:
    """A command line without the options that have one of these values: `--store VALUE` or `--store=VALUE`.

    >>> without(["laguna", "serve", "--store", "secret", "--nats=hidden", "--port", "80"], ["secret", "hidden"])
    ['laguna', 'serve', '--port', '80']
    """
    kept: list[str] = []
    for word in words:
        if word in values and kept and kept[-1].startswith("--"):
            kept.pop()
        elif not (word.startswith("--") and word.partition("=")[2] in values):
            kept.append(word)
    return kept
