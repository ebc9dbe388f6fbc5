"""The SQLite in use: a newer one where a wheel brings it, and the same one for everything in a process."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from laguna.server.store.engine import WAL_RESET_MENDED, wal_reset_mended

WITHOUT_THE_WHEEL = """
import sys
sys.modules["pysqlite3"] = None  # as where there is no wheel for a machine
import asyncio, sqlite3
from pathlib import Path
from laguna.server.store import engine
from laguna.server.store.sqlite import SqliteStore

async def open_and_close():
    store = await SqliteStore.open(Path(sys.argv[1]) / "laguna.db")
    await store.write()
    await store.close()

assert engine.sqlite3.Connection is sqlite3.Connection
asyncio.run(open_and_close())
print(engine.SQLITE == sqlite3.sqlite_version)
"""


@pytest.mark.parametrize(
    ("version", "mended"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 3), False),
        ((3, 50, 4), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 53, 4), True),
    ],
)
def test_which_versions_have_the_wal_reset_bug(version: tuple[int, int, int], mended: bool) -> None:
    assert wal_reset_mended(version) == mended


def test_where_there_is_a_wheel_it_brings_one_without_the_wal_reset_bug() -> None:
    assert WAL_RESET_MENDED or find_spec("pysqlite3") is None


def test_where_there_is_no_wheel_pythons_own_serves(tmp_path: Path) -> None:
    program = [sys.executable, "-c", WITHOUT_THE_WHEEL, str(tmp_path)]
    assert subprocess.run(program, capture_output=True, text=True, check=True).stdout == "True\n"


def test_all_that_opens_a_database_in_one_process_uses_the_same_sqlite(tmp_path: Path) -> None:
    """Migrations go through SQLAlchemy, which would take Python's own unless told otherwise."""
    program = (
        "import sys, asyncio; from pathlib import Path\n"
        "from laguna.server.store.sqlite import SqliteStore\n"
        "from laguna.server.store.engine import sqlite3 as ours\n"
        "async def test():\n"
        "    await (await SqliteStore.open(Path(sys.argv[1]) / 'laguna.db')).close()\n"
        "asyncio.run(test())\n"
        "print('alembic' in sys.modules, ours.__name__ == 'sqlite3' or 'sqlite3' not in sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True)
    assert ran.stdout == "True True\n"
