"""The writer thread of SQLite: a disk that fails, and a reader that takes long."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from laguna.server.store import writer
from laguna.server.store.store import PutPerson, PutTable, StoreFailed
from server.store.keeping import held, line, opened, person, run, table
from server.store.test_writes import outcomes, started


def test_what_fails_when_it_is_told_keeps_nothing_from_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Exception | None) -> None:
        raise RuntimeError("broken")

    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.write(PutTable(table("t")))
            async with held(store, tmp_path):
                store.append(line("t", 0), broken)
                (stays,) = started(store, (line("t", 1),))
            await stays
            assert len(await store.lines("t")) == 2

    run(test())
    assert "broken" in caplog.text


def test_a_full_disk_fails_the_write_and_later_ones_work(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.write(PutTable(table("t")), PutTable(table("u")))
            db = store._writer._db
            (pages,) = db.execute("PRAGMA page_count").fetchone()
            db.execute(f"PRAGMA max_page_count = {pages}")
            big = PutPerson(person("ala", name="a" * 100_000))
            async with held(store, tmp_path):
                writes = started(store, (line("t", 0),), (big,), (line("u", 0),))
            assert await outcomes(writes) == [StoreFailed] * 3
            with pytest.raises(StoreFailed, match=r"^The database could not be written: .* full\.$"):
                await store.write(big)
            db.execute("PRAGMA max_page_count = 1000000")
            assert await store.lines("t") == await store.lines("u") == []
            await store.write(line("t", 0), big)
            assert len((await store.person("ala")).name) == 100_000

    run(test())


def test_where_commits_carry_several_writes_the_next_waits_for_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "CROWDED_INTERVAL_S", 3600.0)
    commits: list[int] = []

    async def test() -> None:
        async with opened(tmp_path, commits) as store:
            await store.write(PutTable(table("t")))
            async with held(store, tmp_path):
                crowd = started(store, *((line("t", number),) for number in range(2)))
            await asyncio.gather(*crowd)
            (first,) = started(store, (line("t", 2),))
            async with opened(tmp_path / "other") as other:
                await other.write(PutTable(table("t")))  # in this time, that line would have been written, too
            assert not first.done()
            (second,) = started(store, (line("t", 3),))
            await asyncio.sleep(0)
        await asyncio.gather(first, second)

    run(test())
    assert commits[-2:] == [2, 2]


def test_a_long_read_blocks_neither_the_loop_nor_the_writer(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.write(PutTable(table("t")))
            written: list[int] = []
            asking = asyncio.get_running_loop().run_in_executor(store._reader, _wait_for, written, 20)
            for number in range(20):
                await store.write(line("t", number))
                written.append(number)
            assert await asking == 20

    run(test())


def _wait_for(written: list[int], count: int) -> int:
    """Keeps the reader until so much is written."""
    while len(written) < count:
        pass
    return len(written)
