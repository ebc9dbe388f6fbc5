"""What a store promises of writes: order, all or none, many in a commit, and what befalls one of them."""

from __future__ import annotations

import asyncio

import pytest

from laguna.server.store.store import (
    Change,
    Conflict,
    DropToken,
    PutPerson,
    PutRemark,
    PutTable,
    Remark,
    Store,
    StoreFailed,
)
from server.store.engines import Engine
from server.store.keeping import line, person, run, table


def started(store: Store, *writes: tuple[Change, ...]) -> list[asyncio.Task[None]]:
    return [asyncio.create_task(store.write(*changes)) for changes in writes]


async def outcomes(writes: list[asyncio.Task[None]]) -> list[type[BaseException] | None]:
    ended = await asyncio.gather(*writes, return_exceptions=True)
    return [type(each) if each is not None else None for each in ended]


def test_what_comes_while_a_commit_runs_goes_into_the_next_one_together(engine: Engine) -> None:
    async def test() -> None:
        commits: list[int] = []
        async with engine.opened(commits) as store:
            await store.write(*(PutTable(table(str(i))) for i in range(200)))
            commits.clear()
            async with engine.held(store):
                writes = started(store, *((line(str(i), 0),) for i in range(200)))
            await asyncio.gather(*writes)
            assert commits[-1] == 200

    run(test())


def test_many_writers_share_commits(engine: Engine) -> None:
    async def test() -> None:
        commits: list[int] = []
        async with engine.opened(commits) as store:
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


def test_writes_of_one_group_are_made_in_the_order_of_the_calls(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            async with engine.held(store):
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


def test_a_conflict_leaves_the_others_of_its_group_alone(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutTable(table("t")), PutTable(table("u")), PutPerson(person("ala")))
            async with engine.held(store):
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
            assert len(await store.lines("t")) == len(await store.lines("u")) == 2
            assert await store.person("ola") is not None

    run(test())


def test_a_write_is_made_wholly_or_not_at_all(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
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


def test_what_cannot_be_stored_at_all_fails_alone(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutTable(table("t")), PutTable(table("u")))
            async with engine.held(store):
                writes = started(
                    store, (line("t", 0),), (line("u", 0, asked=1 << 64),), (line("\ud800", 0),), (line("t", 1),)
                )
            good, too_big, no_text, after = await outcomes(writes)
            assert good is after is None
            assert {too_big, no_text}.isdisjoint((None, Conflict, StoreFailed)), "it is the caller's mistake"
            assert len(await store.lines("t")) == 2

    run(test())


def test_whoever_is_cancelled_while_waiting_disturbs_nobody(engine: Engine) -> None:
    async def test() -> None:
        async with engine.opened() as store:
            await store.write(PutTable(table("t")))
            async with engine.held(store):
                gone, stays = started(store, (line("t", 0),), (line("t", 1),))
                await asyncio.sleep(0)
                gone.cancel()
            await stays
            assert gone.cancelled()
            assert len(await store.lines("t")) == 2

    run(test())
