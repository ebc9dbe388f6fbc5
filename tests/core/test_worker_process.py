"""The host's end of a worker process: replies, deadlines, deaths, and that nothing is left of it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from laguna.core.frames import framed
from laguna.core.worker_process import WarmUp, WorkerDied, WorkerProcess

SECONDS = 60
"""A test that takes longer hangs."""
ECHO = "from laguna.core.worker import serve; serve(lambda message: message)"
PID_OR_HANG = """
import os, threading
from laguna.core.worker import serve
serve(lambda message: threading.Event().wait() if message == "hang" else os.getpid())
"""
LOUD = """
import sys
from laguna.core.worker import serve
serve(lambda message: (print("printed", flush=True), sys.stderr.write("cut off"), sys.stderr.flush())[0])
"""


@contextmanager
def worker(program: str = PID_OR_HANG, **more: Any) -> Iterator[WorkerProcess]:
    process = WorkerProcess((sys.executable, "-c", program), **more)
    try:
        yield process
    finally:
        process.close()


def gone(pid: int) -> bool:
    """Whether nothing is left of a process, not even a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_message_larger_than_any_pipe_comes_back() -> None:
    message = b"x" * (8 << 20)
    with worker(ECHO) as process:
        assert process.request(framed(message), SECONDS) == message


def test_it_starts_with_the_first_request_and_nothing_is_left_when_it_is_closed() -> None:
    with worker() as process:
        assert process.pid is None
        pid = process.request(framed("pid"), SECONDS)
        assert process.pid == pid
    assert gone(pid)
    with pytest.raises(WorkerDied, match="closed"):
        process.request(framed("pid"), SECONDS)


def test_a_process_that_was_closed_did_not_end_by_itself(caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []
    others = set(threading.enumerate())
    with worker(on_idle_death=lambda: told.append("died")) as process:
        process.request(framed("pid"), SECONDS)
        [watcher] = [thread for thread in set(threading.enumerate()) - others if thread.name == "worker log"]
        process._closed = True
        process.kill()  # as `close` does; and its end is seen before `close` goes on
        watcher.join()
    assert (told, caplog.records) == ([], [])


def test_who_takes_too_long_is_killed_and_another_answers_the_next_request() -> None:
    with worker() as process:
        pid = process.request(framed("pid"), SECONDS)
        with pytest.raises(WorkerDied, match="in time"):
            process.request(framed("hang"), 0.01)
        assert gone(pid)
        assert process.request(framed("pid"), SECONDS) != pid


def test_a_request_can_be_hurried_even_before_it_has_begun() -> None:
    with worker() as process:
        reply = process.submit(framed("hang"), None)
        process.hurry(0.01)
        with pytest.raises(WorkerDied, match="in time"):
            reply.result(SECONDS)


def test_hurrying_without_a_request_does_nothing() -> None:
    with worker() as process:
        pid = process.request(framed("pid"), SECONDS)
        process.hurry(0.0)
        assert process.request(framed("pid"), SECONDS) == pid


def test_every_fresh_process_is_warmed_up_first() -> None:
    with worker(warm_up=WarmUp(framed("hang"), 0.01)) as process:
        for _ in range(2):
            with pytest.raises(WorkerDied, match="in time"):
                process.request(framed("pid"), SECONDS)
        assert process.pid is None


def test_a_cancelled_request_costs_its_process_and_the_next_gets_its_own_reply() -> None:
    async def test(process: WorkerProcess) -> None:
        for _ in range(2):
            asking = asyncio.create_task(process.request_async(framed("hang"), None))
            await asyncio.sleep(0)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            pid = await process.request_async(framed("pid"), SECONDS)
            assert process.pid == pid

    with worker() as process:
        asyncio.run(asyncio.wait_for(test(process), SECONDS))


def test_closing_ends_a_request_under_way_also_of_a_stopped_process() -> None:
    with worker() as process:
        pid = process.request(framed("pid"), SECONDS)
        os.kill(pid, signal.SIGSTOP)
        reply = process.submit(framed("pid"), None)
        process.close()
        with pytest.raises(WorkerDied):
            reply.result(SECONDS)
        assert gone(pid)


def test_a_process_that_dies_without_a_request_is_told_of_and_gone() -> None:
    dead = threading.Event()
    with worker(on_idle_death=dead.set) as process:
        pid = process.request(framed("pid"), SECONDS)
        os.kill(pid, signal.SIGKILL)
        assert dead.wait(SECONDS)
        assert gone(pid)
        assert process.pid is None


def test_a_process_killed_by_a_request_is_not_told_of_as_idle() -> None:
    told = threading.Event()
    with worker(on_idle_death=told.set) as process:
        with pytest.raises(WorkerDied):
            process.request(framed("hang"), 0.01)
        process.request(framed("pid"), SECONDS)
    assert not told.is_set()


def test_a_program_that_cannot_be_started_is_told() -> None:
    process = WorkerProcess(("/nowhere/to/be/found",))
    with pytest.raises(WorkerDied, match="No such file"):
        process.request(framed(None), SECONDS)


def test_what_it_prints_and_complains_about_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    told = threading.Event()
    with (
        caplog.at_level(logging.WARNING, "laguna.core.worker_process"),
        worker(LOUD, on_idle_death=told.set) as process,
    ):
        process.request(framed(None), SECONDS)
        process.kill()
        assert told.wait(SECONDS)
    assert {"printed", "cut off"} <= {part for line in caplog.messages for part in line.partition(": ")}
