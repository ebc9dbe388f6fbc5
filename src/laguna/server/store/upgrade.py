"""Migrates a database to this program's schema when it is opened."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from laguna.server.store.engine import sqlite3
from laguna.server.store.store import CannotOpen

MIGRATIONS = Path(__file__).with_name("migrations")


def upgrade(path: Path, migrations: Path = MIGRATIONS) -> None:
    """Make the tables of a new database, or add what an older Laguna did not have. All of it, or nothing.

    Raises `CannotOpen` if a newer Laguna wrote the database, or something else did.
    """
    known = revisions(migrations)
    found = revision(path)
    if found is None or found in known[:-1]:
        _migrate(path, migrations)
    elif found != known[-1]:
        raise CannotOpen(
            f"A newer Laguna wrote {path}: its schema is {found}, and this one knows {known[-1]}. "
            "Install the newer one, or take another data folder."
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
                (found,) = db.execute("SELECT version_num FROM alembic_version").fetchone()
                return str(found)
    except sqlite3.Error as error:
        raise CannotOpen(f"{path} cannot be opened: {error}.") from error
    raise CannotOpen(f"{path} is not a database of Laguna. Take another data folder.")


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
