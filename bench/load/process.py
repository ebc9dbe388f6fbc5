"""A server under load: processes on cores of their own, and what they cost."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from load import proc

START_TIMEOUT_S = 60.0
"""Seconds a server may take to start or to end."""
BROKER = "nats-server"
_USABLE = sorted(os.sched_getaffinity(0))
SERVERS, CLIENTS = set(_USABLE[:1]), set(_USABLE[-1:])
"""A core for the server, and another one for whoever loads it; the same where there is but one."""
WORKERS = set(_USABLE[:2])
"""For the processes of a server that has several. With two cores in all, they share them with whoever loads them."""
BESIDE = set(_USABLE[2:-1]) or CLIENTS
"""For the database."""


class DidNotStart(Exception):  # noqa: N818 - told to whoever measures
    """The server ended or kept silent; a sentence, with the last it said."""


class ServerProcess:
    """A running server, of one process or of a parent with workers."""

    def __init__(
        self, process: subprocess.Popen[bytes], port: int, began: float, own_ports: Sequence[int] = ()
    ) -> None:
        """It listens on a port, and each of its workers on one of its own, if it has any."""
        self._process = process
        self.port = port
        self.ports = own_ports or (port,)
        """By which one gets to each of those who serve."""
        self.began = began
        """When it was started, by `time.perf_counter`."""
        self.beside: dict[str, Callable[[], float]] = {}
        """What works for it and is measured apart: seconds of processor time so far."""
        self._workers: list[int] = []

    @property
    def pid(self) -> int:
        """Its process, or the parent's."""
        return self._process.pid

    def cpu(self) -> float:
        """Seconds of processor time so far, with the workers'."""
        return sum(map(proc.cpu_s, (self.pid, *self._workers)))

    def waited(self) -> float:
        """Seconds those who serve were ready to run and could not, each on average: something else had the core."""
        return sum(map(proc.waited_s, self._workers or [self.pid])) / len(self.ports)

    def memory(self) -> int:
        """Bytes that are resident."""
        return proc.resident_bytes(self.pid)

    def wait_until_open(self) -> None:
        """Return as soon as it accepts connections. Raises `DidNotStart`."""
        for port in self.ports:
            self._wait_for(port)
        if self.ports != (self.port,):
            self._meet_workers()

    def _wait_for(self, port: int) -> None:
        while time.perf_counter() < self.began + START_TIMEOUT_S:
            if self._process.poll() is not None:
                break
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.002)
        raise DidNotStart(f"The server did not start: {self._process.args!r}.")

    def _meet_workers(self) -> None:
        brokers = {child for child in proc.children(self.pid) if proc.name(child) == BROKER}
        self._workers = [child for child in proc.children(self.pid) if child not in brokers]
        for broker in brokers:
            self.beside["nats"] = partial(proc.cpu_s, broker)

    def stop(self) -> None:
        """End it, gently at first."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(START_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def free_port(count: int = 1) -> int:
    """A port that nobody listens on, as those after it, and none of those that clients get: they meet themselves."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with ExitStack() as probes, suppress(OSError):
            for each in range(port, port + count):
                probes.enter_context(socket.socket()).bind(("127.0.0.1", each))
            return port
    raise DidNotStart("No port is free.")


@contextmanager
def on(cores: set[int]) -> Iterator[None]:
    """Whatever is started meanwhile runs on these cores from its very first instruction on, as do its children."""
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, mine)


@contextmanager
def serving(
    command: Sequence[str],
    port: int,
    *,
    own_ports: Sequence[int] = (),
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
) -> Iterator[ServerProcess]:
    """Start a server on its core, or one with workers on theirs, and end it afterwards. Its log is let go."""
    began = time.perf_counter()
    with on(WORKERS if own_ports else SERVERS):
        process = subprocess.Popen(  # noqa: S603 - our own commands
            command, cwd=cwd, env=os.environ | (env or {}), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
    server = ServerProcess(process, port, began, own_ports)
    try:
        yield server
    finally:
        server.stop()
