"""Servers of others that run on Node: the Node of our lock file, and what their own lock files name."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from load.process import ServerProcess, free_port, serving

sys.path.append(str(Path(__file__).parents[2] / "web"))

import node


@contextmanager
def node_server(home: Path) -> Iterator[ServerProcess]:
    """A folder's `server.js`, installed where it is not yet. Raises `node.NodeFailed` if it cannot be."""
    if not (home / "node_modules").exists():
        node.install(home)
    port = free_port()
    command = (str(node.program()), "server.js", str(port))
    with serving(command, port, cwd=home, env={"NODE_ENV": "production"}) as server:
        server.wait_until_open()
        yield server
