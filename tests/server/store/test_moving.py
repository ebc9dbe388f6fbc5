"""`laguna move` and `laguna backup` from PostgreSQL: all is there afterwards, to the byte, or nothing is."""

from __future__ import annotations

import asyncio
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path

import asyncpg
import pytest

from laguna.cli import main
from laguna.server.store.engine import sqlite3
from laguna.server.store.kinds import KINDS
from laguna.server.store.lock import Lock
from laguna.server.store.moving.move import back_up, move
from laguna.server.store.moving.sides import CannotMove
from laguna.server.store.moving.transfer import Progress
from laguna.server.store.postgres import PostgresStore
from laguna.server.store.schema import METADATA
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import (
    AddPasskey,
    Challenge,
    Invite,
    Passkey,
    PutAnalysis,
    PutChallenge,
    PutInvite,
    PutPerson,
    PutRemark,
    PutSnapshot,
    PutTable,
    PutToken,
    Remark,
    Snapshot,
    StoredAnalysis,
    Token,
)
from server.finished import HOST, Finished, stored
from server.postgres import Postgres
from server.served import PROGRAM
from server.serving import running_server
from server.store.keeping import line, person, run, table
from server.store.test_postgres import execute, full
from tiers import tiered

SECONDS = 60
"""Whatever takes longer hangs."""
GAMES = [Finished("duck", 3), Finished("kuna_yala", 2, state="playing")]


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    """A folder with real games, and something of every kind that a store keeps."""
    folder = tmp_path / "data"
    stored(folder, GAMES)

    async def fill() -> None:
        store = await SqliteStore.open(folder / "laguna.db")
        await store.write(
            PutPerson(person("a_bot", owner=HOST)),
            PutPerson(person("żółw 🐢", muted=("a_bot",))),
            PutToken(Token(b"\x00\xff", "a_bot", "bot", 1.0, 9.0, 2.0, "curl")),
            AddPasskey(Passkey(b"\xff", HOST, b"public", 2**32 - 1, 1.0, "phone")),
            PutChallenge(Challenge("c", b"sign", None, 9.0), 9),
            PutTable(table("open", open=True, people=("a_bot",))),
            line("open", 0, asked=(1 << 62) + 1, wake=1e11 + 0.25),
            PutInvite(Invite(b"i", "open", 9.0)),
            PutRemark(Remark("open", 1, "a_bot", 1.5, "Cześć!\n", to=HOST)),
            PutSnapshot(Snapshot("open", 1, b"\x00state")),
            PutAnalysis(StoredAnalysis("open", "here", 9.0, b"{}"), 1.0),
        )
        await store.close()

    asyncio.run(fill())
    return folder


