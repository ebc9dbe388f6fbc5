"""PostgreSQL's own troubles: it restarts, crashes, is full, loses answers; several servers write into it at once."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from msgspec.structs import replace

from laguna.server.store.postgres import PostgresStore
from laguna.server.store.postgres.connecting import CONNECT_TIMEOUT, READ_PATIENCE, Patience
from laguna.server.store.postgres.store import OWN
from laguna.server.store.store import (
    Append,
    AtMost,
    Beat,
    Challenge,
    Change,
    Conflict,
    DropChallenge,
    DropTable,
    DropToken,
    LimitReached,
    PutAnalysis,
    PutChallenge,
    PutPerson,
    PutRemark,
    PutTable,
    PutToken,
    Remark,
    SetWake,
    StoredAnalysis,
    StoreFailed,
    Token,
    WakeBy,
)
from server.postgres import Postgres, execute, running_postgres
from server.store.keeping import line, person, run, table
from server.wires import Wire, port_of, through

SOON = 0.2
"""Seconds that a store of these tests waits for a database that does not come back."""


@asynccontextmanager
async def opened(url: str, server: str = "here", **more: Any) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(url, server, **more)
    try:
        yield store
    finally:
        await store.close()


def test_a_lost_answer_to_a_line_is_looked_up(database: str) -> None:
    async def test() -> None:
        async with Wire.to(port_of(database)) as wire, opened(through(wire, database)) as store:
            await store.write(PutTable(table("t")), PutTable(table("u")))
            await asyncio.gather(store.write(line("t", 0)), store.write(line("u", 0)))
            wire.lose_answer()
            await asyncio.gather(store.write(line("t", 1)), store.write(line("u", 1)))
            assert wire.lost == 1
            for name in "tu":
                assert await store.lines(name) == [b'{"line":0}', b'{"line":1}']
            with pytest.raises(Conflict):
                await store.write(line("t", 1))

    run(test())


ONCE_UNLOCKED = """
    CREATE FUNCTION once_unlocked() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        WHILE NOT pg_try_advisory_xact_lock_shared(7) LOOP PERFORM pg_sleep(0.01); END LOOP;
        RETURN NEW;
    END $$;
    CREATE TRIGGER once_unlocked BEFORE INSERT ON lines FOR EACH ROW EXECUTE FUNCTION once_unlocked()
"""
"""Lines are stored as soon as nobody has locked them."""


async def seen(db: asyncpg.Connection, doing: str, count: int) -> None:
    """Wait until so many statements have been found doing something, by what they wait for."""
    found: set[tuple[int, object]] = set()
    while len(found) < count:
        sql = f"SELECT pid, query_start FROM pg_stat_activity WHERE datname = current_database() AND {doing}"  # noqa: S608
        found |= {tuple(row) for row in await db.fetch(sql)}


def test_a_lost_answer_to_a_line_is_looked_up_although_the_line_is_still_being_stored(database: str) -> None:
    """As where the wire is cut while a commit waits for a standby: the second try meets the first one's locks."""

    async def test() -> None:
        async with Wire.to(port_of(database)) as wire, opened(through(wire, database)) as store:
            await store.write(PutTable(table("t")))
            await execute(database, ONCE_UNLOCKED)
            other = await asyncpg.connect(database)
            await other.execute("SELECT pg_advisory_lock(7)")
            stored = asyncio.create_task(store.write(line("t", 0)))
            await seen(other, "wait_event = 'PgSleep'", 1)
            wire.cut()
            await seen(other, "wait_event_type = 'Lock'", 2)
            await other.close()
            await stored
            assert await store.lines("t") == [b'{"line":0}']

    run(test())


def test_a_lost_answer_to_a_commit_is_looked_up(database: str) -> None:
    """Each of these would be a conflict if it was made twice."""

    async def test() -> None:
        waits: list[float] = []
        async with Wire.to(port_of(database)) as wire, opened(through(wire, database), waited=waits.append) as store:
            await store.write(PutPerson(person("ala")), PutTable(table("t")))
            key = Token(b"key", "ala", "recovery", 1.0, 9.0)
            for change in (PutToken(key), PutPerson(person("ala", revision=2)), DropToken(b"key")):
                wire.lose_answer(to=b"COMMIT")
                await store.write(change)
            wire.lose_answer(to=b"COMMIT")
            assert (await store.add_remark(Remark("t", 0, "ala", 1.0, "hej"))).number == 1
            assert wire.lost == len(waits) == 4
            assert len(await store.remarks("t", "ala", 9)) == 1
            assert await store.token(b"key") is None

    run(test())


