"""Time that nobody sets: a machine's clock that jumps gives nobody more time, and takes none away."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from laguna.server.backend import Backend
from laguna.server.clock import SteadyClock
from laguna.server.settings import Settings
from server.clock import Clock
from server.player import Watched, following
from server.serving import Client, running_server
from server.tables import begun

HOURS = 3600.0


def machine() -> tuple[Clock, Clock, SteadyClock]:
    """A machine's clock, what elapses, and the server's time by both."""
    wall, elapsed = Clock(1_700_000_000.0), Clock(5_000.0)
    return wall, elapsed, SteadyClock(wall, elapsed)


@pytest.mark.parametrize("jump", [-2 * HOURS, 2 * HOURS])
def test_setting_the_machines_clock_changes_nothing(jump: float) -> None:
    wall, elapsed, clock = machine()
    wall.time += jump
    assert clock() == 1_700_000_000.0
    elapsed.time += 61
    assert clock() == 1_700_000_061.0


def test_it_goes_on_from_what_is_stored_and_never_runs_back() -> None:
    _, elapsed, clock = machine()
    clock.not_before(1_600_000_000.0)
    assert clock() == 1_700_000_000.0
    clock.not_before(1_700_007_200.0)
    elapsed.time += 1
    assert clock() == 1_700_007_201.0


@pytest.mark.parametrize("ahead", [-2 * HOURS, 2 * HOURS])
def test_it_agrees_with_the_database_and_only_what_was_told_holds_it_back(ahead: float) -> None:
    _, elapsed, clock = machine()
    database = 1_700_000_000.0 - ahead
    assert clock.agree_with(database) == ahead
    assert clock() == database
    elapsed.time += 60
    assert clock.agree_with(database + 50) == 10.0
    assert clock() == database + 50
    elapsed.time += 1
    clock.agree_with(database + 20)
    assert clock() == database + 50, "it never runs back"
    elapsed.time += 31
    assert clock() == database + 51


@pytest.mark.parametrize("ahead", [-HOURS, HOURS])
def test_a_server_whose_machine_has_another_time_goes_by_the_databases(
    database: str, tmp_path: Path, caplog: pytest.LogCaptureFixture, ahead: float
) -> None:
    async def test() -> None:
        clock = SteadyClock(lambda: time.time() + ahead)
        settings = Settings(data=tmp_path, store=database, bot_workers=1)
        async with Backend.open(settings, clock) as backend:
            assert abs(backend.now() - time.time()) < HOURS / 2
            assert abs(backend.now() - await backend.store.time()) < HOURS / 2

    asyncio.run(test())
    [told] = [each for each in caplog.records if "differs from the database's" in each.getMessage()]
    assert abs(told.ahead_s - ahead) < HOURS / 2


def test_it_is_the_machines_time_at_the_start_and_counts_on() -> None:
    clock = SteadyClock()
    first, second = clock(), clock()
    assert 1_577_836_800 < first <= second


async def kept(client: Client, table: str) -> Watched:
    """The table as it stands once a bot keeps the late seat."""
    async with following(table, client) as (player,):
        watched = player.tables[table]
        while watched.card["seats"][1]["bot"] is None:
            await player.hear()
        return watched


def late(server: Any, table: str) -> list[float]:
    """How many seconds those who are asked still have."""
    room = server.call(server.backend.lobby.room(table))
    return [asked.due - server.backend.now() for asked in room.asked()]


@pytest.mark.parametrize("jump", [-2 * HOURS, 2 * HOURS])
def test_a_minute_on_the_clock_stays_a_minute_when_the_machines_clock_jumps(tmp_path: Path, jump: float) -> None:
    wall, elapsed, clock = machine()
    with running_server(tmp_path, clock) as server:
        ala, ola = server.guest(), server.guest()
        table = begun([ala, ola], "mahe", first=1, clock=60)
        elapsed.time += 9
        wall.time += jump
        assert late(server, table) == [51.0]
        elapsed.time += 51
        asyncio.run(kept(ala, table))


def test_a_machine_that_starts_again_with_its_clock_set_back_gives_nobody_longer(tmp_path: Path) -> None:
    wall, elapsed, clock = machine()
    with running_server(tmp_path, clock) as server:
        ala, ola = server.guest(), server.guest()
        table = begun([ala, ola], "mahe", first=1, clock=60)
    wall.time -= 2 * HOURS
    elapsed.time = 0.0
    with running_server(tmp_path, SteadyClock(wall, elapsed)) as server:
        assert late(server, table) == [60.0]
        elapsed.time += 60
        asyncio.run(kept(server.again(ala), table))


def test_a_standpoint_tells_the_servers_time(tmp_path: Path) -> None:
    clock = Clock()

    async def follow(client: Client, table: str) -> None:
        async with following(table, client) as (player,):
            clock.time += 7
            assert (await player.follow(table))["now"] == clock.time

    with running_server(tmp_path, clock) as server:
        ala = server.guest()
        asyncio.run(follow(ala, begun([ala], "duck", ["beginner"], first=0)))
