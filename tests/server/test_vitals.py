"""`/healthz` and `/readyz` tell the truth: a real write, room on the disk, and what a check of the database found."""

from __future__ import annotations

import asyncio
import logging
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest

from laguna.server.operations.disk_space import MB, DiskSpace
from laguna.server.operations.vitals import WRITE_CHECK_TTL_S, Status, Vitals
from laguna.server.problem import Problem
from laguna.server.store.engine import sqlite3
from laguna.server.store.store import PutTable
from server.clock import Clock
from server.player import Player, following
from server.serving import Client, Running, running_server
from server.store.damage import spoil_a_page
from server.store.keeping import line, opened, run, table
from server.tables import begun, made

ROOMY = DiskSpace(Path(), 0)


# A real write


def beats(folder: Path) -> int:
    """How many signs of life are on the disk."""
    with closing(sqlite3.connect(folder / "laguna.db")) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_a_write_goes_all_the_way_to_the_disk_and_tells_for_everybody_for_a_second(tmp_path: Path) -> None:
    async def test() -> None:
        clock, commits = Clock(), []
        async with opened(tmp_path, commits) as store:
            vitals = Vitals(store, ROOMY, clock)
            assert await asyncio.gather(*(vitals.status() for _ in range(50))) == ["ok"] * 50
            assert await vitals.status() == "ok"
            assert (beats(tmp_path), len(commits)) == (1, 1)
            clock.time += WRITE_CHECK_TTL_S
            assert await vitals.status() == "ok"
            assert (beats(tmp_path), len(commits)) == (2, 2)

    run(test())


def test_what_cannot_be_written_is_told_until_it_can_be_again(tmp_path: Path) -> None:
    async def test() -> None:
        clock = Clock()
        async with opened(tmp_path) as store:
            vitals = Vitals(store, ROOMY, clock)
            store._writer._db.execute("PRAGMA query_only = ON")
            assert await vitals.status() == "store_fails"
            store._writer._db.execute("PRAGMA query_only = OFF")
            clock.time += WRITE_CHECK_TTL_S
            assert await vitals.status() == "ok"
        clock.time += WRITE_CHECK_TTL_S
        assert await vitals.status() == "closing"

    run(test())


def test_a_server_that_cannot_write_says_503_and_why(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        server.backend.store._writer._db.execute("PRAGMA query_only = ON")  # type: ignore[attr-defined]
        told = server.client().get("/healthz").expect(503)
        assert (told["status"], "disk" in told["sentence"]) == ("store_fails", True)


def test_people_are_sent_elsewhere_while_a_server_cannot_write_or_hands_its_people_over(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        client, backend = server.client(), server.backend
        assert client.get("/readyz").expect(200)["status"] == "ok"
        backend.vitals.draining = True
        assert client.get("/readyz").expect(503)["status"] == "draining"
        assert client.get("/healthz").expect(200)["status"] == "ok"
    with running_server(tmp_path) as server:
        server.backend.store._writer._db.execute("PRAGMA query_only = ON")  # type: ignore[attr-defined]
        assert server.client().get("/readyz").expect(503)["status"] == "store_fails"


# Room on the disk


def test_room_is_low_below_the_watermark_and_enough_again_with_a_tenth_more(caplog: pytest.LogCaptureFixture) -> None:
    free = [300 * MB]
    with caplog.at_level(logging.INFO, "laguna"):
        space = DiskSpace(Path(), 100 * MB, lambda _: free[0])
        told = []
        for free[0] in (100 * MB, 99 * MB, 50 * MB, 105 * MB, 110 * MB, 100 * MB):
            space.look()
            told.append(space.low)
    assert told == [False, True, True, True, False, False]
    assert [(record.levelname, "99 MB" in record.message) for record in caplog.records] == [
        ("ERROR", True),
        ("INFO", False),
    ]


def test_without_a_watermark_nothing_is_refused() -> None:
    DiskSpace(Path(), 0, lambda _: 0).check()
    with pytest.raises(Problem) as refused:
        DiskSpace(Path(), 1, lambda _: 0).check()
    assert (refused.value.code, refused.value.status) == ("no_room", 507)


def test_before_the_disk_is_full_no_new_tables_are_made_and_games_under_way_go_on(tmp_path: Path) -> None:
    with running_server(tmp_path, low_space_mb=100) as server:
        space = server.backend.space
        free: list[int] = [10**12]
        space._measure = lambda _: free[0]
        ala, ola = server.guest(), server.guest()
        playing = begun([ala, ola], "duck")

        free[0] = 50 * MB
        told = server.client().get("/healthz").expect(200)
        assert (told["status"], told["free_bytes"]) == ("low_space", 50 * MB)
        assert "50 MB" in told["sentence"]
        assert "laguna_disk_low 1.0" in server.client().get("/metrics").body.decode()
        assert "room" in ala.post("/api/tables", {"game": "duck"}).problem(507, "no_room")
        asyncio.run(one_move(playing, ala, ola))

        free[0] = 10**12
        assert server.client().get("/healthz").expect(200)["status"] == "ok"
        made(ala)


async def one_move(table: str, *clients: Client) -> None:
    async with following(table, *clients) as players:
        asked: Player = next(player for player in players if player.tables[table].questions())
        assert (await asked.move(table))["version"] == 2


# The check after the start


def until_checked(server: Running) -> dict[str, Any]:
    """What `/healthz` says once the check is done."""
    while True:
        told: dict[str, Any] = server.client().get("/healthz").expect(200)
        if told["check"] != "running":
            return told


def test_a_sound_database_is_told_to_be_so(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        assert [until_checked(server)[key] for key in ("status", "check")] == ["ok", "ok"]
        assert 'laguna_database_check{laguna_database_check="ok"} 1.0' in server.client().get("/metrics").body.decode()


def test_a_damaged_database_is_told_in_health_metrics_and_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def fill() -> None:
        async with opened(tmp_path) as store:
            await store.write(PutTable(table("t")), *(line("t", number) for number in range(2000)))

    run(fill())
    spoil_a_page(tmp_path / "laguna.db", b'{"line":1000}')
    with running_server(tmp_path) as server:
        told = until_checked(server)
        assert [told[key] for key in ("status", "check")] == ["damaged", "damaged"]
        assert "backup" in told["sentence"]
        page = server.client().get("/metrics").body.decode()
        assert 'laguna_database_check{laguna_database_check="damaged"} 1.0' in page
    (record,) = (record for record in caplog.records if record.levelname == "ERROR")
    assert "damaged" in record.message
    assert record.found  # type: ignore[attr-defined]


def test_a_server_that_ends_does_not_wait_for_the_check(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(tmp_path) as store:
            checking = asyncio.create_task(Vitals(store, ROOMY).check_database())
            await asyncio.sleep(0)
            checking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await checking

    run(test())


def test_every_status_has_its_sentence(tmp_path: Path) -> None:
    vitals = Vitals(store=None, space=DiskSpace(tmp_path, 0))  # type: ignore[arg-type] # nothing is stored
    statuses = get_args(Status)
    sentences = [vitals.sentence(status) for status in statuses]
    assert len(set(sentences)) == len(statuses)
    assert all(sentence.endswith(".") for sentence in sentences)