def test_a_wire_that_is_cut_before_the_commit_costs_nothing_but_time(database: str) -> None:
    async def test() -> None:
        async with Wire.to(port_of(database)) as wire, opened(through(wire, database)) as store:
            await store.write(PutTable(table("t")))
            wire.lose_answer(to=b"BEGIN")
            await store.write(PutTable(table("t", revision=2)), line("t", 0))
            assert wire.lost == 1
            assert await store.whole("t") == (table("t", revision=2), [b'{"line":0}'])

    run(test())


def test_a_database_that_is_gone_is_told_in_a_sentence_and_welcomed_back(database: str) -> None:
    async def test() -> None:
        waits: list[float] = []
        more = {"waited": waits.append, "patience": SOON}
        async with Wire.to(port_of(database)) as wire, opened(through(wire, database), **more) as store:
            await store.write(PutTable(table("t")), line("t", 0))
            wire.down = True
            wire.cut()
            for change in (line("t", 1), Beat()):
                with pytest.raises(StoreFailed, match=r"^The database could not be written: [^\n]+\.$"):
                    await store.write(change)
            assert len(waits) == 2
            wire.down = False
            await store.write(line("t", 1))
            await store.write(Beat())
            assert len(await store.lines("t")) == 2

    run(test())


def test_the_time_that_a_try_takes_is_part_of_the_patience() -> None:
    async def test() -> None:
        tries = 0

        async def hang(_again: bool) -> None:
            nonlocal tries
            tries += 1
            await asyncio.sleep(SOON)
            raise TimeoutError

        with pytest.raises(TimeoutError):
            await Patience(SOON).run(hang)
        assert tries == 1

    run(test())


def test_whoever_reads_waits_no_longer_for_a_database_that_hangs_than_for_one_that_is_away(database: str) -> None:
    async def test() -> None:
        async with Wire.to(port_of(database)) as wire, opened(through(wire, database)) as store:
            assert await store.person("ala") is None
            wire.hold()
            async with asyncio.timeout(READ_PATIENCE + CONNECT_TIMEOUT):
                with pytest.raises(StoreFailed, match=r"^The database could not be read: it does not answer\.$"):
                    await store.person("ala")
            wire.release()
            assert await store.person("ala") is None

    run(test())


