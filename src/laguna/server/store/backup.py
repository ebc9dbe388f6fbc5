"""Online backup: a copy of a database while its server runs."""

from __future__ import annotations

import os
from contextlib import closing, suppress
from pathlib import Path

from laguna.server.store import connection
from laguna.server.store.engine import sqlite3


class BackupFailed(Exception):  # noqa: N818 - it is told, in a sentence
    """Why there is no copy."""


def backup(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment, whoever writes into it meanwhile, and check the copy.

    The target appears when it is complete and on the disk; its folder is made. Raises `BackupFailed`, also if the
    target is there already: nothing is ever overwritten.
    """
    if not source.is_file():
        raise BackupFailed(f"There is no database at {source}.")
    if target.exists():
        raise taken(target)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _copy(source, part)
        settle(part)
        place(part, target)
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(f"{source} could not be copied to {target}: {error}.") from error
    finally:
        discard(part)


def _copy(source: Path, part: Path) -> None:
    """All pages in one go: in steps, it would begin again after each commit of the server."""
    part.touch(0o600)  # the luck of games under way is in it
    with closing(connection.to_read(source)) as old, closing(sqlite3.connect(part, isolation_level=None)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")  # one file, complete in itself
        found = new.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            raise BackupFailed(f"The copy of {source} is damaged, and so may be the database: {found}.")


def discard(part: Path) -> None:
    """Have nothing left of a file that did not get its name."""
    for rest in ("", "-journal", "-wal", "-shm"):
        with suppress(OSError):
            part.with_name(part.name + rest).unlink()


def settle(file: Path) -> None:
    """Have a file, or a folder's names, on the disk."""
    with suppress(PermissionError):  # Windows opens no folders
        handle = os.open(file, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def place(part: Path, target: Path) -> None:
    """Give a complete file its name. Raises `BackupFailed` if there is one of that name."""
    try:
        os.link(part, target)  # unlike a rename, it never overwrites
    except FileExistsError as error:
        raise taken(target) from error
    except OSError:  # a stick or a share without links
        part.rename(target)
    settle(target.parent)


def taken(target: Path) -> BackupFailed:
    """What to raise for a file that is there already."""
    return BackupFailed(f"{target} is there already. Name another file.")
