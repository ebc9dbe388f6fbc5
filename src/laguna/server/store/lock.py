"""A lock file beside the database: one server process a database, released however the process ends."""

from __future__ import annotations

from pathlib import Path

from laguna.server.store.engine import sqlite3
from laguna.server.store.store import CannotOpen


class Lock:
    """Holds a database for this process. Backups need no lock.

    It is SQLite's own lock, on an empty file of its own: it works wherever SQLite does, no process that was started by
    this one inherits it, and a kill -9 releases it.
    """

    def __init__(self, path: Path) -> None:
        """Take it. Raises `CannotOpen` if another store has it, `sqlite3.Error` if there can be none here."""
        self._held = sqlite3.connect(
            path.with_name(f"{path.name}.lock"), timeout=0, isolation_level=None, check_same_thread=False
        )
        try:
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._held.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise CannotOpen(
                f"Another Laguna server has {path} open. Stop that one, or take another data folder."
            ) from error

    def release(self) -> None:
        """Let others open the database."""
        self._held.close()
