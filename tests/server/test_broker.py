"""The broker that a parent starts for its workers: a real NATS server from its wheel."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from laguna.server.bus.broker import Broker, executable

SECONDS = 60


def with_broker(test: Callable[[Broker], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        async with asyncio.timeout(SECONDS), Broker.running() as broker:
            await test(broker)

    asyncio.run(whole())


async def greeted(url: str) -> bytes:
    """What a broker says to a client who shows the token of this address."""
    token, _, place = url.partition("//")[2].partition("@")
    host, _, port = place.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        assert (await reader.readline()).startswith(b"INFO ")
        writer.write(b"CONNECT " + json.dumps({"auth_token": token, "verbose": False}).encode() + b"\r\nPING\r\n")
        return await reader.readline()
    finally:
        writer.close()


def configuration(pid: int) -> Path:
    """The file that a running broker was started with."""
    return Path(Path(f"/proc/{pid}/cmdline").read_text().split("\0")[2])


def test_it_answers_who_knows_its_token_and_nobody_else() -> None:
    async def test(broker: Broker) -> None:
        assert await greeted(broker.url) == b"PONG\r\n"
        assert (await greeted(broker.url.replace("//", "//x"))).startswith(b"-ERR 'Authorization Violation'")

    with_broker(test)


def test_its_token_is_in_a_file_for_its_owner_alone_that_goes_with_it() -> None:
    files: list[Path] = []

    async def test(broker: Broker) -> None:
        assert broker.pid is not None
        files.append(configuration(broker.pid))
        token = broker.url.partition("//")[2].partition("@")[0]
        assert token in files[0].read_text()
        assert stat.S_IMODE(files[0].stat().st_mode) == 0o600
        assert stat.S_IMODE(files[0].parent.stat().st_mode) == 0o700
        assert token not in Path(f"/proc/{broker.pid}/cmdline").read_text()

    with_broker(test)
    assert not files[0].parent.exists()


def test_one_that_dies_comes_back_under_the_same_address() -> None:
    async def test(broker: Broker) -> None:
        before = broker.pid
        assert before is not None
        os.kill(before, signal.SIGKILL)
        while True:
            try:
                if await greeted(broker.url) == b"PONG\r\n" and broker.pid != before:
                    return
            except (OSError, AssertionError):
                await asyncio.sleep(0.01)

    with_broker(test)


def test_it_is_the_program_of_the_wheel() -> None:
    assert os.access(executable(), os.X_OK)
