"""Addresses with passwords from the environment, or from the files that it names."""

from __future__ import annotations

import os
from pathlib import Path

from laguna.cli.shared import CommandError

STORE, NATS = "LAGUNA_STORE", "LAGUNA_NATS"
"""What the environment may say instead of --store and --nats."""


def value(name: str) -> str:
    """What a variable says; else the file that the variable NAME_FILE names, as containers and services get secrets.

    Empty where neither variable is there. Raises `CommandError`, also for a file with nothing in it.
    """
    if said := os.environ.get(name, ""):
        return said
    file = os.environ.get(f"{name}_FILE", "")
    if not file:
        return ""
    try:
        said = Path(file).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise CommandError(f"{name}_FILE names {file}, which cannot be read: {reason}.") from error
    if not said:  # a secret that is not there yet: a server that took it for none would play on an SQLite of its own
        raise CommandError(f"{name}_FILE names {file}, which is empty. Put the address into it.")
    return said
