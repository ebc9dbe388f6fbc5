"""Migrates a database to this program's schema when it is opened."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from laguna.server.store.engine import sqlite3
from laguna.server.store.kinds import KINDS
from laguna.server.store.store import CannotOpen

MIGRATIONS = Path(__file__).with_name("migrations")


def upgrade(path: Path, migrations: Path = MIGRATIONS) -> None:
    """Make the tables of a new database, or add what an older Laguna did not have. All of it, or nothing.

    Raises `CannotOpen` if a newer Laguna wrote the database, unless it says that this one may use it; or if something
    else wrote it.
    """
    known = revisions(migrations)
    found = revision(path)
    if must_migrate(found, _oldest(path, found), known, str(path)):
        _migrate(path, migrations)
    else:
        _check_whole(path)


def must_migrate(found: str | None, oldest: str | None, known: Sequence[str], where: str) -> bool:
    """Whether a database that is at a revision (None: an empty one) must be brought up. Raises `CannotOpen`.

    `oldest`: the oldest revision whose programs may use the database as it is, if it says so. So a newer schema that
    only adds something does not shut out older servers that share the database.
    """
    if found is None or found in known[:-1]:
        return True
    if found == known[-1] or oldest in known:
        return False
    raise CannotOpen(
        f"A newer Laguna wrote {where}: its schema is {found}, and this one knows {known[-1]}. "
        "Install the newer one, or take another data folder or database."
    )


def revisions(migrations: Path = MIGRATIONS) -> list[str]:
    """The revisions that there are, oldest first. They are read off the files' names: that takes no time."""
    return sorted(file.name[1:5] for file in (migrations / "versions").glob("v*.py"))


def revision(path: Path) -> str | None:
    """The revision that a database is at; None: there is nothing in it yet. Raises `CannotOpen`."""
    try:
        with closing(sqlite3.connect(path)) as db:
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not tables:
                return None
            if "alembic_version" in tables:
                row = db.execute("SELECT version_num FROM alembic_version").fetchone()
                if row is None:
                    raise _partial(path)
                return str(row[0])
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} cannot be opened: {error}.") from error
    raise CannotOpen(f"{path} is not a database of Laguna. Take another data folder.")


def _oldest(path: Path, found: str | None) -> str | None:
    """What a database says of the oldest programs that may use the schema it is at; see `must_migrate`."""
    try:
        with closing(sqlite3.connect(path)) as db:
            said = db.execute("SELECT name FROM sqlite_master WHERE name = 'usable'").fetchone()
            row = said and db.execute("SELECT oldest FROM usable WHERE schema = ?", (found,)).fetchone()
            return str(row[0]) if row else None
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} cannot be opened: {error}.") from error


def _check_whole(path: Path) -> None:
    """Raise `CannotOpen` unless an up-to-date database has all that a store keeps: else it would fail later."""
    with closing(sqlite3.connect(path)) as db:
        for kind in KINDS:
            found = {name for _, name, *_ in db.execute(f"PRAGMA table_info({kind.name})")}
            if not found.issuperset(kind.columns):
                raise _partial(path)


def _partial(path: Path) -> CannotOpen:
    """What to raise for a database that was restored, or changed by hand, and not as a whole."""
    return CannotOpen(f"{path} has only a part of our tables: restore a whole backup of it.")


def _migrate(path: Path, migrations: Path) -> None:
    """Run the missing revisions in one transaction."""
    # Loaded here: an up-to-date database, which is nearly every one, opens without them in no time.
    import sqlalchemy as sa  # noqa: PLC0415
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    url = sa.URL.create("sqlite", database=str(path))
    engine = sa.create_engine(url, module=sqlite3, poolclass=sa.NullPool)

    # The driver would not begin a transaction before a CREATE TABLE: so it is told to leave that to us.
    @sa.event.listens_for(engine, "connect")
    def _leave_transactions(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except sa.exc.DBAPIError as error:
        raise CannotOpen(f"{path} could not be brought to this Laguna's schema: {error.orig}.") from error
