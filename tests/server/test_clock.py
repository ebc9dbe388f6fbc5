"""Time that nobody sets: a machine's clock that jumps gives nobody more time, and takes none away."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from laguna.server.clock import SteadyClock
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
