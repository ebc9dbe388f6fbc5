"""Opening a PostgreSQL database: its schema is made, brought up or refused, and what is wrong is told in a sentence."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import asyncpg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.ext.asyncio import create_async_engine

from laguna.server.addresses import redacted
from laguna.server.store.postgres import PostgresStore
from laguna.server.store.postgres import upgrade as opening
from laguna.server.store.postgres.connecting import Connector, cannot_open
from laguna.server.store.postgres.upgrade import PARTITIONS, revision, upgrade
from laguna.server.store.postgres.upgrade import TABLES as OURS
from laguna.server.store.schema import POSTGRESQL
from laguna.server.store.store import CannotOpen, PutTable
from laguna.server.store.upgrade import revisions
from server.postgres import PASSWORD, STRANGER, Postgres
from server.served import PROGRAM
from server.store.keeping import run, table
from server.store.test_upgrade import NOW, migrations

TABLES = "SELECT array_agg(relname ORDER BY relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
SOON = 0.2
"""Seconds that these tests wait for a database that does not come."""


async def query(url: str, sql: str, *values: Any) -> Any:
    db = await asyncpg.connect(url)
    try:
        return await db.fetchval(sql, *values)
    finally:
        await db.close()


async def refused(url: str) -> str:
    """The sentence with which a store is not opened; it holds no password."""
    with pytest.raises(CannotOpen) as told:
        await PostgresStore.open(url, "here", patience=SOON)
    sentence = str(told.value)
    assert "\n" not in sentence
    assert PASSWORD not in sentence
    assert quote(PASSWORD, safe="") not in sentence
    return sentence


@pytest.fixture(scope="module")
def stranger(postgres: Postgres) -> str:
    """The address, but for the database, of a role that may do nothing but what it is granted."""
    postgres.execute(f"CREATE ROLE {STRANGER} LOGIN PASSWORD '{PASSWORD}'")
    return f"postgresql://{STRANGER}:{quote(PASSWORD, safe='')}@127.0.0.1:{postgres.port}/"


def test_the_history_leads_to_the_schema(database: str) -> None:
    def differences(connection: sa.Connection) -> list[Any]:
        return compare_metadata(MigrationContext.configure(connection, opts={"include_name": described}), POSTGRESQL)

    def described(name: str | None, kind: str, _: Any) -> bool:
        return kind != "table" or name is None or not re.fullmatch(r"lines_\d+", name)  # a part of `lines`

    async def test() -> None:
        connect = partial(asyncpg.connect, database)
        engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=sa.NullPool)
        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []
        assert await query(database, "SELECT version_num FROM alembic_version") == revisions()[-1]

    run(test())


def test_what_a_move_changes_has_no_foreign_key_no_index_but_its_key_and_room_in_its_pages(database: str) -> None:
    """So the rows of pulses are updated in place, and a line costs what it must."""
    ours = "'pulses'::regclass, 'lines'::regclass"
    keys = f"SELECT array_agg(contype::text) FROM pg_constraint WHERE conrelid IN ({ours}) AND contype IN ('f', 'p')"  # noqa: S608
    assert asyncio.run(query(database, keys)) == ["p", "p"]
    assert asyncio.run(query(database, f"SELECT count(*) FROM pg_index WHERE indrelid IN ({ours})")) == 2  # noqa: S608
    room = "SELECT array_to_string(reloptions, ' ') FROM pg_class WHERE oid = 'pulses'::regclass"
    assert "fillfactor=50" in asyncio.run(query(database, room))


def test_servers_that_start_in_one_moment_make_one_schema(postgres: Postgres) -> None:
    async def test() -> None:
        url = postgres.empty()
        stores = await asyncio.gather(*(PostgresStore.open(url, f"server {number}") for number in range(4)))
        await stores[0].write(PutTable(table("t")))
        assert await stores[3].table("t") == table("t")
        await asyncio.gather(*(store.close() for store in stores))

    run(test())


def test_an_older_database_is_brought_up_with_what_is_in_it(database: str, tmp_path: Path) -> None:
    async def test() -> None:
        store = await PostgresStore.open(database, "old")
        await store.write(PutTable(table("t")))
        later = migrations(tmp_path)
        await asyncio.gather(*(upgrade(Connector(database, "new"), later) for _ in range(2)))
        assert await query(database, "SELECT id || coalesce(weather, '?') FROM tables") == "t?"
        await store.write(PutTable(table("t", revision=2)))  # the older server plays on
        await store.close()

    run(test())


def test_an_upgrade_that_fails_changes_nothing(database: str, tmp_path: Path) -> None:
    async def test() -> None:
        with pytest.raises(ZeroDivisionError):
            await upgrade(Connector(database, "new"), migrations(tmp_path, then="1 / 0"))
        columns = "SELECT count(*) FROM information_schema.columns WHERE column_name = 'weather'"
        assert await query(database, columns) == 0
        assert await query(database, "SELECT version_num FROM alembic_version") == NOW

    run(test())


def test_an_upgrade_that_fails_on_an_empty_database_leaves_it_empty(postgres: Postgres, tmp_path: Path) -> None:
    async def test() -> None:
        url = postgres.empty()
        with pytest.raises(ZeroDivisionError):
            await upgrade(Connector(url, "new"), migrations(tmp_path, then="1 / 0"))
        db = await asyncpg.connect(url)
        assert await revision(db, url) is None
        await db.close()

    run(test())


def test_an_upgrade_does_not_queue_up_behind_a_busy_table(database: str, tmp_path: Path) -> None:
    async def test() -> None:
        other = await asyncpg.connect(database)
        async with other.transaction():
            await other.execute("LOCK TABLE tables IN SHARE MODE")
            with pytest.raises(asyncpg.LockNotAvailableError) as refused:
                await upgrade(Connector(database, "new"), migrations(tmp_path), lock_timeout="20ms")
            assert "Servers use the tables that are to be changed: try again" in str(cannot_open("It", refused.value))
        await other.close()

    run(test())


def test_a_newer_database_is_refused_unless_it_says_that_older_programs_may_use_it(
    database: str, tmp_path: Path
) -> None:
    async def test() -> None:
        await upgrade(Connector(database, "new"), migrations(tmp_path))
        assert re.search(rf"A newer Laguna wrote .*9999.*{NOW}", await refused(database))
        await query(database, "INSERT INTO usable (schema, oldest) VALUES ('9999', $1)", NOW)
        await (await PostgresStore.open(database, "here")).close()

    run(test())


def test_what_is_no_database_of_laguna_is_refused(postgres: Postgres, stranger: str) -> None:
    async def test() -> None:
        url = postgres.empty()
        await query(url, "CREATE TABLE recipes (cake text)")
        assert "is not a database of Laguna" in await refused(url)
        await query(url, "CREATE TABLE alembic_version (version_num text)")
        assert "is not a database of Laguna" in await refused(url)
        await query(url, "CREATE SCHEMA ours")
        await (await PostgresStore.open(f"{url}?search_path=ours", "here")).close()
        assert "search_path" in await refused(f"{url}?search_path=theirs")
        await query(url, "REVOKE ALL ON SCHEMA public FROM PUBLIC")
        assert "USAGE" in await refused(stranger + url.rpartition("/")[2])

    run(test())


def test_a_database_of_another_encoding_is_refused(postgres: Postgres) -> None:
    name = "latin"
    postgres.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'LATIN1'")
    assert "ENCODING 'UTF8'" in asyncio.run(refused(postgres.url(name)))


def test_a_wrong_password_and_a_role_without_rights_are_told(postgres: Postgres, stranger: str) -> None:
    async def test() -> None:
        empty = postgres.empty().rpartition("/")[2]
        wrong = f"postgresql://{STRANGER}:{quote(PASSWORD[:-1], safe='')}@127.0.0.1:{postgres.port}/{empty}"
        assert re.search(
            rf"{STRANGER}:\*\*\*@.*password authentication failed.*Name the right role", await refused(wrong)
        )
        assert re.search(r"permission denied for schema public.*GRANT", await refused(stranger + empty))
        ours = postgres.migrated().rpartition("/")[2]
        assert re.search(r"permission denied for table.*GRANT", await refused(stranger + ours))
        grant = f"GRANT %s ON ALL TABLES IN SCHEMA public TO {STRANGER}"
        await query(postgres.url(ours), grant % "SELECT")
        told = await refused(stranger + ours)
        assert re.search(r"may not be written: `GRANT SELECT, INSERT, UPDATE, DELETE ON people, .*` to its role", told)
        await query(postgres.url(ours), grant % "SELECT, INSERT, UPDATE, DELETE")
        only_reads = "?default_transaction_read_only=on&target_session_attrs=any"
        assert "takes no writes" in await refused(stranger + ours + only_reads)
        store = await PostgresStore.open(stranger + ours, "here")
        await store.write(PutTable(table("t")))  # whoever only plays needs no more
        await store.close()

    run(test())


@pytest.mark.parametrize(("written", "mode"), [("*:*:*:*:sesame", 0o644), ("*:*:*:*:sesame", 0o600), ("\xff", 0o600)])
def test_a_file_of_passwords_that_does_not_serve_is_told_in_one_line(
    database: str, stranger: str, tmp_path: Path, written: str, mode: int
) -> None:
    passwords = tmp_path / "passwords"
    passwords.write_bytes(written.encode("latin-1"))
    passwords.chmod(mode)
    address = re.sub(r":[^:/]*@", "@", stranger) + database.rpartition("/")[2]
    ended = subprocess.run(
        [*PROGRAM, "backup", str(tmp_path / "copy.db"), "--store", address],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PGPASSFILE": str(passwords)},
    )
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert re.search(r"if nobody else may read that\.$|address, or ~/\.pgpass, cannot be read", ended.stderr)
    assert "sesame" not in ended.stderr


def test_an_address_where_nothing_is_is_told(postgres: Postgres, unused_port: int) -> None:
    async def test() -> None:
        here = f"postgresql://laguna:{quote(PASSWORD, safe='')}@127.0.0.1:{postgres.port}"
        assert re.search(r'database "nowhere" does not exist.*CREATE DATABASE', await refused(f"{here}/nowhere"))
        assert re.search(r"TLS", await refused(f"{here}/postgres?sslmode=require"))
        nobody = f"postgresql://laguna:{quote(PASSWORD, safe='')}@127.0.0.1:{unused_port}/laguna"
        assert re.search(r"Check the address, and that PostgreSQL runs there", await refused(nobody))
        assert re.search(r"address .* is like", await refused(f"postgresql://laguna:{PASSWORD}@127.0.0.1/laguna"))
        for option in ("sslmode=perhaps", "flavour=rum", "work_mem=much"):
            assert re.search(r"An address is like", await refused(f"{here}/postgres?{option}"))
        for port in ("70000", "port", "1,2"):
            assert re.search(r"An address is like", await refused(f"postgresql:///postgres?host=127.0.0.1&port={port}"))
        assert "one of read-write, primary, any" in await refused(f"{here}/postgres?target_session_attrs=standby")
        assert "own log may say more" in await refused(f"{here}/postgres?options=-c%20statement_timeout%3D1")

    run(test())


def test_files_for_tls_that_cannot_be_used_are_told_by_name(postgres: Postgres, tmp_path: Path) -> None:
    async def test() -> None:
        address = f"postgresql://laguna:{quote(PASSWORD, safe='')}@127.0.0.1:{postgres.port}/postgres"
        for option in ("sslrootcert", "sslcert", "sslkey"):
            told = await refused(f"{address}?sslmode=require&{option}={tmp_path}/none")
            assert f"`{option}` names {tmp_path}/none, which cannot be read: No such file" in told
        assert "`sslrootcert=FILE`" in await refused(f"{address}?sslmode=verify-full")
        (tmp_path / "text.pem").write_text("Ahoj!")
        told = await refused(f"{address}?sslmode=verify-full&sslrootcert={tmp_path}/text.pem")
        assert "Check the files that `sslrootcert`" in told

    run(test())


def test_an_at_sign_in_a_password_need_not_be_escaped(postgres: Postgres) -> None:
    """Else the host would be another one, and asked for by a piece of the password."""
    name = postgres.migrated().rpartition("/")[2]
    postgres.execute("CREATE ROLE cook LOGIN PASSWORD 'an@chor@'")
    told = asyncio.run(refused(f"postgresql://cook:an@chor@@127.0.0.1:{postgres.port}/{name}"))
    assert "permission denied" in told
    assert "cook:***@127" in told


def test_of_several_hosts_the_one_that_answers_and_takes_writes_is_used(postgres: Postgres, unused_port: int) -> None:
    async def test() -> None:
        database = postgres.migrated().rpartition("/")[2]
        hosts = f"127.0.0.1:{unused_port},127.0.0.1:{postgres.port}"
        store = await PostgresStore.open(f"postgresql://laguna@{hosts}/{database}", "here")
        await store.write(PutTable(table("t")))
        await store.close()
        only_reads = "default_transaction_read_only=on"
        told = await refused(f"postgresql://laguna@{hosts.partition(',')[2]}/{database}?{only_reads}")
        assert "none of its hosts takes writes. Have one of them promoted" in told

    run(test())


def test_a_database_of_which_a_part_is_missing_is_refused_and_left_alone(postgres: Postgres) -> None:
    """As after a backup that was restored by halves. Migrations leave nothing like that: each is one transaction."""

    async def test() -> None:
        for damage in (
            "DROP TABLE usable",
            "DROP TABLE remarks",
            "DROP TABLE lines_3",
            "ALTER TABLE tokens DROP COLUMN browser",
            "ALTER TABLE lines DROP CONSTRAINT lines_pkey",
            "DELETE FROM alembic_version",
            "DROP TABLE pulses",
        ):
            url = postgres.migrated()
            await query(url, damage)
            before = await query(url, TABLES)
            assert re.search(r"restore a whole backup|is not a database of Laguna", await refused(url)), damage
            assert await query(url, TABLES) == before

    run(test())


def test_all_our_tables_are_looked_for() -> None:
    assert {name: set(columns) for name, columns in OURS.items()} == {
        name: set(ours.columns.keys()) for name, ours in POSTGRESQL.tables.items()
    }


def test_all_parts_of_the_logs_are_looked_for(database: str) -> None:
    parts = "SELECT array_agg(inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = 'lines'::regclass"
    assert set(asyncio.run(query(database, parts))) == set(PARTITIONS)


def test_an_old_postgresql_is_refused(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "OLDEST_POSTGRESQL", 1000)
    assert "have it upgraded to 1000 or a later version" in asyncio.run(refused(database))


def test_a_database_with_no_place_for_one_more_connection_is_told(postgres: Postgres, stranger: str) -> None:
    name = postgres.migrated().rpartition("/")[2]
    postgres.execute(f"ALTER DATABASE {name} CONNECTION LIMIT 0")
    assert re.search(r"too many connections.*max_connections.*each needs 10", asyncio.run(refused(stranger + name)))


def test_passwords_are_left_out_of_addresses() -> None:
    for address in (
        f"postgresql://ala:{PASSWORD}@db.example:5432/laguna",
        f"postgresql://db.example/laguna?user=ala&password={quote(PASSWORD, safe='')}&sslmode=require",
    ):
        assert PASSWORD not in redacted(address)
        assert quote(PASSWORD, safe="") not in redacted(address)
        assert "db.example" in redacted(address)
    assert redacted("postgresql://ala@db.example/laguna") == "postgresql://ala@db.example/laguna"
