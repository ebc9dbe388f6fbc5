"""Kill -9, the lock that ends with its process, and copies made beside a process that writes."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from laguna.server.store.backup import BackupFailed, backup
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import CannotOpen, PutTable
from server.store.keeping import line, opened, run, table

TABLES = [f"t{i}" for i in range(10)]
KILLS = 10


async def laid(folder: Path) -> Path:
    async with opened(folder) as store:
        await store.write(*(PutTable(table(name)) for name in TABLES))
    return folder / "laguna.db"


@contextmanager
def appending(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that appends to all tables. It is killed in the end, whatever it is doing."""
    program = Path(__file__).with_name("appending.py")
    with subprocess.Popen([sys.executable, program, path], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def acknowledged(told: IO[str], count: int) -> list[str]:
    """The next so many lines that it says were acknowledged."""
    return [told.readline().strip() for _ in range(count)]


async def check(folder: Path, told: set[str]) -> None:
    """Every log is whole, and everything that was acknowledged is in it."""
    async with opened(folder) as store:
        kept = {name: [each.decode() for each in await store.lines(name)] for name in TABLES}
    for name, lines in kept.items():
        assert lines == [f"{name} {number}" for number in range(len(lines))]
    assert told <= {each for lines in kept.values() for each in lines}


def test_nothing_acknowledged_is_missing_after_a_kill(tmp_path: Path) -> None:
    async def test() -> None:
        path, luck, told = await laid(tmp_path), random.Random(5), set[str]()
        for _ in range(KILLS):
            with appending(path) as process:
                told.update(acknowledged(process.stdout, luck.randrange(1, 500)))
                process.kill()
                rest = process.stdout.read()
                told.update(rest[: rest.rfind("\n") + 1].splitlines())
            await check(tmp_path, told)
        assert len(told) > KILLS

    run(test())


def test_a_database_is_open_in_one_process_at_a_time(tmp_path: Path) -> None:
    async def test() -> None:
        path = await laid(tmp_path)
        with appending(path) as process:
            acknowledged(process.stdout, 1)
            with pytest.raises(CannotOpen, match=r"Another Laguna server has .*laguna\.db open"):
                await SqliteStore.open(path)
        async with opened(tmp_path):  # a kill gives it back
            with pytest.raises(CannotOpen):
                await SqliteStore.open(path)
        async with opened(tmp_path):  # and so does an end
            pass

    run(test())


def test_what_could_not_be_opened_is_not_locked(tmp_path: Path) -> None:
    async def test() -> None:
        path = tmp_path / "laguna.db"
        path.write_text("Ahoj! " * 1000)
        with pytest.raises(CannotOpen):
            await SqliteStore.open(path)
        path.unlink()
        async with opened(tmp_path):
            pass

    run(test())


def test_a_copy_made_while_somebody_writes_is_whole(tmp_path: Path) -> None:
    async def test() -> None:
        path = await laid(tmp_path)
        with appending(path) as process:
            for i in range(5):
                told = set(acknowledged(process.stdout, 300))
                backup(path, tmp_path / f"copy{i}" / "laguna.db")
                assert [each.name for each in (tmp_path / f"copy{i}").iterdir()] == ["laguna.db"]
                await check(tmp_path / f"copy{i}", told)

    run(test())


def test_a_copy_is_a_database_to_go_on_with(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.write(PutTable(table("t")), line("t", 0))
            backup(tmp_path / "laguna.db", tmp_path / "copy" / "laguna.db")
            await store.write(line("t", 1))
        async with opened(tmp_path / "copy") as copy:
            assert await copy.table("t") == table("t")
            await copy.write(line("t", 1))

    run(test())


def test_a_copy_can_be_made_when_no_server_runs(tmp_path: Path) -> None:
    async def test() -> None:
        backup(await laid(tmp_path), tmp_path / "copy" / "laguna.db")
        await check(tmp_path / "copy", set())

    run(test())


def test_a_copy_never_overwrites_anything(tmp_path: Path) -> None:
    async def test() -> None:
        path = await laid(tmp_path)
        (tmp_path / "precious").write_text("mine")
        with pytest.raises(BackupFailed, match="is there already"):
            backup(path, tmp_path / "precious")
        assert (tmp_path / "precious").read_text() == "mine"

    run(test())


def test_a_copy_that_cannot_be_made_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(BackupFailed, match="There is no database at"):
        backup(tmp_path / "laguna.db", tmp_path / "copy.db")
    (tmp_path / "text.db").write_text("Ahoj! " * 1000)
    with pytest.raises(BackupFailed, match="could not be copied"):
        backup(tmp_path / "text.db", tmp_path / "copy.db")
    with pytest.raises(BackupFailed, match="could not be copied"):
        backup(tmp_path / "text.db", tmp_path / "text.db" / "copy.db")
    assert [each.name for each in tmp_path.iterdir()] == ["text.db"]
