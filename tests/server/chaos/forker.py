"""Starts `laguna serve` for a tenth of the CPU time: a process that has loaded the whole program, and forks.

`fork_servers` is that process: for each message on its input, a Unix socket, it becomes a server with the words of the
message, whose standard output and error are the two descriptors that came with it, and answers with its number.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import os
import signal
import socket
import sys
import traceback
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NoReturn, Self

MAX_MESSAGE_BYTES = 1 << 16
SECONDS = 60
"""A process that takes longer to load the program hangs."""
PR_SET_PDEATHSIG = 1
PROGRAM = "from server.chaos.forker import fork_servers; fork_servers()"
TESTS = Path(__file__).parents[2]


class Started:
    """A server process, as whoever started it sees it."""

    def __init__(self, pid: int, output: asyncio.StreamReader, transport: asyncio.ReadTransport) -> None:
        self.pid = pid
        self._output = output
        self._transport = transport
        self._ending: asyncio.Task[bytes] | None = None

    async def line(self) -> str:
        """The next line that it writes; empty if it has ended."""
        return (await self._output.readline()).decode()

    def signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    async def ended(self) -> None:
        """Wait until it has: then nobody can write there any more."""
        if self._ending is None:
            self._ending = asyncio.create_task(self._output.read())
        await asyncio.shield(self._ending)
        self._transport.close()


class Forker:
    """The process that forks. Make it with `running`."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._one_at_a_time = asyncio.Lock()

    @classmethod
    @asynccontextmanager
    async def running(cls) -> AsyncIterator[Self]:
        """Start it; afterwards it is gone, and with it all that it has started."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ours, theirs:
            path = os.pathsep.join((str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])))
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", PROGRAM, stdin=theirs, env={**os.environ, "PYTHONPATH": path}
            )
            theirs.close()
            ours.setblocking(False)
            try:
                yield cls(ours)
            finally:
                ours.close()
                await process.wait()

    async def start(self, words: Sequence[str], log: Path) -> Started:
        """Start `laguna` with these words; what it logs goes to the end of a file."""
        reading, writing = os.pipe()
        async with asyncio.timeout(SECONDS), self._one_at_a_time:
            with log.open("ab") as end:
                socket.send_fds(self._line, [json.dumps(words).encode()], [writing, end.fileno()])
            os.close(writing)
            pid = int(await asyncio.get_running_loop().sock_recv(self._line, MAX_MESSAGE_BYTES))
        output = asyncio.StreamReader()
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(output), os.fdopen(reading, "rb")
        )
        return Started(pid, output, transport)


def fork_servers() -> None:
    """Be the process that forks, until nobody asks any more."""
    import laguna.cli  # noqa: PLC0415 - what takes so long
    import laguna.server.backend  # noqa: PLC0415
    import laguna.server.bus.nats_bus  # noqa: PLC0415
    import laguna.server.operations.serving  # noqa: PLC0415
    import laguna.server.store.postgres  # noqa: F401, PLC0415

    gc.freeze()
    line = socket.socket(fileno=os.dup(sys.stdin.fileno()))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them here
    while True:
        try:
            message, descriptors, _, _ = socket.recv_fds(line, MAX_MESSAGE_BYTES, 2)
        except ConnectionResetError:
            return
        if not message:
            return
        pid = os.fork()
        if pid == 0:
            line.close()
            _serve(json.loads(message), *descriptors)
        for descriptor in descriptors:
            os.close(descriptor)
        line.send(str(pid).encode())


def _serve(words: list[str], output: int, log: int) -> NoReturn:
    """Be a server, which ends with the process that forks."""
    from laguna.cli import main  # noqa: PLC0415

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for ours, theirs in ((nothing, 0), (output, 1), (log, 2)):
        os.dup2(ours, theirs)
        os.close(ours)
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w", 1), os.fdopen(2, "w", 1)
    sys.argv = ["laguna", *words]
    code = 1
    try:
        code = main()
    except BaseException:  # noqa: BLE001 - nobody else tells it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)
