"""The writer thread: order, all or none, group commit, and a disk that fails."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import (
    Change,
    Conflict,
    DropToken,
    PutPerson,
    PutRemark,
    PutTable,
    Remark,
    StoreFailed,
)
from server.store.keeping import held, line, opened, person, run, table


def started(store: SqliteStore, *writes: tuple[Change, ...]) -> list[asyncio.Task[None]]:
    return [asyncio.create_task(store.write(*changes)) for changes in writes]


async def outcomes(writes: list[asyncio.Task[None]]) -> list[type[BaseException] | None]:
    ended = await asyncio.gather(*writes, return_exceptions=True)
    return [type(each) if each is not None else None for each in ended]


def test_what_comes_while_a_commit_runs_goes_into_the_next_one_together(tmp_path: Path) -> None:
    async def test() -> None:
        commits: list[int] = []
        async with opened(tmp_path, commits) as store:
            await store.write(*(PutTable(table(str(i))) for i in range(200)))
            commits.clear()
            async with held(store, tmp_path):
                writes = started(store, *((line(str(i), 0),) for i in range(200)))
            await asyncio.gather(*writes)
            assert commits == [1, 200]

    run(test())


def test_many_writers_share_commits(tmp_path: Path) -> None:
    async def test() -> None:
        commits: list[int] = []
        async with opened(tmp_path, commits) as store:
            await store.write(*(PutTable(table(str(i))) for i in range(50)))

            async def play(name: str) -> None:
                for number in range(40):
                    await store.write(line(name, number))

            commits.clear()
            await asyncio.gather(*(play(str(i)) for i in range(50)))
            assert sum(commits) == 2_000
            assert len(commits) < sum(commits)
            for name in range(50):
                assert await store.lines(str(name)) == [b'{"line":%d}' % number for number in range(40)]

    run(test())


def test_writes_of_one_group_are_made_in_the_order_of_the_calls(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            async with held(store, tmp_path):
                writes = started(
                    store,
                    (PutTable(table("t")),),
                    *((line("t", number),) for number in range(20)),
                    (PutTable(table("t", revision=2, state="playing")),),
                    *((line("t", number),) for number in range(20, 30)),
                    (PutTable(table("t", revision=3, state="over")), line("t", 30)),
                )
            await asyncio.gather(*writes)
            assert await store.lines("t") == [b'{"line":%d}' % number for number in range(31)]
            assert (await store.table("t")).state == "over"

    run(test())


def test_a_conflict_leaves_the_others_of_its_group_alone(tmp_path: Path) -> None:
    async def test() -> None:
        commits: list[int] = []
        async with opened(tmp_path, commits) as store:
            await store.write(PutTable(table("t")), PutTable(table("u")), PutPerson(person("ala")))
            commits.clear()
            async with held(store, tmp_path):
                writes = started(
                    store,
                    (line("t", 0),),
                    (line("t", 0),),
                    (line("u", 0),),
                    (line("u", 2),),
                    (line("nowhere", 0),),
                    (line("u", 1), PutTable(table("u"))),
                    (DropToken(b"used"),),
                    (PutPerson(person("ola")),),
                    (line("u", 1),),
                    (line("t", 1),),
                )
            assert await outcomes(writes) == [
                None, Conflict, None, Conflict, Conflict, Conflict, Conflict, None, None, None
            ]  # fmt: skip
            assert commits == [1, 10]
            assert len(await store.lines("t")) == len(await store.lines("u")) == 2
            assert await store.person("ola") is not None

    run(test())


def test_a_write_is_made_wholly_or_not_at_all(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.write(PutTable(table("t")))
            changes = (PutPerson(person("ala")), line("t", 0, asked=3), PutRemark(Remark("t", 1, "ala", 1.0, "hej")))
            with pytest.raises(Conflict):
                await store.write(*changes, PutTable(table("t", revision=7)))
            assert await store.person("ala") is None
            assert await store.lines("t") == []
            assert await store.remarks("t", "ala", 9) == []
            await store.write(*changes, PutTable(table("t", revision=2)))
            assert len(await store.lines("t")) == 1

    run(test())


def test_what_cannot_be_stored_at_all_fails_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.write(PutTable(table("t")), PutTable(table("u")))
            async with held(store, tmp_path):
                writes = started(
                    store, (line("t", 0),), (line("u", 0, asked=1 << 64),), (line("\ud800", 0),), (line("t", 1),)
                )
            assert await outcomes(writes) == [None, OverflowError, UnicodeEncodeError, None]
            assert len(await store.lines("t")) == 2

    run(test())


def test_whoever_is_cancelled_while_waiting_disturbs_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            await store.write(PutTable(table("t")))
            async with held(store, tmp_path):
                gone, stays = started(store, (line("t", 0),), (line("t", 1),))
                await asyncio.sleep(0)
                gone.cancel()
            await stays
            assert gone.cancelled()
            assert len(await store.lines("t")) == 2

    run(test())


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
            writer = store._writer._db
            (pages,) = writer.execute("PRAGMA page_count").fetchone()
            writer.execute(f"PRAGMA max_page_count = {pages}")
            big = PutPerson(person("ala", name="a" * 100_000))
            async with held(store, tmp_path):
                writes = started(store, (line("t", 0),), (big,), (line("u", 0),))
            assert await outcomes(writes) == [StoreFailed] * 3
            with pytest.raises(StoreFailed, match=r"^The database could not be written: .* full\.$"):
                await store.write(big)
            writer.execute("PRAGMA max_page_count = 1000000")
            assert await store.lines("t") == await store.lines("u") == []
            await store.write(line("t", 0), big)
            assert len((await store.person("ala")).name) == 100_000

    run(test())


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
