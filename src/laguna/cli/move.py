"""`laguna move`: everything a server keeps, from SQLite to PostgreSQL or back."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Annotated

import typer

from laguna.cli import shared
from laguna.server.addresses import BadAddress, check_postgresql, redacted

_SCHEME = re.compile(r"[\w+]{2,}:")
"""What an address begins with; a single letter is a drive of Windows."""
Address = Annotated[
    str, typer.Argument(help="A folder or file of SQLite, or a postgresql:// address.", show_default=False)
]


def move(source: Address, target: Address) -> None:
    """Move all tables and people into another, empty store: to PostgreSQL or back, compared by counts and hashes.

    Servers must be stopped. The source stays as it is. A password is best put into ~/.pgpass or PGPASSWORD.

    Example: laguna move data postgresql://laguna@db.example/laguna
    """
    _check(source)
    _check(target)

    from laguna.server.store.backup import BackupFailed  # noqa: PLC0415 - slow to import: only where it is wanted
    from laguna.server.store.moving import move as moving  # noqa: PLC0415
    from laguna.server.store.store import CannotOpen  # noqa: PLC0415

    try:
        with shared.ended_by_sigterm():
            moved = asyncio.run(moving.move(source, target, lambda total: shared.progress("moving", total)))
    except (BackupFailed, CannotOpen, moving.CannotMove) as error:
        raise shared.CommandError(str(error)) from error
    said = f"{redacted(source)} is moved to {redacted(target)} and compared: {_listed(moved.counts)}."
    shared.stdout_console().print(f"{said} SHA-256 of all: {moved.sha256}", markup=False, soft_wrap=True)


def _check(address: str) -> None:
    """Raise `CommandError` if this is meant to be a database and cannot be one: it is no folder's name."""
    if _SCHEME.match(address) or redacted(address) != address:
        try:
            check_postgresql(address, "The address of a database")
        except BadAddress as error:
            raise shared.CommandError(str(error)) from error


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "it was empty"
