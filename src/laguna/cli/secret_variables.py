"""Addresses with passwords from the environment, or from the files that it names."""

from __future__ import annotations

import os
from pathlib import Path

from laguna.cli.shared import CommandError

STORE, NATS = "LAGUNA_STORE", "LAGUNA_NATS"
"""What the environment may say instead of --store and --nats."""


def value(name: str) -> str:
    """What a variable says; else the file that the variable NAME_FILE names, as containers and services get secrets.

    Empty where neither is there. Raises `CommandError`.
    """
    if said := os.environ.get(name, ""):
        return said
    file = os.environ.get(f"{name}_FILE", "")
    if not file:
        return ""
    try:
        return Path(file).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise CommandError(f"{name}_FILE names {file}, which cannot be read: {reason}.") from error
