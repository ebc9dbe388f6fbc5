"""A PostgreSQL for servers that are measured: the one that the tests bring, on a disk, with its usual settings."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from load import proc
from load.process import BESIDE, on

sys.path.append(str(Path(__file__).parents[2] / "tests/server"))
sys.path.append(str(Path(__file__).parents[2] / "tests"))

from postgres import Postgres

SHARED_BUFFERS = "128MB"
"""PostgreSQL's own default."""


class Database:
    """A PostgreSQL that runs."""

    def __init__(self, postgres: Postgres) -> None:
        self._postgres = postgres

    def empty(self) -> str:
        """The address of a new database with nothing in it."""
        return str(self._postgres.empty())

    def cpu(self) -> float:
        """Seconds of processor time so far, of all its processes."""
        return proc.cpu_with_children_s(self._postgres.pid)


@contextmanager
def postgresql(folder: Path) -> Iterator[Database]:
    """A PostgreSQL that runs and keeps everything in a folder, which is yet to be made."""
    folder.parent.mkdir(0o755, parents=True, exist_ok=True)  # it does not run as root, whoever starts it
    postgres = Postgres(folder, shared_buffers=SHARED_BUFFERS)
    with on(BESIDE):
        postgres.start()
    try:
        yield Database(postgres)
    finally:
        postgres.stop()
