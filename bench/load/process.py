"""A server under load: a process on a core of its own, and what it costs."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
START_TIMEOUT_S = 60.0
"""Seconds a server may take to start or to end."""
_USABLE = sorted(os.sched_getaffinity(0))
SERVERS, CLIENTS = {_USABLE[0]}, {_USABLE[-1]}
"""A core for the server, and another one for whoever loads it; the same where there is but one."""


class DidNotStart(Exception):  # noqa: N818 - told to whoever measures
    """The server ended or kept silent; a sentence, with the last it said."""


class ServerProcess:
    """A running server."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, began: float) -> None:
        self._process = process
        self.port = port
        self.began = began
        """When it was started, by `time.perf_counter`."""

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def cpu(self) -> float:
        """Seconds of processor time so far, of all its threads, in the program and in the kernel."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def waited(self) -> float:
        """Seconds its main thread was ready to run and could not: something else had the core."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9

    def memory(self) -> int:
        """Bytes that are resident."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE

    def wait_until_open(self) -> None:
        """Return as soon as it accepts connections. Raises `DidNotStart`."""
        while time.perf_counter() < self.began + START_TIMEOUT_S:
            if self._process.poll() is not None:
                break
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.002)
        raise DidNotStart(f"The server did not start: {self._process.args!r}.")

    def stop(self) -> None:
        """End it, gently at first."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(START_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def free_port() -> int:
    """A port that nobody listens on, and none of those that clients get: a probe could meet itself there."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise DidNotStart("No port is free.")


@contextmanager
def serving(
    command: Sequence[str], port: int, *, cwd: Path | None = None, env: dict[str, str] | None = None
) -> Iterator[ServerProcess]:
    """Start a server on its core, where its children stay too, and end it afterwards. Its log is let go."""
    mine = os.sched_getaffinity(0)
    began = time.perf_counter()
    os.sched_setaffinity(0, SERVERS)  # inherited: so the very first instruction runs there
    try:
        process = subprocess.Popen(  # noqa: S603 - our own commands
            command, cwd=cwd, env=os.environ | (env or {}), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
    finally:
        os.sched_setaffinity(0, mine)
    server = ServerProcess(process, port, began)
    try:
        yield server
    finally:
        server.stop()