def no_bar(_total: int) -> AbstractContextManager[Progress]:
    return nullcontext(lambda _more: None)


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of a database of SQLite but for what is ours alone."""
    with closing(sqlite3.connect(path)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: sorted(db.execute(f"SELECT * FROM {name}"), key=repr) for name in tables}  # noqa: S608


async def query(url: str, sql: str) -> object:
    db = await asyncpg.connect(url)
    try:
        return await db.fetchval(sql)
    finally:
        await db.close()


def said(capsys: pytest.CaptureFixture[str], *words: object, code: int = 0) -> str:
    """What the program says to these words."""
    assert main([str(word) for word in words]) == code
    told = capsys.readouterr()
    return told.err if code else told.out


def test_every_table_of_the_schema_is_moved() -> None:
    assert {kind.name for kind in KINDS} == METADATA.tables.keys() - {"usable"}
    for kind in KINDS:
        assert list(kind.columns) == list(METADATA.tables[kind.name].columns.keys())


def test_everything_is_moved_to_postgresql_and_back(
    data: Path, postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, url = contents(data / "laguna.db"), postgres.empty()
    there = said(capsys, "move", data, url)
    assert "3 people" in there
    assert contents(data / "laguna.db") == before, "the source is left alone"
    told = said(capsys, "move", url, tmp_path / "back")
    assert told.partition("SHA-256")[2] == there.partition("SHA-256")[2] != ""
    assert f"{sum(len(game.lines) for game in GAMES) + 1:,} lines" in told
    assert contents(tmp_path / "back" / "laguna.db") == before
    assert (tmp_path / "back" / "laguna.db").stat().st_mode & 0o077 == 0
    with running_server(tmp_path / "back") as server:
        record = server.client().get(f"/api/tables/{GAMES[0].file.id}/record").body
        checked = server.client().post("/api/verify", record, **{"Content-Type": "application/jsonl"}).expect(200)
    assert record.decode() == GAMES[0].text
    assert checked["holds"]


def test_a_moved_store_is_played_on(data: Path, database: str) -> None:
    async def test() -> None:
        await move(str(data / "laguna.db"), database, no_bar)
        store = await PostgresStore.open(database, "here")
        assert await store.lines(GAMES[0].file.id) == GAMES[0].lines
        await store.write(line("open", 1, wake=20.0))
        assert await store.claim_due(20.0, 20.0) == ["open"]
        assert await store.check() == []
        await store.close()

    run(test())


def test_a_backup_of_postgresql_is_of_one_moment_and_can_be_served(
    data: Path, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every write is a revision and a line: whoever copies meanwhile has as many lines as revisions."""

    async def test() -> None:
        await move(str(data), database, no_bar)
        store = await PostgresStore.open(database, "here")
        await store.beat()
        await store.write(PutTable(table("t")), line("t", 0))
        copying = asyncio.create_task(back_up(database, tmp_path / "copy" / "laguna.db", no_bar))
        revision = 1
        while not copying.done():
            revision += 1
            await store.write(PutTable(table("t", revision=revision)), line("t", revision - 1))
        await copying
        await store.close()
        copy = await SqliteStore.open(tmp_path / "copy" / "laguna.db")
        file, lines = await copy.whole("t")
        assert len(lines) == file.revision <= revision
        assert await copy.lines(GAMES[0].file.id) == GAMES[0].lines
        await copy.close()

    run(test())
    assert "is there already" in said(capsys, "backup", tmp_path / "copy" / "laguna.db", "--store", database, code=2)
    assert str(tmp_path / "other.db") in said(capsys, "backup", tmp_path / "other.db", "--store", database)
    with running_server(tmp_path / "copy") as server:
        assert server.client().get(f"/api/tables/{GAMES[0].file.id}/record").body.decode() == GAMES[0].text


def test_nothing_is_moved_into_what_is_not_empty(
    data: Path, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "move", data, database)
    assert "is not empty: it has 3 people" in said(capsys, "move", data, database, code=2)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "laguna.db").touch()
    assert "is there already" in said(capsys, "move", database, tmp_path / "taken", code=2)
    assert [path.name for path in (tmp_path / "taken").iterdir()] == ["laguna.db"]


