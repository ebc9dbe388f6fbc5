"""The schema: its history and its description agree, and every database is brought to it or refused."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from laguna.server.store.engine import sqlite3
from laguna.server.store.schema import METADATA
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import CannotOpen, DropTokens, PutTable
from laguna.server.store.upgrade import MIGRATIONS, revision, revisions, upgrade
from server.finished import Finished, stored
from server.serving import Client, running_server
from server.store.keeping import opened, run, table
from server.tables import made

NOW = revisions()[-1]
LATER = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{now}"


def upgrade():
    op.add_column("tables", sa.Column("weather", sa.Text))
    {then}
"""


def migrations(folder: Path, then: str = "pass") -> Path:
    """The history as a later Laguna may have it."""
    shutil.copytree(MIGRATIONS, folder / "100% migrations", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "100% migrations" / "versions" / "v9999_weather.py").write_text(LATER.format(now=NOW, then=then))
    return folder / "100% migrations"


def schema(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as db:
        found = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'alembic_version'")
        return {name: " ".join(sql.split()) for name, sql in found}


def test_the_history_leads_to_the_schema(tmp_path: Path) -> None:
    upgrade(tmp_path / "migrated.db")
    engine = sa.create_engine(f"sqlite:///{tmp_path}/migrated.db", poolclass=sa.NullPool)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    described = sa.create_engine(f"sqlite:///{tmp_path}/described.db", poolclass=sa.NullPool)
    METADATA.create_all(described)
    assert schema(tmp_path / "migrated.db") == schema(tmp_path / "described.db")


def test_the_newest_revision_is_named_by_its_file(tmp_path: Path) -> None:
    upgrade(tmp_path / "laguna.db")
    assert revision(tmp_path / "laguna.db") == revisions()[-1]


def test_an_empty_file_and_a_folder_that_is_not_there_become_a_database(tmp_path: Path) -> None:
    async def test() -> None:
        (tmp_path / "laguna.db").touch()
        for folder in (tmp_path, tmp_path / "not" / "there"):
            async with opened(folder) as store:
                await store.write(PutTable(table("t")))

    run(test())


def test_an_older_database_is_brought_up_with_what_is_in_it(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.write(PutTable(table("t")))
        upgrade(tmp_path / "laguna.db", migrations(tmp_path))
        assert revision(tmp_path / "laguna.db") == "9999"
        with closing(sqlite3.connect(tmp_path / "laguna.db")) as db:
            assert db.execute("SELECT id, weather FROM tables").fetchall() == [("t", None)]

    run(test())


def history_up_to(folder: Path, last: str) -> Path:
    """The history as an older Laguna had it."""
    shutil.copytree(MIGRATIONS, folder / "older", ignore=shutil.ignore_patterns("__pycache__"))
    for file in (folder / "older" / "versions").glob("v*.py"):
        if file.name[1:5] > last:
            file.unlink()
    return folder / "older"


def test_sessions_of_before_they_could_be_listed_are_listed_and_can_be_ended(tmp_path: Path) -> None:
    async def test() -> None:
        path = tmp_path / "laguna.db"
        upgrade(path, history_up_to(tmp_path, "0001"))
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("INSERT INTO people VALUES ('ala', 'Ala', 'coral', 1.0, NULL, '[]')")
            for key, created in ((b"one", 2.0), (b"two", 3.0)):
                db.execute("INSERT INTO tokens VALUES (?, 'ala', 'session', ?, 9.0)", (key, created))
        async with opened(tmp_path) as store:
            sessions = await store.tokens_of("ala", "session")
            assert [(each.hash, each.created) for each in sessions] == [(b"two", 3.0), (b"one", 2.0)]
            assert all(each.seen > 9.0 for each in sessions)  # nobody is taken for gone long ago
            await store.write(DropTokens("ala", "session", but=b"one"))
            assert await store.tokens_of("ala", "session") == sessions[1:]

    run(test())


def moved(client: Client, table: str) -> int:
    """Make the first move that somebody may make who has all seats; the table's version then."""
    path = f"/api/tables/{table}"
    sights = client.get(f"{path}/position").expect(200)["sights"]
    seat, question = next((each["seat"], each["question"]) for each in sights if each["question"])
    answer = {"seat": seat, "ask": question["ask"], "move": question["moves"][0]}
    return int(client.post(f"{path}/moves", answer).expect(200)["version"])


def copied(new: Path, old: Path) -> None:
    """Fill a database of an older schema with what it can hold of a newer one."""
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("ATTACH ? AS new", (str(new),))
        for (name,) in db.execute("SELECT name FROM main.sqlite_master WHERE type = 'table' ORDER BY rowid").fetchall():
            if name != "alembic_version":
                columns = ", ".join(row[1] for row in db.execute(f"PRAGMA main.table_info({name})"))
                db.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM new.{name}")  # noqa: S608


@pytest.mark.parametrize("last", ["0001", "0002"])
def test_a_database_of_before_servers_shared_any_is_played_on_and_its_records_hold(tmp_path: Path, last: str) -> None:
    """Nothing is at hand but people, tables and logs: no snapshots, analyses or revisions."""
    finished = Finished("kuna_yala", 2)
    stored(tmp_path / "new", [finished])
    with running_server(tmp_path / "new") as server:
        ala = server.guest("Ala")
        table = made(ala, seats=2)
        ala.put(f"/api/tables/{table}/seats/1", {"who": "me"}).expect(200)
        ala.post(f"/api/tables/{table}/start").expect(200)
        version = moved(ala, table)
    upgrade(tmp_path / "laguna.db", history_up_to(tmp_path, last))
    copied(tmp_path / "new" / "laguna.db", tmp_path / "laguna.db")
    with running_server(tmp_path) as server:
        ala = server.again(ala)
        assert moved(ala, table) == version + 1
        record = ala.get(f"/api/tables/{finished.file.id}/record").body
        assert record.decode() == finished.text
        assert ala.post("/api/verify", record, **{"Content-Type": "application/jsonl"}).expect(200)["holds"]
    assert revision(tmp_path / "laguna.db") == NOW


def test_an_upgrade_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "laguna.db"
    upgrade(path)
    before = schema(path)
    with pytest.raises(ZeroDivisionError):
        upgrade(path, migrations(tmp_path, then="1 / 0"))
    assert schema(path) == before
    assert revision(path) == NOW


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    async def test() -> None:
        path = tmp_path / "laguna.db"
        upgrade(path, migrations(tmp_path))
        before = schema(path)
        for _ in range(2):
            with pytest.raises(CannotOpen, match=rf"A newer Laguna wrote .*9999.*{NOW}"):
                await SqliteStore.open(path)
        assert schema(path) == before

    run(test())


def test_what_is_no_database_of_laguna_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        (tmp_path / "text.db").write_text("Ahoj! " * 1000)
        with pytest.raises(CannotOpen, match="cannot be opened"):
            await SqliteStore.open(tmp_path / "text.db")
        with closing(sqlite3.connect(tmp_path / "other.db")) as db:
            db.execute("CREATE TABLE recipes (cake)")
        with pytest.raises(CannotOpen, match="not a database of Laguna"):
            await SqliteStore.open(tmp_path / "other.db")

    run(test())


def test_a_database_that_does_not_say_its_revision_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "laguna.db"
    upgrade(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM alembic_version")
    with pytest.raises(CannotOpen, match="restore a whole backup"):
        revision(path)


@pytest.mark.parametrize("damage", ["DROP TABLE remarks", "ALTER TABLE tokens DROP COLUMN browser"])
def test_a_database_of_which_a_part_is_missing_is_refused_and_left_alone(tmp_path: Path, damage: str) -> None:
    async def test() -> None:
        path = tmp_path / "laguna.db"
        upgrade(path)
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(damage)
        before = schema(path)
        with pytest.raises(CannotOpen, match="has only a part of our tables: restore a whole backup of it"):
            await SqliteStore.open(path)
        assert schema(path) == before

    run(test())


def test_a_place_where_nothing_can_be_kept_is_told(tmp_path: Path) -> None:
    async def test() -> None:
        (tmp_path / "file").touch()
        (tmp_path / "data" / "laguna.db").mkdir(parents=True)
        (tmp_path / "locked" / "laguna.db.lock").mkdir(parents=True)
        for path in ("file/laguna.db", "data/laguna.db", "locked/laguna.db"):
            with pytest.raises(CannotOpen, match=r"laguna\.db cannot be opened"):
                await SqliteStore.open(tmp_path / path)

    run(test())


def test_an_up_to_date_database_opens_without_the_upgrading_machinery(tmp_path: Path) -> None:
    upgrade(tmp_path / "laguna.db")
    program = """
import asyncio, sys
from pathlib import Path
from laguna.server.store.sqlite import SqliteStore

async def main():
    await (await SqliteStore.open(Path(sys.argv[1]))).close()

asyncio.run(main())
print(sorted({"alembic", "sqlalchemy"} & set(sys.modules)))
"""
    path = tmp_path / "laguna.db"
    ran = subprocess.run([sys.executable, "-c", program, path], check=True, capture_output=True, text=True)
    assert ran.stdout == "[]\n"
