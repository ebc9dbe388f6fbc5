"""The cannon in processes of its own: the same shots, started late, restarted, never in an event loop's way."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from laguna.games.ship_ahoy.layout import layout
from laguna.games.ship_ahoy.physics.board import Kind, Piece
from laguna.games.ship_ahoy.physics.cannon import BadShot, Shot, shoot
from laguna.games.ship_ahoy.physics.worker import Gunnery

ORDERS = [((0.2, 0.2), heading, speed) for heading in (0.72, 0.78, 0.84) for speed in (1.6, 2.6, 3.6)]
PIECES = layout(4, 100, "none")


@pytest.fixture(scope="module")
def gunnery() -> Iterator[Gunnery]:
    workers = Gunnery()
    yield workers
    workers.close()


def kill_worker(gunnery: Gunnery) -> None:
    assert gunnery._pool is not None
    os.kill(next(iter(gunnery._pool._processes)), signal.SIGKILL)


def test_another_process_and_another_order_give_the_same_shots(gunnery: Gunnery) -> None:
    there = [gunnery.submit(PIECES, *order) for order in reversed(ORDERS)]
    here = [shoot(PIECES, *order) for order in ORDERS]
    assert [shot.result() for shot in reversed(there)] == here
    assert any(shot.toppled for shot in here)


def test_threads_that_fire_at_once_do_not_disturb_each_other() -> None:
    serial = [shoot(PIECES, *order) for order in ORDERS]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda order: shoot(PIECES, *order), ORDERS)) == serial


def test_no_worker_runs_before_the_first_shot_and_closing_is_not_the_end() -> None:
    workers = Gunnery()
    workers.close()
    assert workers._pool is None


def test_a_bad_shot_is_told_and_the_worker_lives_on(gunnery: Gunnery) -> None:
    with pytest.raises(BadShot, match="at more than 0"):
        gunnery.shoot(PIECES, (0.2, 0.2), 0.0, -1.0)
    assert gunnery.shoot([Piece(0, Kind.SHIP, 0.0, 0.0)], (-0.3, 0.0), 0.0, 2.8).toppled == [0]


def test_a_dead_worker_is_replaced_and_its_shot_fired_again(gunnery: Gunnery) -> None:
    first = gunnery.shoot(PIECES, *ORDERS[0])
    waiting = gunnery.submit(PIECES, *ORDERS[0])
    kill_worker(gunnery)
    assert waiting.result() == first
    assert gunnery.shoot(PIECES, *ORDERS[0]) == first


def test_a_shot_that_comes_while_another_thread_closes_the_workers_is_fired_by_new_ones() -> None:
    workers = Gunnery()
    workers._running().shutdown()
    assert workers.shoot(PIECES, *ORDERS[0]) == shoot(PIECES, *ORDERS[0])
    workers.close()


def test_an_event_loop_awaits_a_shot_and_never_waits_for_one(gunnery: Gunnery) -> None:
    async def fire() -> Shot:
        with pytest.raises(RuntimeError, match="event loop"):
            gunnery.shoot(PIECES, *ORDERS[0])
        return await asyncio.wrap_future(gunnery.submit(PIECES, *ORDERS[0]))

    async def fire_in_a_thread() -> Shot:
        return await asyncio.to_thread(shoot, PIECES, *ORDERS[0])

    assert asyncio.run(fire()) == asyncio.run(fire_in_a_thread()) == shoot(PIECES, *ORDERS[0])


PROGRAM = """
import os, signal
from laguna.games.ship_ahoy.physics.worker import GUNNERY
if __name__ == "__main__":
    print(len(GUNNERY.shoot([], (0.0, 0.0), 0.0, 2.0).hit), flush=True)
    {end}
"""


@pytest.mark.parametrize(("end", "code"), [("pass", 0), ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL)])
def test_the_worker_ends_with_the_program_however_that_ends(end: str, code: int) -> None:
    # The worker holds the other end of the same pipe: reading all of it waits until the worker is gone too.
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(end=end)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (code, "0\n")