def test_nothing_is_moved_while_a_server_runs(
    data: Path, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = Lock(data / "laguna.db")
    assert "Another Laguna server has" in said(capsys, "move", data, database, code=2)
    lock.release()

    async def beat() -> None:
        store = await PostgresStore.open(database, "running")
        await store.beat()
        await store.close()

    asyncio.run(beat())
    for words in ((data, database), (database, tmp_path / "back")):
        asyncio.run(beat())
        assert "A server is running on postgresql://" in said(capsys, "move", *words, code=2)
    assert not (tmp_path / "back" / "laguna.db").exists()


def test_nothing_half_is_left_behind(data: Path, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The last kind that is moved does not arrive."""
    run(execute(database, *full("remarks")))
    told = said(capsys, "move", data, database, code=2)
    assert "could not extend file" in told
    assert "Nothing was changed" in told
    assert asyncio.run(query(database, "SELECT count(*) FROM people")) == 0
    with closing(sqlite3.connect(data / "laguna.db")) as db:
        db.execute("DROP TABLE remarks")
    assert "no such table" in said(capsys, "move", data, database, code=2)
    assert asyncio.run(query(database, "SELECT count(*) FROM people")) == 0


def waits_for_a_lock(url: str) -> None:
    """Wait until `laguna move` does."""
    waiting = (
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'laguna move' AND wait_event_type = 'Lock'"
    )
    until = time.monotonic() + SECONDS
    while not asyncio.run(query(url, waiting)):
        assert time.monotonic() < until, "It does not come so far."


@contextmanager
def held(url: str, locked: str) -> Iterator[None]:
    """Somebody else holds a lock meanwhile, in a process of its own."""
    program = f"""
import asyncio, asyncpg
async def hold():
    db = await asyncpg.connect({url!r})
    async with db.transaction():
        await db.execute({locked!r})
        print("held", flush=True)
        await asyncio.to_thread(input)
asyncio.run(hold())
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holding:
        assert holding.stdout is not None
        assert holding.stdout.readline() == "held\n"
        yield
        holding.communicate("\n")


def interrupted(url: str, locked: str, number: signal.Signals, *words: object) -> tuple[int, str]:
    """How a move ends that gets a signal while it waits for a lock: its exit code, and all that it said."""
    with (
        held(url, locked),
        subprocess.Popen(
            [*PROGRAM, "move", *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as moving,
    ):
        waits_for_a_lock(url)
        assert "sesame" not in Path(f"/proc/{moving.pid}/cmdline").read_text()
        moving.send_signal(number)
        told = moving.communicate(timeout=SECONDS)[0]
    return moving.returncode, told


@pytest.mark.parametrize("number", tiered([signal.SIGINT, signal.SIGTERM, signal.SIGKILL], signal.SIGINT.__ne__))
def test_a_move_that_is_interrupted_leaves_nothing_and_can_be_made_again(
    data: Path, database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], number: signal.Signals
) -> None:
    """There the last kind is being sent, back the file is just made. Passwords are nowhere to be seen meanwhile."""
    killed = number == signal.SIGKILL
    outcome = (-9, "") if killed else (130, "Stopped.\n")
    before = contents(data / "laguna.db")
    address = database.replace("@", ":sesame@", 1)
    waiting = """
        CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            PERFORM pg_advisory_xact_lock(7); RETURN NEW;
        END $$;
        CREATE TRIGGER wait BEFORE INSERT ON remarks FOR EACH ROW EXECUTE FUNCTION wait()
    """
    run(execute(database, waiting))
    assert interrupted(database, "SELECT pg_advisory_xact_lock(7)", number, data, address) == outcome
    assert contents(data / "laguna.db") == before
    assert "people" in said(capsys, "move", data, address)
    back = tmp_path / "back"
    assert interrupted(database, "LOCK TABLE remarks", number, address, back) == outcome
    assert [path.name for path in back.iterdir() if not killed or ".part" not in path.name] == []
    assert "people" in said(capsys, "move", address, back)
    assert contents(back / "laguna.db") == before


@pytest.mark.parametrize(
    ("breaking", "told"),
    [
        ("UPDATE lines SET number = 'x' WHERE number = 3", "A value in lines is of the wrong kind"),
        ("UPDATE pulses SET lines = 4294967296", "A value in pulses is of the wrong kind"),
        ("UPDATE pulses SET lines = 1.5", "what it has of pulses is another one"),
        ("UPDATE tables SET file = CAST(file || x'ff' AS TEXT)", "Could not decode to UTF-8 column 'file'."),
        ("UPDATE people SET name = char(0)", "invalid byte sequence"),
    ],
)
def test_a_broken_row_is_told_and_nothing_is_moved(
    data: Path, database: str, capsys: pytest.CaptureFixture[str], breaking: str, told: str
) -> None:
    with closing(sqlite3.connect(data / "laguna.db")) as db, db:
        db.execute(breaking)
    sentence = said(capsys, "move", data, database, code=2)
    assert told in sentence
    assert sentence.endswith("Nothing was changed.\n")
    assert GAMES[1].file.secret not in sentence
    assert asyncio.run(query(database, "SELECT count(*) FROM people")) == 0


@pytest.mark.parametrize("command", ["move", "backup"])
def test_a_full_disk_leaves_no_file(data: Path, database: str, tmp_path: Path, command: str) -> None:
    """No file may be larger than what the copy needs."""
    asyncio.run(move(str(data), database, no_bar))
    target = tmp_path / "copy" / "laguna.db"
    words = [database, target] if command == "move" else [target, "--store", database]
    ended = subprocess.run(
        [*PROGRAM, command, *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000)),
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1
    assert "cannot be written" in ended.stderr
    assert list(target.parent.iterdir()) == []


def test_what_came_otherwise_is_found_and_undone(data: Path, database: str) -> None:
    async def test() -> None:
        changing = """
            CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                NEW.line = NEW.line || '\\x20'; RETURN NEW;
            END $$
        """
        await query(database, changing)
        await query(database, "CREATE TRIGGER change BEFORE INSERT ON lines FOR EACH ROW EXECUTE FUNCTION change()")
        with pytest.raises(CannotMove, match=rf"the log of table {min(GAMES[0].file.id, GAMES[1].file.id)} is another"):
            await move(str(data), database, no_bar)
        assert await query(database, "SELECT count(*) FROM people") == 0

    run(test())


def test_an_empty_database_is_not_moved(postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "is empty: there is nothing" in said(capsys, "move", postgres.empty(), tmp_path / "back", code=2)
    assert not (tmp_path / "back").exists()


@pytest.mark.thorough
def test_a_database_is_not_moved_into_itself(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Ten seconds are waited for its tables."""
    assert "are the same" in said(capsys, "move", database, database, code=2)
    other = database.replace("127.0.0.1", "localhost")
    assert "Somebody uses the tables of postgresql://" in said(capsys, "move", database, other, code=2)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "A newer Laguna wrote .* Install the newer one"),
        ("UPDATE alembic_version SET version_num = '0003'", "has the schema 0003.* start and end a server on it once"),
        ("DROP TABLE remarks", "restore a whole backup"),
        ("ALTER TABLE lines DROP CONSTRAINT lines_pkey", "restore a whole backup"),
    ],
)
def test_what_another_laguna_wrote_or_is_there_by_halves_is_not_copied(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str, told: str
) -> None:
    run(execute(database, damage))
    for words in (["move", database, tmp_path / "back"], ["backup", tmp_path / "copy.db", "--store", database]):
        assert re.search(told, said(capsys, *words, code=2))
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_laguna_is_not_moved(data: Path, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    for found, told in (("9999", "A newer Laguna wrote"), ("0003", "start and end a server on it once")):
        with closing(sqlite3.connect(data / "laguna.db")) as db, db:
            db.execute("UPDATE alembic_version SET version_num = ?", (found,))
        assert told in said(capsys, "move", data, database, code=2)
    (data / "laguna.db").unlink()
    (data / "laguna.db").touch()
    assert "is empty: there is nothing" in said(capsys, "move", data, database, code=2)


def test_who_may_not_read_or_write_is_told_what_to_grant(
    data: Path, postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not even the folder of the copy is made."""
    postgres.execute("CREATE ROLE nobody LOGIN")
    address = postgres.migrated().replace("//laguna@", "//nobody@")
    for words in (
        ["move", address, tmp_path / "back"],
        ["backup", tmp_path / "copy" / "copy.db", "--store", address],
        ["move", data, address],
    ):
        told = said(capsys, *words, code=2)
        assert re.search(r"permission denied for table .*`GRANT` it .* Nothing was changed\.$", told)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_what_cannot_be_moved_is_told(tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "There is no database at" in said(capsys, "move", tmp_path / "no", "postgresql://127.0.0.1:1/x", code=2)
    assert "laguna backup" in said(capsys, "move", data, tmp_path / "other", code=2)
    assert "is like postgresql://" in said(capsys, "move", data, "mysql://ala:anchor@db/x", code=2)
    told = said(capsys, "move", data, "postgresql://ala:anchor@127.0.0.1:1/x", code=2)
    assert "cannot be opened" in told
    assert "anchor" not in told
    for password in ("an/chor", "an?chor", "an#chor", "[an/chor"):
        told = said(capsys, "move", data, f"postgresql://ala:{password}@127.0.0.1:1/x", code=2)
        assert "is like postgresql://" in told
        assert "chor" not in told
