"""The NATS server of the wheel with a configuration that we document, on loopback."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from laguna.server.bus.broker import executable
from ports import free_port


@contextmanager
def running_nats(folder: Path, config: str) -> Iterator[int]:
    """One with a configuration for the usual port, on a free one; that one."""
    port, log = free_port(), folder / "nats.log"
    assert "port: 4222\n" in config
    (folder / "nats.conf").write_text(config.replace("port: 4222\n", f"port: {port}\nhost: 127.0.0.1\n"))
    process = subprocess.Popen([executable(), "--config", folder / "nats.conf", "--log", log])
    try:
        while not (log.exists() and "Server is ready" in log.read_text()):
            assert process.poll() is None
        yield port
    finally:
        process.kill()
        process.wait()
