"""`laguna backup`: a copy of everything a server keeps, also while it runs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from laguna.cli import secret_variables, shared
from laguna.cli.serve import Data, data_folder
from laguna.server.addresses import BadAddress, redacted, store_address
from laguna.server.settings import Settings


def backup(
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="The copy: a new file.", show_default=False)],
    data: Data = None,
    store: Annotated[
        str, typer.Option(metavar="URL", help="A PostgreSQL to copy from; without --data, else $LAGUNA_STORE.")
    ] = "",
) -> None:
    """Copy a server's tables and people into a new file, whole and checked, also while the server runs.

    To restore it, stop the server and put the copy as laguna.db into an empty data folder. Into PostgreSQL it
    comes back by laguna move.

    Example: laguna backup laguna-monday.db
    """
    if store and data is not None:
        raise shared.CommandError("A copy is made of --data or of --store: name one of them.")
    shared.check_path(target, "The copy is a file: name the PostgreSQL to copy from with --store.")
    database = _database(store, from_environment=data is None)

    from laguna.server.store.backup import BackupFailed  # noqa: PLC0415 - slow to import: only where it is wanted
    from laguna.server.store.backup import backup as copy  # noqa: PLC0415
    from laguna.server.store.moving import move as moving  # noqa: PLC0415
    from laguna.server.store.store import CannotOpen  # noqa: PLC0415

    source = Settings(data=data_folder(data)).database
    try:
        with shared.ended_by_sigterm():
            if database:
                asyncio.run(moving.back_up(database, target, lambda total: shared.progress("copying", total)))
            else:
                copy(source, target)
    except (BackupFailed, CannotOpen, moving.CannotMove) as error:
        raise shared.CommandError(str(error)) from error
    size = target.stat().st_size / 1e6
    copied = f"{redacted(database) or source} is copied to {target} ({size:,.1f} MB)."
    shared.stdout_console().print(copied, markup=False, soft_wrap=True)


def _database(typed: str, *, from_environment: bool) -> str:
    """The PostgreSQL to copy from, as it was typed or as the environment has it. Raises `CommandError`."""
    try:
        return store_address(typed or (secret_variables.value(secret_variables.STORE) if from_environment else ""))
    except BadAddress as error:
        raise shared.CommandError(str(error)) from error
