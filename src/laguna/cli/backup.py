"""`laguna backup`: a copy of everything a server keeps, also while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from laguna.cli import shared
from laguna.cli.serve import Data, data_folder
from laguna.server.settings import Settings


def backup(
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="The copy: a new file.", show_default=False)],
    data: Data = None,
) -> None:
    """Copy a server's tables and people into a new file, whole and checked, also while the server runs.

    To restore it, stop the server and put the copy as laguna.db into an empty data folder.

    Example: laguna backup laguna-monday.db
    """
    from laguna.server.store.backup import BackupFailed  # noqa: PLC0415 - slow to import: only where it is wanted
    from laguna.server.store.backup import backup as copy  # noqa: PLC0415

    source = Settings(data=data_folder(data)).database
    try:
        copy(source, target)
    except BackupFailed as error:
        raise shared.CommandError(str(error)) from error
    size = target.stat().st_size / 1e6
    shared.stdout_console().print(f"{source} is copied to {target} ({size:,.1f} MB).", markup=False, soft_wrap=True)