def test_lines_are_told_by_a_call_whatever_becomes_of_them(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.write(PutTable(table("t")), PutTable(table("u")))
            told: list[tuple[str, int, type[BaseException] | None]] = []
            all_told = asyncio.Event()

            def append(it: Append, *, deaf: bool = False) -> None:
                def done(error: Exception | None) -> None:
                    told.append((it.table, it.number, error and type(error)))
                    if len(told) == 5:
                        all_told.set()
                    if deaf:
                        raise ZeroDivisionError

                store.append(it, done)

            append(line("t", 0), deaf=True)
            append(line("t", 1))
            append(line("u", 0))
            append(line("t", 5))
            append(line("nowhere", 0))
            await all_told.wait()
            assert sorted(told, key=lambda each: each[:2]) == [
                ("nowhere", 0, Conflict),
                ("t", 0, None),
                ("t", 1, None),
                ("t", 5, Conflict),
                ("u", 0, None),
            ]
            await store.close()

    run(test())


def test_of_servers_that_write_the_same_lines_one_gets_each(database: str) -> None:
    async def test() -> None:
        names = [f"t{number}" for number in range(20)]
        async with opened(database, "one") as one, opened(database, "two") as two, opened(database, "three") as three:
            await one.write(*(PutTable(table(name)) for name in names))
            won: dict[str, list[bytes]] = {name: [] for name in names}

            async def play(store: PostgresStore, mark: int, name: str) -> None:
                while (number := len(await store.lines(name))) < 10:
                    it = replace(line(name, number), line=b"%d by %d" % (number, mark))
                    try:
                        await store.write(it)
                    except Conflict:
                        continue
                    won[name].append(it.line)

            await asyncio.gather(
                *(play(store, mark, name) for mark, store in enumerate((one, two, three)) for name in names)
            )
            for name in names:
                assert await two.lines(name) == sorted(won[name])
                assert len(won[name]) == 10

    run(test())


def test_of_servers_that_add_at_once_none_goes_over_the_limit(database: str) -> None:
    async def test() -> None:
        async with opened(database, "one") as one, opened(database, "two") as two:
            await one.write(PutPerson(person("ala")))
            adding = [
                store.write(AtMost("bots", "ala", 3), PutPerson(person(f"{number}", owner="ala")))
                for number, store in enumerate((one, two) * 6)
            ]
            outcomes = await asyncio.gather(*adding, return_exceptions=True)
            assert outcomes.count(None) == len(await one.bots_of("ala")) == 3
            assert sum(isinstance(each, LimitReached) for each in outcomes) == 9

    run(test())


@pytest.mark.parametrize("what", ["a challenge is answered", "an analysis is begun", "a person is changed"])
def test_what_two_servers_do_at_once_one_of_them_does(database: str, what: str) -> None:
    names = [f"{number:02}" for number in range(20)]

    def before(name: str) -> Change:
        if what == "a challenge is answered":
            return PutChallenge(Challenge(name, b"sign", None, 300.0), 99)
        return PutTable(table(name)) if what == "an analysis is begun" else PutPerson(person(name))

    def done(name: str, server: str) -> Change:
        if what == "a challenge is answered":
            return DropChallenge(name)
        if what == "an analysis is begun":
            return PutAnalysis(StoredAnalysis(name, server, 10.0, b"{}"), 1.0)
        return PutPerson(person(name, muted=(server,), revision=2))

    async def test() -> None:
        async with opened(database, "one") as one, opened(database, "two") as two:
            servers = {"one": one, "two": two}
            await one.write(*map(before, names))
            doing = [store.write(done(name, server)) for name in names for server, store in servers.items()]
            outcomes = await asyncio.gather(*doing, return_exceptions=True)
            for pair in zip(outcomes[::2], outcomes[1::2], strict=True):
                assert {type(outcome) for outcome in pair} == {type(None), Conflict}

    run(test())


def test_remarks_of_several_servers_are_numbered_without_gaps(database: str) -> None:
    async def test() -> None:
        async with opened(database, "one") as one, opened(database, "two") as two:
            await one.write(PutTable(table("t")))
            said = Remark("t", 0, "ala", 1.0, "hej")
            told = await asyncio.gather(*(store.add_remark(said) for store in (one, two) * 5))
            assert sorted(remark.number for remark in told) == list(range(1, 11))
            assert len(await one.remarks("t", "ala", 99)) == 10

    run(test())


def test_what_is_due_is_claimed_by_one_server_and_by_another_when_that_is_overdue(database: str) -> None:
    async def test() -> None:
        names = [f"t{number:03}" for number in range(250)]
        async with opened(database, "one") as one, opened(database, "two") as two:
            await one.write(*(PutTable(table(name)) for name in names))
            await asyncio.gather(*(one.write(line(name, 0, wake=5.0)) for name in names))
            claimed: list[str] = []

            async def claim(store: PostgresStore) -> None:
                while found := await store.claim_due(6.0, 6.0):
                    claimed.extend(found)

            await asyncio.gather(claim(one), claim(two))
            assert sorted(claimed) == names
            assert len(await two.claim_due(16.0, 16.0)) == 100, "so many at a time"

    run(test())


def test_the_tables_of_a_dead_server_are_anybodys(database: str) -> None:
    async def test() -> None:
        async with opened(database, "dead") as dead, opened(database, "alive") as alive:
            await dead.write(PutTable(table("t")), PutTable(table("u")))
            await dead.write(line("t", 0, wake=60.0), line("u", 0, wake=90.0))
            assert await dead.beat() == {"dead"}
            assert await alive.beat() == {"dead", "alive"}
            assert await alive.claim_due(1.0, 70.0) == []
            await execute(database, "UPDATE servers SET beat = beat - 5 WHERE id = 'dead'")
            assert await alive.beat() == {"alive"}
            assert await alive.claim_due(1.0, 70.0) == ["t"]
            assert await alive.claim_due(1.0, 70.0) == [], "it is this server's now"

    run(test())


def test_a_table_that_is_due_is_left_to_its_own_server_for_a_moment_while_that_lives(database: str) -> None:
    async def test() -> None:
        async with opened(database, "own") as own, opened(database, "other") as other:
            await own.write(PutTable(table("t")), line("t", 0, wake=10.0))
            await own.beat()
            assert await other.claim_due(10.0 + OWN - 0.1, 60.0) == []
            assert await own.claim_due(10.0, 10.0) == ["t"]
            await own.write(SetWake("t", 10.0))
            assert await other.claim_due(10.0 + OWN, 10.0 + OWN) == ["t"]
            await own.write(SetWake("t", 10.0))
            await own.give_back()
            assert await other.claim_due(10.0, 10.0) == ["t"]

    run(test())


def test_a_line_ends_the_wake_of_its_own_server_alone(database: str) -> None:
    """Who wrote another one may know of a bot of which the writer of the line has not heard yet."""

    async def test() -> None:
        async with opened(database, "here") as here, opened(database, "there") as there:
            await here.write(PutTable(table("t")), line("t", 0, wake=10.0))
            await here.write(line("t", 1, wake=None))
            assert await here.claim_due(1e9, 1e9) == []
            await there.write(WakeBy("t", 10.0))
            await here.write(line("t", 2, wake=None))
            assert await here.claim_due(1e9, 1e9) == ["t"]

    run(test())


def test_a_server_that_goes_gives_back_what_it_claimed(database: str) -> None:
    async def test() -> None:
        async with opened(database, "going") as going, opened(database, "staying") as staying:
            await going.write(PutTable(table("t")), PutTable(table("u")))
            now = await going.time()
            await going.write(line("t", 0, wake=now), line("u", 0, wake=now + 600.0))
            await going.beat()
            assert await going.claim_due(now, now) == ["t"]
            await going.give_back()
            assert await staying.beat() == {"staying"}
            assert await staying.claim_due(await staying.time(), 0.0) == ["t"]
            assert await staying.claim_due(now, now + 700.0) == ["u"]

    run(test())


def test_a_line_makes_a_wake_earlier_and_never_later(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.write(PutTable(table("t")))
            await store.write(line("t", 0, wake=30.0))
            await store.write(line("t", 1, wake=50.0))
            assert await store.claim_due(29.0, 29.0) == []
            await store.write(line("t", 2, wake=20.0))
            assert await store.claim_due(29.0, 29.0) == ["t"]
            await store.write(SetWake("t", 90.0), SetWake("gone", 1.0))
            assert await store.claim_due(89.0, 89.0) == []
            await store.write(DropTable("t", 99.0))
            assert await store.claim_due(1e9, 1e9) == []

    run(test())


def test_versions_of_tables_are_told_in_one_go(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.write(PutTable(table("t")), PutTable(table("u")), line("t", 0), line("t", 1))
            await store.write(PutTable(table("u", revision=2)))
            assert await store.versions(["t", "u", "v"]) == {"t": (2, 1, 0), "u": (0, 2, 0)}
            for number in (1, 2, 3):
                await store.write(PutRemark(Remark("t", number, "ala", float(number), "ahoy", None, None)))
            assert await store.versions(["t"]) == {"t": (2, 1, 3)}
            assert [remark.number for remark in await store.remarks_after("t", 1, 9)] == [2, 3]
            assert [remark.number for remark in await store.remarks_after("t", 0, 1)] == [3]

    run(test())


def test_writes_of_one_table_and_its_lines_are_made_in_the_order_of_the_calls(database: str) -> None:
    """Those of other tables and people go on meanwhile: here, while somebody keeps a table's row locked."""

    async def test() -> None:
        async with opened(database) as store:
            await store.write(PutTable(table("t")), PutTable(table("u")))
            other = await asyncpg.connect(database)
            async with other.transaction():
                await other.execute("SELECT 1 FROM tables WHERE id = 't' FOR UPDATE")
                kept = [
                    asyncio.create_task(store.write(change))
                    for change in (PutTable(table("t", revision=2)), line("t", 0), line("t", 1))
                ]
                await store.write(line("u", 0))
                await store.write(PutPerson(person("ala")), PutTable(table("u", revision=2)))
                assert not any(each.done() for each in kept)
            await other.close()
            await asyncio.gather(*kept)
            assert await store.versions(["t", "u"]) == {"t": (2, 2, 0), "u": (1, 2, 0)}

    run(test())


def test_a_line_that_waits_for_another_servers_lock_keeps_no_others_waiting(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.write(PutTable(table("t")), PutTable(table("u")))
            other = await asyncpg.connect(database)
            async with other.transaction():
                await other.execute("SELECT 1 FROM pulses WHERE table_id = 't' FOR UPDATE")
                kept = asyncio.create_task(store.write(line("t", 0)))
                await asyncio.gather(*(store.write(line("u", number)) for number in range(3)))
                assert not kept.done()
            await other.close()
            await kept

    run(test())


def full(on: str) -> tuple[str, str]:
    """Statements after which nothing fits into a table of the database any more."""
    return (
        """
        CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            RAISE EXCEPTION 'could not extend file "base/1": No space left on device' USING ERRCODE = '53100';
        END $$
        """,
        f"CREATE TRIGGER full_disk BEFORE INSERT ON {on} EXECUTE FUNCTION full_disk()",
    )


def test_a_full_disk_fails_the_write_and_later_ones_work(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.write(PutTable(table("t")))
            await execute(database, *full("lines"))
            for changes in ((line("t", 0),), (PutPerson(person("ala")), line("t", 0))):
                with pytest.raises(
                    StoreFailed, match=r"^The database could not be written: .*No space left on device\.$"
                ):
                    await store.write(*changes)
            assert await store.person("ala") is None
            await execute(database, "DROP TRIGGER full_disk ON lines")
            await store.write(line("t", 0))
            assert len(await store.lines("t")) == 1

    run(test())


def test_a_check_finds_lost_lines(database: str) -> None:
    async def test() -> None:
        async with opened(database) as store:
            await store.write(*(PutTable(table(name)) for name in "tuv"))
            await store.write(*(line(name, number) for name in "tuv" for number in range(3)))
            assert await store.check() == []
            await execute(
                database,
                "DELETE FROM lines WHERE table_id = 't' AND number = 1",
                "DELETE FROM pulses WHERE table_id = 'u'",
            )
            wrong = await store.check()
            assert len(wrong) == 3
            assert any("table t has 2 lines, the last is number 2, and it should have 3" in each for each in wrong)

    run(test())


class Writer:
    """Writes line after line to a table, and a new file of it after every tenth, until it is told to stop."""

    def __init__(self, store: PostgresStore, name: str, written: asyncio.Semaphore) -> None:
        self.name = name
        self.count = 0
        self.stopping = False
        self.task = asyncio.create_task(self._write(store, written))

    async def _write(self, store: PostgresStore, written: asyncio.Semaphore) -> None:
        while not self.stopping:
            await store.write(line(self.name, self.count))
            self.count += 1
            if self.count % 10 == 0:
                await store.write(PutTable(table(self.name, revision=1 + self.count // 10)))
            written.release()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT, signal.SIGKILL], ids=["restart", "crash", "kill -9"])
def test_a_database_that_restarts_is_a_pause_in_which_nothing_is_lost_or_doubled(how: int) -> None:
    async def test(postgres: Postgres) -> None:
        names = [f"t{number}" for number in range(20)]
        waits: list[float] = []
        async with opened(postgres.url(), waited=waits.append) as store:
            await store.write(*(PutTable(table(name)) for name in names))
            written = asyncio.Semaphore(0)
            writers = [Writer(store, name, written) for name in names]
            for _ in range(2):
                for _ in range(500):
                    await written.acquire()
                await asyncio.to_thread(postgres.restart, how)
            for writer in writers:
                writer.stopping = True
            await asyncio.gather(*(writer.task for writer in writers))
            assert waits
            for writer in writers:
                assert await store.lines(writer.name) == [b'{"line":%d}' % number for number in range(writer.count)]
                assert (await store.table(writer.name)).revision == 1 + writer.count // 10

    with running_postgres() as postgres:
        run(test(postgres))
