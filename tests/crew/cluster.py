"""A Ray cluster on this machine, in a process of its own: `python tests/crew/cluster.py CORES NODES`.

It tells its address in a line, then what came of each command: "remove" a node, "add" one. It ends with its input. All
of it listens on loopback, wants a token and keeps what it writes in a folder of its own.
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE

from crew.sockets import family, listening

TESTS = Path(__file__).resolve().parents[1]
OBJECTS_BYTES = 80_000_000
"""The least that Ray wants for its store of objects."""
SECONDS = 60
"""A cluster that takes longer to end hangs."""


@dataclass(frozen=True)
class Nodes:
    """A cluster that is running."""

    address: str
    environment: dict[str, str]
    """What whoever joins has to have in theirs."""
    process: subprocess.Popen[str]

    def change(self, command: str) -> None:
        """Add or remove a node, and wait until it is done."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == f"{command}\n"


@contextmanager
def cluster(nodes: int, *, head_cores: int = 0, first_on_path: Path | None = None) -> Iterator[Nodes]:
    """A cluster of so many nodes with a core each, and a head.

    Nodes import what is in a folder before what is installed.
    """
    with tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder:  # short: sockets are in it
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(str(path) for path in (first_on_path, TESTS) if path is not None),
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # that an address on loopback is left as it is, on any system
            "RAY_TMPDIR": folder,
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_gcs_rpc_server_reconnect_timeout_s": "5",  # so soon a node or a driver believes that the head is lost
        }
        errors = Path(folder, "errors")
        command = [sys.executable, __file__, str(head_cores), str(nodes)]
        with (
            errors.open("w") as stderr,
            subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=stderr, text=True, env=environment) as process,
        ):
            assert process.stdout is not None
            try:
                address = process.stdout.readline().strip()
                assert address, errors.read_text()
                yield Nodes(address, environment, process)
                assert_only_on_loopback(process.pid)
            finally:
                process.communicate("", timeout=SECONDS)


def assert_only_on_loopback(*pids: int) -> None:
    """Wherever these processes, and what descends from them, listen is loopback."""
    addresses = listening(set().union(*map(family, pids)))
    assert all(address.is_loopback for address in addresses), addresses


def main(head_cores: int, count: int) -> None:
    from ray.cluster_utils import Cluster  # noqa: PLC0415 - not in the process of the tests

    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    node = {"object_store_memory": OBJECTS_BYTES, "include_dashboard": False, "node_ip_address": "127.0.0.1"}
    running = Cluster(initialize_head=True, head_node_args={"num_cpus": head_cores, **node})
    nodes = [running.add_node(num_cpus=1, **node) for _ in range(count)]
    running.wait_for_nodes()
    print(running.address, file=out, flush=True)
    for line in sys.stdin:
        if line == "add\n":
            nodes.append(running.add_node(num_cpus=1, **node))
        else:
            running.remove_node(nodes.pop(0), allow_graceful=False)
        print(line, end="", file=out, flush=True)
    running.shutdown()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
