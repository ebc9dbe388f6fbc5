"""The cannon in processes of its own: the same shots, started late, restarted, never in an event loop's way."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from laguna.core import worker_process
from laguna.games.ship_ahoy.layout import layout
from laguna.games.ship_ahoy.physics import worker
from laguna.games.ship_ahoy.physics.board import Kind, Piece
from laguna.games.ship_ahoy.physics.cannon import BadShot, Shot, shoot
from laguna.games.ship_ahoy.physics.worker import Gunnery, NoShot

ORDERS = [((0.2, 0.2), heading, speed) for heading in (0.72, 0.78, 0.84) for speed in (1.6, 2.6, 3.6)]
PIECES = layout(4, 100, "none")


@pytest.fixture(scope="module")
def gunnery() -> Iterator[Gunnery]:
    workers = Gunnery()
    yield workers
    workers.close()


def signal_worker(gunnery: Gunnery, number: int) -> int:
    """Send the worker a signal; its process."""
    process = gunnery._gunners[0].pid
    assert process is not None
    os.kill(process, number)
    return process


class Impatient(threading.Timer):
    """Time that is up at once, the first time that it is measured; and never afterwards."""

    used = False

    def start(self) -> None:
        if not Impatient.used:
            Impatient.used = True
            self.function()


def test_another_process_and_another_order_give_the_same_shots(gunnery: Gunnery) -> None:
    there = [gunnery.submit(PIECES, *order) for order in reversed(ORDERS)]
    here = [shoot(PIECES, *order) for order in ORDERS]
    assert [shot.result() for shot in reversed(there)] == here
    assert any(shot.toppled for shot in here)


def test_threads_that_fire_at_once_do_not_disturb_each_other() -> None:
    serial = [shoot(PIECES, *order) for order in ORDERS]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda order: shoot(PIECES, *order), ORDERS)) == serial


def test_no_worker_runs_before_the_first_shot_and_none_after_the_end() -> None:
    workers = Gunnery()
    assert workers._gunners[0].pid is None
    workers.close()
    with pytest.raises(NoShot, match="sent home"):
        workers.shoot(PIECES, *ORDERS[0])
    assert workers._gunners[0].pid is None


def test_a_bad_shot_is_told_and_the_worker_lives_on(gunnery: Gunnery) -> None:
    with pytest.raises(BadShot, match="at more than 0"):
        gunnery.shoot(PIECES, (0.2, 0.2), 0.0, -1.0)
    assert gunnery.shoot([Piece(0, Kind.SHIP, 0.0, 0.0)], (-0.3, 0.0), 0.0, 2.8).toppled == [0]


def test_a_dead_worker_is_replaced_and_its_shot_fired_again(gunnery: Gunnery) -> None:
    first = gunnery.shoot(PIECES, *ORDERS[0])
    waiting = gunnery.submit(PIECES, *ORDERS[0])
    signal_worker(gunnery, signal.SIGKILL)
    assert waiting.result() == first
    assert gunnery.shoot(PIECES, *ORDERS[0]) == first


def test_a_worker_that_hangs_is_replaced_when_its_time_is_up_and_its_shot_fired_again(
    gunnery: Gunnery, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, deaths = gunnery.shoot(PIECES, *ORDERS[0]), gunnery.deaths
    stopped = signal_worker(gunnery, signal.SIGSTOP)
    monkeypatch.setattr(Impatient, "used", False)
    monkeypatch.setattr(worker_process, "Timer", Impatient)
    assert gunnery.shoot(PIECES, *ORDERS[0]) == first
    assert gunnery.deaths == deaths + 1
    with pytest.raises(ProcessLookupError):
        os.kill(stopped, 0)


def test_every_shot_has_a_deadline_and_so_has_the_start_of_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = []

    class Noting(threading.Timer):
        def start(self) -> None:
            seconds.append(self.interval)

    monkeypatch.setattr(worker_process, "Timer", Noting)
    workers = Gunnery(command=(sys.executable, "-c", ECHO))
    workers.submit(PIECES, *ORDERS[0]).result()
    workers.close()
    assert seconds == [worker.START_TIMEOUT_S, worker.SHOT_TIMEOUT_S]


ECHO = "from laguna.core.worker import serve; serve(lambda order: order)"
LOOPING = "from laguna.core.worker import serve; serve(lambda order: [None for _ in iter(int, 1)])"


def test_workers_that_hang_every_time_are_told_and_the_next_shot_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "START_TIMEOUT_S", 0.01)
    workers = Gunnery(command=(sys.executable, "-c", LOOPING))
    for _ in range(2):
        with pytest.raises(NoShot, match="failed 2 times"):
            workers.shoot(PIECES, *ORDERS[0])
    assert workers.deaths == 4
    workers.close()


def test_closing_ends_a_worker_that_hangs_and_tells_who_waits_for_its_shot() -> None:
    workers = Gunnery()
    workers.shoot(PIECES, *ORDERS[0])
    stopped = signal_worker(workers, signal.SIGSTOP)
    waiting = workers.submit(PIECES, *ORDERS[0])
    queued = workers.submit(PIECES, *ORDERS[0])
    while not waiting.running():
        os.sched_yield()
    workers.close()
    with pytest.raises(NoShot, match="sent home"):
        waiting.result()
    assert queued.cancelled()
    with pytest.raises(ProcessLookupError):
        os.kill(stopped, 0)


def test_an_event_loop_awaits_a_shot_and_never_waits_for_one(gunnery: Gunnery) -> None:
    async def fire() -> Shot:
        with pytest.raises(RuntimeError, match="event loop"):
            gunnery.shoot(PIECES, *ORDERS[0])
        return await asyncio.wrap_future(gunnery.submit(PIECES, *ORDERS[0]))

    async def fire_in_a_thread() -> Shot:
        return await asyncio.to_thread(shoot, PIECES, *ORDERS[0])

    assert asyncio.run(fire()) == asyncio.run(fire_in_a_thread()) == shoot(PIECES, *ORDERS[0])


PROGRAM = """
import os, signal, sys
from laguna.games.ship_ahoy.physics.worker import Gunnery
command = (sys.executable, "-c", {worker!r})
print(len(Gunnery(command=command).shoot([], (0.0, 0.0), 0.0, 2.0).hit), flush=True)
{end}
"""
HOLDING = """
held = open({fifo!r}, "wb")
from laguna.core.worker import serve
from laguna.games.ship_ahoy.physics.gunner import reply
serve(reply)
"""


@pytest.mark.parametrize(("end", "code"), [("pass", 0), ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL)])
def test_the_worker_ends_with_the_program_however_that_ends(tmp_path: Path, end: str, code: int) -> None:
    # Only the worker holds the other end of this pipe: reading all of it waits until the worker is gone too.
    fifo = tmp_path / "held"
    os.mkfifo(fifo)
    program = PROGRAM.format(worker=HOLDING.format(fifo=str(fifo)), end=end)
    with os.fdopen(os.open(fifo, os.O_RDONLY | os.O_NONBLOCK), "rb") as held:
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, done.stdout) == (code, "0\n")
        os.set_blocking(held.fileno(), True)
        assert held.read() == b""
