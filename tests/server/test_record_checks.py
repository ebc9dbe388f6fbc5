"""Records that strangers bring are checked in a process that can be ended, within a quota, and callers in turn."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from laguna.server.help import record_checks as checking
from laguna.server.help.record_checks import MAX_WAITING, MAX_WAITING_OF_ONE, RecordChecks
from laguna.server.operations.metrics import Metrics
from laguna.server.problem import Problem
from laguna.server.settings import Rate
from laguna.server.wire.bodies import Checked
from server.serving import FREE, running_server, tight

SECONDS = 120
"""A test that takes longer hangs."""
TOUGH = (
    sys.executable,
    "-c",
    "from laguna.core.worker import serve; serve(lambda raw: [None for _ in iter(int, len(raw))])",
)
"""A checker that takes no time for nothing, and has no end for anything else."""


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, SECONDS))


@asynccontextmanager
async def opened(rate: Rate = FREE, **more: Any) -> AsyncIterator[RecordChecks]:
    found = RecordChecks(rate, Metrics(), **more)
    try:
        yield found
    finally:
        await found.close()


async def nothing() -> bytes:
    return b""


async def something() -> bytes:
    return b"x"


def test_a_text_that_takes_too_long_is_given_up_and_the_next_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "CHECK_TIMEOUT_S", 0.1)

    async def test() -> None:
        async with opened(command=TOUGH) as checks:
            with pytest.raises(Problem, match="could not be checked within") as given_up:
                await checks.check(("here",), something)
            assert (given_up.value.code, given_up.value.status) == ("too_long", 422)
            assert checks._worker.pid is None, "whoever loops is ended"
            monkeypatch.setattr(checking, "CHECK_TIMEOUT_S", 60.0)
            assert await checks.check(("here",), nothing) == []

    run(test())


def test_so_many_texts_of_one_address_are_there_and_strangers_get_through() -> None:
    async def test() -> None:
        async with opened() as checks:
            slow = asyncio.Event()

            async def later() -> bytes:
                await slow.wait()
                return b""

            crowd = [asyncio.create_task(checks.check(("here", f"{n}"), later)) for n in range(MAX_WAITING_OF_ONE)]
            await asyncio.sleep(0)
            with pytest.raises(Problem, match="Many records are being checked"):
                await checks.check(("here", "another"), nothing)
            stranger = await checks.check(("there",), nothing)
            assert isinstance(stranger, Checked)
            slow.set()
            await asyncio.gather(*crowd)

    run(test())


def test_in_all_no_more_texts_are_kept_than_memory_bears() -> None:
    async def test() -> None:
        async with opened() as checks:
            everybody = (checks.check((f"address {n}",), nothing) for n in range(MAX_WAITING + 1))
            *answered, refused = await asyncio.gather(*everybody, return_exceptions=True)
            assert all(isinstance(answer, Checked) for answer in answered)
            assert isinstance(refused, Problem)

    run(test())


def test_who_has_had_many_records_checked_waits_and_their_text_is_not_even_read() -> None:
    async def test() -> None:
        async with opened(Rate(0.01, 2)) as checks:
            for _ in range(2):
                await checks.check(("here", "ala"), nothing)

            async def unread() -> bytes:
                raise AssertionError

            with pytest.raises(Problem, match="wait a little") as refused:
                await checks.check(("here", "ala"), unread)
            assert refused.value.code == "too_many"
            assert refused.value.wait is not None
            await checks.check(("here", "ola"), nothing)

    run(test())


def test_whose_answer_is_not_wanted_any_more_does_not_get_the_next_ones() -> None:
    async def test() -> None:
        async with opened(command=TOUGH) as checks:
            await checks.check(("here",), nothing)
            asking = asyncio.create_task(checks.check(("here",), something))
            await asyncio.sleep(0)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            assert await checks.check(("here",), nothing) == []

    run(test())


def test_the_quota_is_of_each_person_over_rest(tmp_path: Path) -> None:
    with running_server(tmp_path, limits=tight(checks=Rate(0.01, 1))) as server:
        one, other = server.guest("Ala"), server.guest("Ola")
        for client in (one, other):
            client.post("/api/verify", b"", **{"Content-Type": "application/jsonl"}).expect(200)
            answer = client.post("/api/verify", b"", **{"Content-Type": "application/jsonl"})
            answer.problem(429, "too_many")
            assert 0 < int(answer.headers["retry-after"]) <= 100
